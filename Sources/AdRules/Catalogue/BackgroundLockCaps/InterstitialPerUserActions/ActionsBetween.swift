import AdSession

extension Pattern {
  /// Comparison of neighbours: the user acts often enough between two interstitial shows.
  static func interstitialPerUserActions() -> Pattern {
    Pattern([.show]) { context, state in
      let actions = context.session.screen.actions
      let previous = state.memory[0]
      let before = state.memory[1] ?? 0
      state.memory[0] = context.index
      state.memory[1] = actions
      guard let least = context.count(.interstitialMinActions) else {
        // A gap can hide the previous show.
        let isSecond = previous != nil || context.hasGap(since: .none)
        if isSecond { state.report(.undecided(.unknown), of: context) }
        return
      }
      guard let previous else {
        if context.canHideShow(before: least) { state.report(.undecided(.gap), of: context) }
        return
      }
      let acted = Int64(actions - before)
      let judgement: Judgement =
        if context.hasGap(since: previous) {
          // The actions after the gap are enough for any show that it hides.
          context.canHideShow(before: least)
            || context.mayFollowShow(after: previous, before: least)
            ? .undecided(.gap) : .kept
        } else if acted >= least {
          context.mayFollowShow(after: previous, before: least) ? .undecided(.gap) : .kept
        } else if context.mayBeOverlay(previous) {
          .undecided(.gap)
        } else {
          context.violation(
            "\(context.adName) was shown after \(acted) user action\(acted == 1 ? "" : "s") since the last interstitial (limit \(least), interstitial_min_actions)",
            witness: [previous], policy: [.interstitialMinActions], measured: Double(acted))
        }
      state.report(judgement, of: context)
    }
  }
}

extension EvaluationContext {
  /// Whether an earlier show can be an overlay of a hidden show, which then came up before.
  fileprivate func mayBeOverlay(_ show: Int) -> Bool {
    session.adNumber(event(at: show).ad).map { session.ads[$0].hasUncertainShow } ?? false
  }

  /// Whether a gap can hide a show after which the user acted less often than `least` times.
  fileprivate func canHideShow(before least: Int64) -> Bool {
    session.time.lastGap(before: index).map { acted(since: $0) < least } ?? false
  }

  /// Whether a possible show followed an earlier show, and the user acted less than `least` times
  /// since.
  fileprivate func mayFollowShow(after previous: Int, before least: Int64) -> Bool {
    let vague = session.shows.vagueInterstitial
    return vague > previous && acted(since: vague.known) < least
  }

  private func acted(since start: Int) -> Int64 {
    Int64(evaluation.trace.events[start..<index].count { $0.kind == .userActed })
  }
}
