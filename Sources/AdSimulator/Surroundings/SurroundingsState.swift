import AdSession
import PropertyTesting

/// What surrounds the ads of an app that records everything: its user, its phone and its services.
struct SurroundingsState {
  /// Whether the phone has a network connection.
  var isConnected = true
  /// Whether the user paid for an app without ads.
  var isAdFree = false
  /// Whether the app asked in this process whether it may track the user.
  var hasAskedForTracking = false
  var isContentPaused = false
  var isSoundOff = false
  /// The services to which the app forwards its revenue.
  var services: [Word] = [.firebase]
  /// Whether the server of the app verifies rewards before they are granted.
  var verifiesRewards = false
  /// Whether the app asks for a show although it holds no ad.
  var asksAnyway = false
  /// The preloader of the SDK; nil if the app uses none.
  var preloader: SimulatedPreloader?
}

extension World {
  /// Whether the app records every class of events, so that the surroundings of its ads are
  /// simulated.
  var hasSurroundings: Bool { recordsEverything && !isUnderTest && !isReenacted }

  /// Draws what kind of app it is, before there is a manager.
  func drawSurroundings() {
    guard hasSurroundings else { return }
    around.isAdFree = storage.isAdFree
    if choices.bool(probability: 0.4) { around.services.append(.adjust) }
    around.verifiesRewards = choices.bool()
    around.asksAnyway = choices.bool(probability: 0.8)
    if choices.bool() { choosePreloadedPlacement() }
  }

  /// Records what the app knows about its surroundings when it is launched.
  func recordSurroundings() {
    guard hasSurroundings else { return }
    recordPreviousEnd()
    record(.entitlementChanged) { $0.adFree = around.isAdFree }
    record(.connectivityChanged) {
      $0.connected = true
      $0.constrained = false
    }
    planOutage()
  }

  /// Records how the process before this one ended, if the app learns it.
  private func recordPreviousEnd() {
    guard let how = storage.previousEnd, how == .crash || choices.bool(probability: 0.7) else {
      return
    }
    record(.sessionPreviousEnded) { $0.how = how }
  }

  /// Draws whether something happens that is no step of its own; returns whether it did.
  func takeSurroundingStep() -> Bool {
    guard hasSurroundings, canUserAct, choices.bool(probability: 0.08) else { return false }
    if !around.hasAskedForTracking && choices.bool() {
      askForTracking()
    } else if around.isAdFree || choices.bool(probability: 0.4) {
      changeEntitlement()
    }
    return true
  }

  /// Records what the app and the phone do because of an event.
  func accompany(_ event: Event) {
    guard hasSurroundings, !isOver else { return }
    passOn(event)
    pauseOrResume(at: event)
    forwardRevenue(of: event)
    lookForCover(at: event)
    releaseDelegate(after: event)
  }

  /// Records that the delegate of an ad is gone, which harms nobody after its dismissal.
  private func releaseDelegate(after event: Event) {
    guard event.kind == .adDismissed, choices.bool(probability: 0.3) else { return }
    let what: Word = choices.bool() ? .delegate : .paidHandler
    later(drawTime(50...2_000)) { $0.loseDelegate(of: event, what) }
  }

  func loseDelegate(of event: Event, _ what: Word) {
    record(.adDelegateLost) {
      $0.ad = event.ad
      $0.unit = event.unit
      $0.what = what
    }
  }
}
