import AdSession

extension Pattern {
  /// One activation at the end of a session that had an event of this kind: at `session.ended`.
  ///
  /// In a cut session the check sees the last record; nobody knows what came after, so that what it
  /// finds broken is undecided.
  public static func atTheEnd(
    after trigger: Trigger, check: @escaping @Sendable (Moment) -> Judgement
  ) -> Pattern {
    Pattern(
      [trigger, .kind(.sessionEnded)],
      visit: { moment, monitor in
        guard moment.event.kind == .sessionEnded else {
          monitor.memory[End.key] = monitor.memory[End.key] ?? End.isAwaited
          return
        }
        guard monitor.memory[End.key] == End.isAwaited else { return }
        monitor.memory[End.key] = End.isJudged
        monitor.report(check(moment), of: moment)
      },
      finish: { run, monitor in
        guard monitor.memory[End.key] == End.isAwaited else { return }
        let last = Moment(run: run, index: run.trace.events.count - 1, facts: MomentFacts())
        var judgement = check(last)
        if case .violated = judgement { judgement = .undecided(.cut) }
        monitor.report(judgement, of: last)
      })
  }

  /// What a monitor remembers of the end.
  private enum End {
    static let key: UInt64 = 0
    static let isAwaited = 1
    static let isJudged = 2
  }
}
