import AdSession

extension PhasePair {
  /// Why no session of the deciding manager contains the pair; nil if some do.
  ///
  /// Under all faults, events of the phone, the user, the SDK and the adapters occur in every
  /// phase. Only the header and the actions of the manager itself are limited to some phases.
  public var impossibleBecause: String? {
    machine == .ad ? Self.reason(kind, AdPhase.allCases[phase]) : reasonOfApp
  }

  private static func reason(_ kind: EventKind, _ phase: AdPhase) -> String? {
    switch kind {
    case .adPresentRequested, .adShowDecided, .adFitChecked:
      [.presenting, .showing, .failedToPresent, .expired, .discarded].contains(phase)
        ? "The decider shows and checks only ads that are ready in their slot. An ad leaves its "
          + "slot for good when it is presented, fails to present, expires or is discarded."
        : nil
    case .adDiscarded:
      [.presenting, .discarded].contains(phase)
        ? "The decider discards an ad once, and only while it is ready in its slot." : nil
    case .adDelegateSet, .adPaidHandlerSet:
      [.unknown, .ready].contains(phase)
        ? nil : "The decider sets it once, as soon as the ad is loaded."
    default: nil
    }
  }

  private var reasonOfApp: String? {
    let phase = AppState.Phase.allCases[phase]
    if kind == .sessionBegan && phase != .launching {
      return "The header is the first record, before any event of the app."
    }
    switch kind {
    case .adRequested, .adPresentRequested, .adShowDecided, .windowShown:
      return phase == .terminating
        ? "The decider starts nothing after the notification that the app terminates." : nil
    default: return nil
    }
  }
}
