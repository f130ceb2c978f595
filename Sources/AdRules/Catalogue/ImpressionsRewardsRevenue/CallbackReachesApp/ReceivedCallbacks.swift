import AdSession

extension Pattern {
  /// Response by the layers above the SDK: the code of the app receives each outcome.
  static func callbackReachesApp() -> Pattern {
    let message: MissedMessage = {
      "\($0.outcome), but the callback did not reach the app\($1)"
    }
    let receiving = Visit([.kind(.callbackReceived)], need: .awake) { context, state in
      guard context.event.layer == .app else { return }
      state.answer(
        context.correlation(of: context.event.what), by: context.index, in: context.evaluation,
        message: message)
    }
    let reporting = Visit(
      [
        .kind(.adLoaded), .kind(.adFailedToLoad), .kind(.adFailedToPresent), .kind(.adDismissed),
        .kind(.adRewardEarned),
      ]
    ) { context, state in
      guard let what = context.event.kind.callback,
        let exemption = context.exemptionFromCallback
      else { return }
      state.open(
        context, context.correlation(of: what), .callbackSeconds, exemption,
        missing: .callbackReceived)
    }
    return Pattern(visits: [receiving, reporting], needsFinish: .awake) { evaluation, state in
      state.settleAll(in: evaluation, message: message)
    }
    .demanding(.callbackReceived)
  }
}

extension EventKind {
  /// The `what` of the callback that reports an outcome; nil for other kinds.
  fileprivate var callback: Word? {
    switch self {
    case .adLoaded: .loaded
    case .adFailedToLoad: .failedToLoad
    case .adFailedToPresent: .failedToPresent
    case .adDismissed: .dismissed
    case .adRewardEarned: .reward
    default: nil
    }
  }
}

extension EvaluationContext {
  /// What a callback shares with the outcome that it reports.
  fileprivate func correlation(of what: Word) -> UInt64 {
    let name = what == .failedToLoad ? event.request : event.ad
    return UInt64(what.byte) << 32 | UInt64(name.id)
  }

  /// Nil where an earlier event of the same kind and ad, or request, makes it no activation.
  fileprivate var exemptionFromCallback: Exemption? {
    switch isRepeatedOutcome {
    case .yes: nil
    case .unknown(let why): .unknown(why)
    case .no: Exemption.none
    }
  }

  private var isRepeatedOutcome: Truth {
    if event.kind == .adFailedToLoad {
      let request = requestState
      let isRepeated = Truth(request.map { $0.failedCount > 0 } ?? false)
      return isRepeated.orHidden(hasGap(since: request?.requestedIndex ?? .none))
    }
    if event.kind == .adLoaded { return Truth(first(.loaded) != nil) }
    return event.kind.adFact.map(earlier) ?? .no
  }

  /// An outcome in a message: `interstitial ad a-1 was dismissed`.
  fileprivate var outcome: String {
    switch event.kind {
    case .adLoaded: "\(adName) was loaded"
    case .adFailedToLoad: "\(requestName) failed"
    case .adFailedToPresent: "\(adName) could not be presented"
    case .adDismissed: "\(adName) was dismissed"
    default: "\(adName) earned a reward"
    }
  }
}
