import AdSession

extension Pattern {
  /// Comparison of neighbours: between two interstitial shows the user acts often enough.
  static func interstitialPerUserActions() -> Pattern {
    Pattern([.show]) { moment, monitor in
      let actions = moment.session.screen.actions
      let previous = monitor.memory[0]
      let before = monitor.memory[1] ?? 0
      monitor.memory[0] = moment.index
      monitor.memory[1] = actions
      guard let least = moment.count(.interstitialMinActions) else {
        // A gap can hide the show before this one.
        let isSecond = previous != nil || moment.hasGap(since: -1)
        if isSecond { monitor.report(.undecided(.unknown), of: moment) }
        return
      }
      guard let previous else {
        if moment.canHideShow(before: least) { monitor.report(.undecided(.gap), of: moment) }
        return
      }
      let acted = Int64(actions - before)
      let judgement: Judgement =
        if moment.hasGap(since: previous) {
          // Behind the gap the user acted often enough since any show that it hides.
          moment.canHideShow(before: least) || moment.mayFollowShow(after: previous, before: least)
            ? .undecided(.gap) : .kept
        } else if acted >= least {
          moment.mayFollowShow(after: previous, before: least) ? .undecided(.gap) : .kept
        } else if moment.mayBeOverlay(previous) {
          .undecided(.gap)
        } else {
          moment.violation(
            "\(moment.adName) was shown after \(acted) user action\(acted == 1 ? "" : "s") since the last interstitial (limit \(least), interstitial_min_actions)",
            witness: [previous], policy: [.interstitialMinActions], measured: Double(acted))
        }
      monitor.report(judgement, of: moment)
    }
  }
}

extension Moment {
  /// Whether an earlier show may be an overlay of one that a gap hides, so that it came up before.
  fileprivate func mayBeOverlay(_ show: Int) -> Bool {
    run.session.adNumber(event(at: show).ad).map { run.session.ads[$0].hasUncertainShow } ?? false
  }

  /// Whether a gap can hide a show after which the user acted less often than `least` times.
  fileprivate func canHideShow(before least: Int64) -> Bool {
    run.session.time.lastGap(before: index).map { acted(since: $0) < least } ?? false
  }

  /// Whether what may be a show, for all that a gap hides, came after an earlier one, and the user acted
  /// less often than `least` times since.
  fileprivate func mayFollowShow(after previous: Int, before least: Int64) -> Bool {
    let vague = run.session.shows.vagueInterstitial
    return vague > previous && acted(since: vague) < least
  }

  private func acted(since start: Int) -> Int64 {
    Int64(run.trace.events[start..<index].count { $0.kind == .userActed })
  }
}
