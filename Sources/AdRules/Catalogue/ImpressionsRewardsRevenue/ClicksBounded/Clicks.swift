internal import AdSession

extension Pattern {
  /// Bounded number: an ad, and the session, have at most `clicks_per_show` and
  /// `clicks_per_session` clicks.
  static func clicksBounded() -> Pattern {
    Pattern([.kind(.adClicked)]) { context, state in
      let ofAd = state.addClick(context, to: UInt64(context.event.ad.id) + 1)
      let ofSession = state.addClick(context, to: 0)
      let judgements = [
        context.judge(ofAd, .clicksPerShow, isHidden: context.hasGapSinceLoad) {
          "\(context.adName) was clicked \($0) times"
        },
        context.judge(ofSession, .clicksPerSession, isHidden: context.hasGap(since: .none)) {
          "ads were clicked \($0) times in this session"
        },
      ].compactMap { $0 }
      guard let worst = judgements.max(by: { $0.weight < $1.weight }) else { return }
      state.report(worst, of: context)
    }
  }
}

extension RuleState {
  /// Adds a click to a list and returns all clicks of it.
  fileprivate mutating func addClick(_ context: EvaluationContext, to list: UInt64) -> [Int] {
    lists[list, default: []].append(context.index)
    return lists[list] ?? []
  }
}

extension EvaluationContext {
  /// The judgement that these are at most as many clicks as a threshold; nil where it is not set.
  fileprivate func judge(
    _ clicks: [Int], _ key: PolicyKey, isHidden: Bool, _ message: (Int) -> String
  ) -> Judgement? {
    if isUnset(key) { return nil }
    guard let most = count(key) else { return .undecided(.unknown) }
    if clicks.count <= most { return isHidden ? .undecided(.gap) : .kept }
    return violation(
      "\(message(clicks.count)) (limit \(most), \(key.name))",
      witness: clicks.suffix(Int(clamping: most) + 1), policy: [key],
      measured: Double(clicks.count))
  }
}

extension Judgement {
  /// Orders judgements about one event: a violation counts most, then a doubt.
  fileprivate var weight: Int {
    switch self {
    case .kept: 0
    case .undecided: 1
    case .violated: 2
    }
  }
}
