internal import AdSession

extension Pattern {
  /// Comparison: the fields of each event meet conditions; an event without a tested field is no
  /// activation.
  static func fields(of events: EventSelection, are tests: [FieldTest]) -> Pattern {
    Pattern(
      events.triggers,
      visit: { context, state in
        let membership = events.triggers(context, &state)
        let holds = tests.map { $0.holds(context) }
        if holds.contains(nil) { return }
        switch membership {
        case .no: break
        case .maybe(let doubt): state.report(.undecided(doubt), of: context)
        case .yes:
          let broken = holds.firstIndex(of: false)
          let judgement = broken.map { context.violation(context.sentence(against: tests[$0])) }
          state.report(judgement ?? .kept, of: context)
        }
      })
  }
}

extension EvaluationContext {
  fileprivate func sentence(against test: FieldTest) -> String {
    let value = test.value(self).map { "\(test.field.name) \($0)" } ?? "no \(test.field.name)"
    return "\(eventName) has \(value) (\(test.text))"
  }
}
