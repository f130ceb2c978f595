internal import AdDecider
import AdSession
import PropertyTesting

/// A step of the phone or its user.
///
/// Recordings contain the index of a case, so append new cases at the end.
enum Step: Int, CaseIterable {
  case wait, act, moment, leave, lock, dialog, suppress, closeAd, resize, openScene, closeScene
  case jumpWall, changeZone, midnight, memory, consent, policy, scroll, reappear, kill, quit
  case longAbsence, terminate, stay, halfDay, busyDay, consentForm, aim, insist

  /// The relative probability of the step; 0 if it is impossible.
  func weight(in world: World) -> Int {
    let isActive = world.phone.activation == .active
    guard isActive else { return self == .wait ? 1 : 0 }
    switch self {
    case .wait: return 4
    case .act: return 6
    case .moment: return 10
    case .leave: return world.showsOnReturn ? 14 : 8
    case .lock: return world.profile.captures.contains(.lock) ? 8 : 1
    case .dialog: return world.faults.contains(.dialogs) ? 3 : 0
    case .suppress: return world.profile.captures.contains(.suppress) ? 3 : 0
    case .closeAd, .quit: return 0
    case .resize: return world.faults.contains(.resizes) && world.profile.hasScenes ? 7 : 0
    case .openScene: return world.canChangeScenes && world.phone.scenes.count < 3 ? 2 : 0
    case .closeScene: return world.canChangeScenes && world.phone.scenes.count > 1 ? 2 : 0
    case .jumpWall:
      return world.faults.contains(.wallJumps) ? (world.isUnderTest ? 4 : 2) : 0
    case .changeZone:
      return world.faults.contains(.zoneChanges) ? (world.isUnderTest ? 3 : 2) : 0
    case .midnight: return world.faults.contains(.midnight) ? 3 : 0
    case .memory: return world.faults.contains(.memoryWarnings) ? 1 : 0
    case .consent: return world.faults.contains(.consentChanges) ? 1 : 0
    case .policy: return world.faults.contains(.policyChanges) && world.hasRemotePolicies ? 3 : 0
    case .scroll: return world.hasFeed ? world.isUnderTest ? 12 : 4 : 0
    case .reappear: return world.hasFeed ? 4 : 0
    case .kill: return world.faults.contains(.kills) ? 1 : 0
    case .terminate: return 1
    case .stay: return world.isUnderTest ? 2 : 1
    case .longAbsence: return world.faults.contains(.longAbsences) ? 5 : 0
    case .halfDay, .busyDay, .consentForm, .aim, .insist:
      return world.isUnderTest ? weightUnderTest(world) : 0
    }
  }
}

extension Step {
  /// The relative probability of a step that only apps under test have.
  private func weightUnderTest(_ world: World) -> Int {
    switch self {
    case .halfDay: world.faults.contains(.longAbsences) ? 2 : 0
    case .aim: world.faults.contains(.longAbsences) ? 10 : 7
    case .insist: 2
    case .busyDay: world.hasBusyDays ? 1 : 0
    default: world.faults.contains(.consentForms) ? 4 : 0
    }
  }

  /// The fault that the step counts as.
  fileprivate var fault: Fault? {
    switch self {
    case .resize: .resizes
    case .openScene, .closeScene: .sceneChanges
    case .jumpWall: .wallJumps
    case .changeZone: .zoneChanges
    case .midnight: .midnight
    case .memory: .memoryWarnings
    case .consent: .consentChanges
    case .policy: .policyChanges
    case .kill: .kills
    case .longAbsence, .halfDay: .longAbsences
    case .consentForm: .consentForms
    case .dialog: .dialogs
    default: nil
    }
  }
}

extension World {
  var isUnderTest: Bool { appUnderTest != nil }

  /// Whether the server of the app can send another policy.
  var hasRemotePolicies: Bool { appUnderTest.map { !$0.remotePolicies.isEmpty } ?? true }

  var canChangeScenes: Bool { profile.isMultiScene && faults.contains(.sceneChanges) }

  /// Whether an app under test has a daily cap that the user can reach.
  var hasBusyDays: Bool { isUnderTest && showsOnReturn && !app.policy.isUnset(.dailyCap) }

  /// Whether a return of the user is an opportunity for an ad.
  var showsOnReturn: Bool { profile.units.contains { $0.format == .appOpen } }

  /// Whether the app has placements for banners or native ads.
  var hasFeed: Bool { app.placements.contains { !$0.format.isFullScreen } }

  /// Draws a pause and a step, and performs both.
  func takeStep() {
    choices.span("command") {
      advance(by: pause(0...(faults.contains(.longAbsences) ? 120_000 : 60_000)))
      if isOver { return }
      if phone.activation != .active { activate() }
      if takeSurroundingStep() { return }
      let steps = Step.allCases
      let number = choices.weighted(
        steps.map { $0.weight(in: self) } + commands.map { $0.isPossible(self) ? $0.weight : 0 })
      if number < steps.count {
        if steps[number].weight(in: self) > 0 { take(steps[number]) }
      } else if commands[number - steps.count].isPossible(self) {
        commands[number - steps.count].action(self)
      }
    }
  }

  private func take(_ step: Step) {
    if let fault = step.fault { strike(fault) }
    switch step {
    case .wait, .closeAd, .quit: break
    case .act: act()
    case .moment: offerMoment()
    case .leave: leave(for: faults.contains(.shortAbsences) ? 200...200_000 : 10_500...200_000)
    case .lock: lockPhone(for: pause(1_500...600_000))
    case .dialog: showDialog(for: drawTime(200...30_000, towards: 1_000))
    case .suppress: suppress()
    case .resize: resizeOne()
    case .openScene: openScene()
    case .closeScene: closeScene()
    case .jumpWall: jumpWall()
    case .changeZone: changeZone()
    case .midnight: passMidnight()
    case .memory: record(.appMemoryWarning)
    case .consent: updateConsent(!(app.canRequestAds ?? false))
    case .policy: changePolicy()
    case .scroll: scroll()
    case .reappear: reappear()
    case .kill: kill()
    case .terminate: terminate()
    case .longAbsence: leave(for: 3_000_000...20_000_000)
    case .halfDay: leave(for: 36_000_000...50_400_000)
    case .busyDay: passBusyDay()
    case .consentForm: askAgain()
    case .aim: takeAim()
    case .insist: insist()
    case .stay: advance(by: pause(200_000...1_500_000, towards: 700_000))
    }
  }

  private func kill() {
    if choices.bool() && faults.contains(.crashes) {
      strike(.crashes)
      return die(of: .crash)
    }
    resign()
    enterBackground()
    advance(by: drawTime(0...40_000))
    die(of: .memory)
  }
}
