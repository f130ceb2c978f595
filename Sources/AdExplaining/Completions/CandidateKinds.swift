internal import AdRules
internal import AdSession

extension Rule {
  /// The kinds of records that can decide the rule, the most likely ones first: those that its
  /// pattern visits, then those of the classes that it observes, then the life cycle of the app.
  func decisiveKinds(captured: ClassSet) -> [EventKind] {
    var kinds: [EventKind] = []
    func add(_ kind: EventKind) {
      guard let eventClass = kind.eventClass, captured.contains(ClassSet(eventClass)) else {
        return
      }
      if !kinds.contains(kind) && canBeLost(kind) { kinds.append(kind) }
    }
    for trigger in pattern.visits.flatMap({ $0.triggers }) { trigger.kinds.forEach(add) }
    for kind in EventKind.allCases {
      if let eventClass = kind.eventClass, observes.contains(eventClass) { add(kind) }
    }
    // A click decides whether a show is only the content of the click.
    if kinds.contains(.adWillPresent) { add(.adClicked) }
    for kind in EventKind.allCases where kind.eventClass == .app { add(kind) }
    return kinds
  }

  /// Whether a gap can hide a kind, by the assumptions of `Journals/RULES.md`, section 5.2.
  private func canBeLost(_ kind: EventKind) -> Bool {
    switch kind {
    case .configChanged, .appTimeChanged, .sessionBegan, .recorderGap, .sessionContinued,
      .sessionSealed, .note, .unknown, .appMemoryWarning, .appLaunched:
      false
    case .trackingAnswered: id == "no-ad-during-tracking-prompt"
    case .sessionEnded: true
    case .consentUpdated, .consentFormShown, .consentFormClosed, .sdkStarted:
      observes.contains(.consent) && id != "splash-ends"
    case .appTerminating: id == "no-interstitial-on-launch-or-exit"
    default: true
    }
  }

  /// Whether a gap can hide a configuration failure from the rule.
  var seesLostConfigurationFailures: Bool { id == "no-retry-on-configuration-error" }
}

extension Pattern.Trigger {
  /// The kinds of the events of the trigger.
  var kinds: [EventKind] {
    switch self {
    case .kind(let kind): [kind]
    case .attempt: [.adPresentRequested, .adWillPresent, .adFailedToPresent]
    case .show: [.adWillPresent]
    }
  }
}
