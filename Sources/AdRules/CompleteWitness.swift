internal import AdSession

/// What the witness of a violation shows beside what breaks the rule.
extension Judge {
  /// A witness must show all that the rule needs: a class counts as captured by the header, or
  /// where that says nothing by occurring.
  ///
  /// Not every event of the class will do (one can excuse what the others break): the first with
  /// which the witness alone still breaks the rule is taken.
  func completed(_ violation: Violation, of rule: Rule) -> Violation {
    guard completesWitnesses, run.trace.header?.captures == nil else { return violation }
    var complete = violation
    for eventClass in rule.observes { add(eventClass, to: &complete, of: rule) }
    if rule.observes.contains(.decision) { dropAppOpenEvent(of: &complete, of: rule) }
    return hasTwoShows(complete) ? withClicksCaptured(complete, of: rule) : complete
  }

  private func add(_ eventClass: EventClass, to violation: inout Violation, of rule: Rule) {
    let events = run.trace.events
    if ClassSet.always.contains(ClassSet(eventClass))
      || violation.witness.contains(where: { events[$0].kind.eventClass == eventClass })
    {
      return
    }
    let certainAt = violation.certainAt
    let added = run.firstEvents(of: eventClass).filter { $0 != certainAt }
      .prefix(Run.mostCandidates)
    let witnesses = added.map { Run.sorted(violation.witness + [$0]) }
    let sufficient = witnesses.first { breaks(rule, $0, of: violation) }
    violation.witness = sufficient ?? witnesses.first ?? violation.witness
  }

  /// A decision on an app-open ad shows as well that the session has to do with them.
  private func dropAppOpenEvent(of violation: inout Violation, of rule: Rule) {
    guard violation.missing?.kind == .adShowDecided else { return }
    let other = run.firstAppOpenEvent
    let fewer = violation.witness.filter { $0 != other }
    if fewer.count < violation.witness.count && other != violation.certainAt
      && breaks(rule, fewer, of: violation)
    {
      violation.witness = fewer
    }
  }

  /// Whether an ad comes up twice in a witness: where clicks are not captured, the second time may
  /// be what a click on the first led to.
  private func hasTwoShows(_ violation: Violation) -> Bool {
    let shows = violation.witness.map { run.trace.events[$0] }.filter { $0.kind == .adWillPresent }
    return shows.count > 1 && run.trace.captured.contains(ClassSet(.revenue))
      && Set(shows.map(\.ad)).count < shows.count
  }

  /// With a record that shows that clicks are captured, where the witness needs one.
  private func withClicksCaptured(_ violation: Violation, of rule: Rule) -> Violation {
    if breaks(rule, violation.witness, of: violation) { return violation }
    var complete = violation
    add(.revenue, to: &complete, of: rule)
    return breaks(rule, complete.witness, of: complete) ? complete : violation
  }

  /// Whether the header and these records alone break the rule.
  private func breaks(_ rule: Rule, _ witness: [Int], of violation: Violation) -> Bool {
    let added = run.trace.policyChanges.keys.filter { $0 < violation.certainAt }
    let part = run.trace.part(Run.sorted([0] + witness + added))
    let judge = Judge(rules: [rule], overrides: overrides, completesWitnesses: false)
    return judge.judge(part).first?.verdict == .violated
  }
}
