internal import AdSession

extension Pattern {
  /// Absence in a window: at each event of a kind, none of the others lies in the last so much `t`.
  static func quiet(
    before kind: EventKind, of others: Trigger..., forLast milliseconds: Int64,
    says: @escaping @Sendable (Moment, Event) -> String
  ) -> Pattern {
    Pattern(
      [.kind(kind)] + others,
      visit: { moment, monitor in
        guard moment.event.kind == kind else {
          // What may be an overlay is none of the others for certain.
          return monitor.memory[moment.facts.isShowUncertain ? 1 : 0] = moment.index
        }
        let last = monitor.memory[0]
        if let last, moment.elapsed(since: last) <= milliseconds {
          let because = says(moment, moment.event(at: last))
          let measured = Double(moment.elapsed(since: last)) / 1000
          let broken = moment.violation(because, witness: [last], measured: measured)
          return monitor.report(broken, of: moment)
        }
        let vague = max(monitor.memory[1] ?? -1, moment.session.shows.unplacedShow)
        let isVague = vague >= 0 && moment.elapsed(since: vague) <= milliseconds
        let isHidden = isVague || moment.canHide(upTo: milliseconds)
        monitor.report(isHidden ? .undecided(.gap) : .kept, of: moment)
      })
  }
}
