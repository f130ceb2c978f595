import AdSession

extension PhasePair {
  /// Why the deciding manager's sessions never have the pair, in a sentence; nil: they have it.
  ///
  /// Whatever phone, user, SDK and adapters do comes in every phase under the faults; only what the
  /// manager itself does, and the header, come where they belong.
  public var impossibleBecause: String? {
    machine == .ad ? Self.reason(kind, AdPhase.allCases[phase]) : reasonOfApp
  }

  private static func reason(_ kind: EventKind, _ phase: AdPhase) -> String? {
    switch kind {
    case .adPresentRequested, .adShowDecided, .adFitChecked:
      [.presenting, .showing, .failedToPresent, .expired, .discarded].contains(phase)
        ? "The decider shows and checks only ads that their place holds: a call of present, a "
          + "failure, an expiry and a discard each take the ad out of its place for good."
        : nil
    case .adDiscarded:
      [.presenting, .discarded].contains(phase)
        ? "The decider lets go once, and only of ads that their place holds." : nil
    case .adDelegateSet, .adPaidHandlerSet:
      [.unknown, .ready].contains(phase)
        ? nil : "The decider sets it once, in the moment in which the ad is loaded."
    default: nil
    }
  }

  private var reasonOfApp: String? {
    let phase = AppState.Phase.allCases[phase]
    if kind == .sessionBegan && phase != .launching {
      return "The header is the first record: nothing was told of the app before."
    }
    switch kind {
    case .adRequested, .adPresentRequested, .adShowDecided, .windowShown:
      return phase == .terminating
        ? "The decider begins nothing once it was told that the app ends." : nil
    default: return nil
    }
  }
}
