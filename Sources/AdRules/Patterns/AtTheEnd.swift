import AdSession

extension Pattern {
  /// One activation at the end of a session that had an event of this kind: at `session.ended`.
  ///
  /// In a cut session the check sees the last record; nobody knows what came after, so that what it
  /// finds broken is undecided. Where no such event was seen, but a gap can hide one that matters,
  /// the activation is undecided, too.
  public static func atTheEnd(
    after trigger: Trigger, check: @escaping @Sendable (Moment) -> Judgement
  ) -> Pattern {
    Pattern(
      [trigger, .kind(.sessionEnded)],
      visit: { moment, monitor in
        if moment.event.kind == .sessionEnded {
          monitor.judgeEnd(check(moment), of: moment)
        } else if monitor.memory[End.key] == nil {
          monitor.memory[End.key] = End.isAwaited
        }
      },
      finish: { run, monitor in
        let last = run.trace.events.count - 1
        guard last >= 0 else { return }
        let moment = Moment(run: run, index: last, facts: MomentFacts())
        var judgement = check(moment)
        if case .violated = judgement { judgement = .undecided(.cut) }
        monitor.judgeEnd(judgement, of: moment)
      })
  }
}

/// What a monitor remembers of the end.
private enum End {
  static let key: UInt64 = 0
  static let isAwaited = 1
  static let isJudged = 2
}

extension Monitor {
  fileprivate mutating func judgeEnd(_ judgement: Judgement, of moment: Moment) {
    let isActivated = memory[End.key] == End.isAwaited
    if memory[End.key] == End.isJudged { return }
    memory[End.key] = End.isJudged
    if isActivated { return report(judgement, of: moment) }
    if case .undecided(.gap) = judgement { report(judgement, of: moment) }
  }
}
