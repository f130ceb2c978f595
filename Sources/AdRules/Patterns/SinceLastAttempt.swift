import AdSession

extension Pattern {
  /// Comparison at each attempt to show an app-open ad.
  ///
  /// The check also gets the index of the last earlier attempt that is certain (-1: none): those since
  /// may be none, where a gap can hide that the app called present before.
  static func sinceLastAttempt(
    check: @escaping @Sendable (Moment, _ certainAttempt: Int) -> Judgement?
  ) -> Pattern {
    Pattern([.attempt], judgesFailureOnly: false) { moment, monitor in
      let last = moment.session.shows.appOpenAttempt
      let certain = monitor.memory.removeValue(forKey: UInt64(bitPattern: Int64(last))) ?? last
      if moment.facts.isAttemptUncertain { monitor.memory[UInt64(moment.index)] = certain }
      if let judgement = check(moment, certain) { monitor.report(judgement, of: moment) }
    }
  }
}
