import AdSession

extension Pattern {
  /// Comparison of neighbours: between two interstitial shows the user acts often enough.
  static func interstitialPerUserActions() -> Pattern {
    Pattern([.show]) { moment, monitor in
      let actions = moment.session.screen.actions
      let previous = monitor.memory[0]
      let before = monitor.memory[1] ?? 0
      monitor.memory = [0: moment.index, 1: actions]
      guard let previous else { return }
      guard let least = moment.count(.interstitialMinActions) else {
        return monitor.report(.undecided(.unknown), of: moment)
      }
      let acted = Int64(actions - before)
      let judgement: Judgement =
        if moment.hasGap(since: previous) {
          .undecided(.gap)
        } else if acted >= least {
          .kept
        } else {
          moment.violation(
            "\(moment.adName) was shown after \(acted) user action\(acted == 1 ? "" : "s") since the last interstitial (limit \(least), interstitial_min_actions)",
            witness: [previous], policy: [.interstitialMinActions], measured: Double(acted))
        }
      monitor.report(judgement, of: moment)
    }
  }
}
