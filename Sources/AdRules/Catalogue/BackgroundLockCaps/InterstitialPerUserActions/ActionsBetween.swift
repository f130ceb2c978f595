import AdSession

extension Pattern {
  /// Comparison of neighbours: the user acts often enough between two interstitial shows.
  static func interstitialPerUserActions() -> Pattern {
    Pattern([.kind(.adWillPresent)]) { context, state in
      let isShow = context.isShow
      if isShow == .no { return }
      let previous = EventIndex(state.memory[0])
      let judgement = context.actedEnough(since: previous, with: state.memory[1] ?? 0)
      if let judgement = judgement.flatMap(isShow.limits) { state.report(judgement, of: context) }
      if case .unknown = isShow { return }
      state.memory[0] = context.index
      state.memory[1] = context.session.screen.actions
    }
  }
}

extension EvaluationContext {
  /// The judgement that the user acted often enough since the last show, which came after `before`
  /// actions; nil where nothing shows or hides an earlier one that breaks the rule.
  fileprivate func actedEnough(since previous: EventIndex, with before: Int) -> Judgement? {
    let hidden = max(lastGap, session.shows.unsure.interstitial)
    if max(previous, hidden).isAbsent { return nil }
    guard let least = count(.interstitialMinActions) else { return .undecided(.unknown) }
    // Enough actions since what is hidden are enough since any show.
    let acted = hidden > previous ? acted(since: hidden) : session.screen.actions - before
    if acted >= least { return previous.isPresent ? .kept : nil }
    let isOpen = hidden > previous || mayBeOverlay(previous)
    return isOpen ? .undecided(.gap) : tooFew(Int64(acted), least, since: previous)
  }

  /// Whether an earlier show can be an overlay of a hidden show, which then came up before.
  fileprivate func mayBeOverlay(_ show: EventIndex) -> Bool {
    session.adNumber(event(at: show).ad).map { session.ads[$0].hasUnsureShow } ?? false
  }

  /// The number of actions of the user since a record; O(records since then).
  fileprivate func acted(since start: EventIndex) -> Int {
    evaluation.trace.events[start.known..<index].count { $0.kind == .userActed }
  }

  fileprivate func tooFew(_ acted: Int64, _ least: Int64, since previous: EventIndex) -> Judgement {
    violation(
      "\(adName) was shown after \(acted) user action\(acted == 1 ? "" : "s") since the last interstitial (limit \(least), interstitial_min_actions)",
      witness: [previous], policy: [.interstitialMinActions], measured: Double(acted))
  }
}
