import AdSession

extension Pattern {
  /// Comparison of neighbours: the user acts often enough between two interstitial shows.
  static func interstitialPerUserActions() -> Pattern {
    Pattern([.show]) { context, state in
      let actions = context.session.screen.actions
      let previous = EventIndex(state.memory[0])
      let before = state.memory[1] ?? 0
      state.memory[0] = context.index
      state.memory[1] = actions
      let hidden = max(context.lastGap, context.session.shows.unsure.interstitial)
      if max(previous, hidden).isAbsent { return }
      guard let least = context.count(.interstitialMinActions) else {
        return state.report(.undecided(.unknown), of: context)
      }
      // Enough actions since what is hidden are enough since any show.
      let acted = Int64(hidden > previous ? context.acted(since: hidden) : actions - before)
      if acted >= least {
        if previous.isPresent { state.report(.kept, of: context) }
        return
      }
      let isOpen = hidden > previous || context.mayBeOverlay(previous)
      state.report(
        isOpen ? .undecided(.gap) : context.tooFew(acted, least, since: previous), of: context)
    }
  }
}

extension EvaluationContext {
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
