internal import AdDecider
internal import AdSession
internal import AdSimulator

/// A violation of a check, and the time at which it became certain.
typealias CheckViolation = (check: ManagerCheck, because: String, time: Int64)

/// Observes one process for the checks that a journal cannot show.
struct CheckMonitor {
  /// The violations so far, the first one of each check.
  var violations: [CheckViolation] { ownViolations + views.violations }
  private var ownViolations: [CheckViolation] = []
  /// Observes the banners and native ads.
  var views = ViewMonitor()
  private var granted: Set<Symbol> = []
  private var loadedAt: [Symbol: Int64] = [:]
  private var expired: Set<Symbol> = []
  /// The fresh ad that was given up last in each slot.
  private var givenUp: [Placement: (ad: Symbol, age: Int64)] = [:]
  private var isFormUp = false
  /// The notification that made the app inactive; nil while it is active.
  private var inactiveSince: EventKind?
  /// Whether the user returned, and nothing happened since that can lead to an interstitial.
  private var hasJustReturned = false
  /// The time of the last moment that the app offered.
  private var offeredAt: Int64?
  /// Whether something happened that can make fresh ads useless: pressure on the memory, a resize,
  /// a change of the policy or of the consent.
  private var hasReasonToDiscard = false

  /// The app-open ad that was presented last, until its outcome is known or the user leaves.
  private var appearing: (ad: Symbol, since: Int64)?

  /// The app offers a moment for a show.
  mutating func offered(at time: Int64) { (hasJustReturned, offeredAt) = (false, time) }

  /// The time for which a moment can lead to an ad, in milliseconds.
  private static let momentLasts: Int64 = 30_000

  mutating func observe(_ event: Event, in world: World) {
    observePhone(event)
    views.observe(event, in: world)
    switch event.kind {
    case .adLoaded: if loadedAt[event.ad] == nil { loadedAt[event.ad] = event.t }
    case .adExpired: expired.insert(event.ad)
    case .adPresentRequested: presented(event, world)
    case .adRewardGranted: rewarded(event, world)
    case .adDiscarded: discarded(event, world)
    case .adRequested: requested(event, world)
    case .adWillPresent, .adFailedToPresent, .adDismissed, .appResignedActive: appearing = nil
    case .splashFinished: splashFinished(event, world)
    default: break
    }
  }

  /// The time for which the loading screen must wait for its ad to appear, in milliseconds.
  private static let adAppearsWithin: Int64 = 1_000

  private mutating func splashFinished(_ event: Event, _ world: World) {
    guard let (ad, since) = appearing, event.t - since < Self.adAppearsWithin else { return }
    report(
      .splashWaitsForItsAd,
      "the loading screen was closed \(CaseClock.duration(event.t - since)) after "
        + "\(world.text(ad)) was presented over it, before it appeared", at: event.t)
  }

  private mutating func observePhone(_ event: Event) {
    switch event.kind {
    case .appBecameActive: inactiveSince = nil
    case .appResignedActive: inactiveSince = event.kind
    case .appEnteredBackground: inactiveSince = nil
    case .appEnteringForeground:
      inactiveSince = event.kind
      hasJustReturned = true
    case .userActed: hasJustReturned = false
    case .consentFormShown: isFormUp = true
    case .consentFormClosed: isFormUp = false
    case .consentUpdated: if event.canRequestAds != true { hasReasonToDiscard = true }
    case .appMemoryWarning, .sceneResized, .sceneDisconnected, .configChanged, .appTerminating,
      .appTimeChanged:
      hasReasonToDiscard = true
    default: break
    }
  }

  private mutating func report(_ check: ManagerCheck, _ because: String, at time: Int64) {
    guard !ownViolations.contains(where: { $0.check == check }) else { return }
    ownViolations.append((check, because, time))
  }

  private mutating func presented(_ event: Event, _ world: World) {
    let name = world.text(event.ad)
    if event.format == .appOpen { appearing = (event.ad, event.t) }
    if isFormUp {
      report(.noPresentWhileInactive, "\(name) was presented under the consent form", at: event.t)
    } else if isInactive(for: event.format) {
      report(
        .noPresentWhileInactive, "\(name) was presented while the app was inactive", at: event.t)
    }
    let hasMoment = offeredAt.map { event.t - $0 <= Self.momentLasts } ?? false
    if event.format == .interstitial && hasJustReturned && !hasMoment {
      report(
        .noInterstitialOnReturn,
        "interstitial \(name) was presented after a return to the app, without a moment or a user "
          + "action since", at: event.t)
    }
  }

  /// Whether a dialog covers the app, or it is on its way to the foreground.
  ///
  /// An app-open ad may come up on that way.
  private func isInactive(for format: Word) -> Bool {
    inactiveSince == .appResignedActive
      || inactiveSince == .appEnteringForeground && format != .appOpen
  }

  private mutating func rewarded(_ event: Event, _ world: World) {
    if granted.insert(event.ad).inserted { return }
    report(.oneGrantPerShow, "the reward of \(world.text(event.ad)) was granted twice", at: event.t)
  }

  /// Notes an ad that was given up before half of its life was over, without a reason.
  private mutating func discarded(_ event: Event, _ world: World) {
    guard let loaded = loadedAt[event.ad], !expired.contains(event.ad), !hasReasonToDiscard,
      let placement = world.placement(ofUnshown: event.ad)
    else { return }
    let age = event.t - loaded
    if age < world.maximumAge(of: placement) / 2 { givenUp[placement] = (event.ad, age) }
  }

  private mutating func requested(_ event: Event, _ world: World) {
    let placement = Placement(unit: event.unit, format: event.format, scene: event.scene)
    guard let (ad, age) = givenUp.removeValue(forKey: placement) else { return }
    report(
      .freshAdIsKept,
      "\(world.text(ad)) was given up \(CaseClock.duration(age)) after it was loaded, and another "
        + "ad was requested", at: event.t)
  }
}
