internal import AdSession

extension Pattern {
  /// Comparison: the fields of each of these events are so; one that lacks a field is no activation.
  static func fields(of events: EventSelection, are tests: [FieldTest]) -> Pattern {
    Pattern(
      events.triggers,
      visit: { moment, monitor in
        let holds = tests.map { $0.holds(moment) }
        if holds.contains(nil) { return }
        switch events.triggers(moment) {
        case .no: break
        case .maybe(let doubt): monitor.report(.undecided(doubt), of: moment)
        case .yes:
          let broken = holds.firstIndex(of: false)
          let judgement = broken.map { moment.violation(moment.sentence(against: tests[$0])) }
          monitor.report(judgement ?? .kept, of: moment)
        }
      })
  }
}

extension Moment {
  fileprivate func sentence(against test: FieldTest) -> String {
    let value = test.value(self).map { "\(test.field.name) \($0)" } ?? "no \(test.field.name)"
    return "\(eventName) has \(value) (\(test.text))"
  }
}
