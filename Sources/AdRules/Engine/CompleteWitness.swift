internal import AdSession

/// What the witness of a violation shows beside what breaks the rule.
extension Judge {
  /// A witness must show all that the rule needs: a class counts as captured by the header, or
  /// where that says nothing by occurring.
  func completed(_ violation: Violation, of rule: Rule) -> Violation {
    guard completesWitnesses else { return violation }
    // What a rule of a file needs beside its events, it alone can say.
    if rule.group == .custom { return sufficient(violation, of: rule) }
    if evaluation.trace.header?.captures == nil { return withCaptured(violation, of: rule) }
    return hasTwoShows(violation) ? sufficient(violation, of: rule) : violation
  }

  private func withCaptured(_ violation: Violation, of rule: Rule) -> Violation {
    var complete = violation
    var isSufficient = !hasTwoShows(violation)
    for eventClass in rule.observes where isMissing(eventClass, in: complete) {
      isSufficient = add(eventClass, to: &complete, of: rule)
    }
    if rule.observes.contains(.decision) { dropAppOpenEvent(of: &complete, of: rule) }
    if isSufficient || breaks(rule, complete.witness, of: violation) { return complete }
    return sufficient(violation, of: rule)
  }

  private func isMissing(_ eventClass: EventClass, in violation: Violation) -> Bool {
    let events = evaluation.trace.events
    return !ClassSet.always.contains(ClassSet(eventClass))
      && !violation.witness.contains { events[$0].kind.eventClass == eventClass }
  }

  /// Adds an event of a class; says whether the witness alone breaks the rule then.
  ///
  /// Not every one will do: one can excuse what the others break, or break the rule itself.
  private func add(
    _ eventClass: EventClass, to violation: inout Violation, of rule: Rule
  ) -> Bool {
    let added = evaluation.firstEvents(of: eventClass).filter { $0 != violation.certainAt }
      .prefix(Evaluation.mostCandidates)
    for index in added {
      guard let witness = witness(of: violation, with: index, of: rule) else { continue }
      violation.witness = witness
      return true
    }
    let isEnough = added.first {
      breaks(rule, Evaluation.sorted(violation.witness + [$0]), of: violation)
    }
    guard let index = isEnough ?? added.first else { return false }
    violation.witness = Evaluation.sorted(violation.witness + [index])
    return isEnough != nil
  }

  /// The witness with one more event; of a missed deadline that one can show the time as well.
  private func witness(
    of violation: Violation, with index: Int, of rule: Rule
  ) -> [Int]? {
    let witness = Evaluation.sorted(violation.witness + [index])
    func isEnough(without dropped: Int?) -> Bool {
      breaks(rule, witness.filter { $0 != dropped }, of: violation)
    }
    guard isEnough(without: nil) else { return nil }
    if violation.missing == nil {
      return violation.witness.contains { isEnough(without: $0) } ? nil : witness
    }
    if !isEnough(without: violation.certainAt) { return witness }
    return index > violation.certainAt ? witness.filter { $0 != violation.certainAt } : nil
  }

  /// A decision on an app-open ad shows as well that the session has to do with them.
  private func dropAppOpenEvent(of violation: inout Violation, of rule: Rule) {
    guard violation.missing?.kind == .adShowDecided else { return }
    let other = evaluation.firstAppOpenEvent
    let fewer = violation.witness.filter { $0 != other }
    if fewer.count < violation.witness.count && other != violation.certainAt
      && breaks(rule, fewer, of: violation)
    {
      violation.witness = fewer
    }
  }

  /// Whether an ad comes up twice in a witness: the second time may be what a click on the first led
  /// to, but for what ended the first or shows that clicks are captured.
  private func hasTwoShows(_ violation: Violation) -> Bool {
    let events = evaluation.trace.events
    var shown: Set<Symbol> = []
    return violation.witness.contains {
      events[$0].kind == .adWillPresent && !shown.insert(events[$0].ad).inserted
    }
  }

  /// With those of the events before it that the witness needs to break the rule alone.
  ///
  /// Which these are the rule alone knows: they are what is left when all others are taken away.
  private func sufficient(_ violation: Violation, of rule: Rule) -> Violation {
    func isEnough(_ others: [Int]) -> Bool {
      breaks(rule, Evaluation.sorted(violation.witness + others), of: violation)
    }
    var others = isEnough([]) ? [] : eventsBefore(violation, of: rule)
    guard isEnough(others) else { return violation }
    var length = others.count
    while length > 0 {
      var start = 0
      while start < others.count {
        let end = min(start + length, others.count)
        let fewer = Array(others[..<start] + others[end...])
        if isEnough(fewer) { others = fewer } else { start = end }
      }
      length /= 2
    }
    var complete = violation
    complete.witness = Evaluation.sorted(violation.witness + others)
    return complete
  }

  /// The events that may belong to a witness: the last ones, and the first ones of classes that it does
  /// not show yet.
  private func eventsBefore(_ violation: Violation, of rule: Rule) -> [Int] {
    let last = violation.witness.last ?? 0
    let missing = rule.observes.filter { isMissing($0, in: violation) }
    let observed = missing.flatMap { evaluation.firstEvents(of: $0) }
    return Evaluation.sorted(Array(max(1, last - Evaluation.mostOthers)..<max(1, last)) + observed)
  }

  /// Whether the header and these records alone break the rule.
  private func breaks(_ rule: Rule, _ witness: [Int], of violation: Violation) -> Bool {
    let added = evaluation.trace.policyChanges.keys.filter { $0 < violation.certainAt }
    let part = evaluation.trace.part(Evaluation.sorted([0] + witness + added))
    return judge(ofWitnessesFor: rule).judge(part).first?.verdict == .violated
  }
}
