internal import AdSession

/// Completes the witness of a violation, so that its records alone violate the rule.
extension Judge {
  /// The violation with a witness that is sufficient by itself.
  ///
  /// A class counts as captured if the header lists it. Where the header has no list, an event of
  /// the class must be part of the witness.
  func completed(_ violation: Violation, of rule: Rule) -> Violation {
    guard completesWitnesses else { return violation }
    if evaluation.usedOwnCount, !breaks(rule, violation.witness, of: violation) {
      return withOwnCount(violation, of: rule)
    }
    // Which further events a rule from a file needs can only be found by trying.
    if rule.group == .custom { return sufficient(violation, of: rule) }
    if evaluation.trace.header?.captures == nil { return withCaptured(violation, of: rule) }
    return hasTwoShows(violation) ? sufficient(violation, of: rule) : violation
  }

  /// The violation with its late answer in the witness, which is sufficient without it.
  func withLateAnswer(_ violation: Violation) -> Violation {
    guard let late = violation.late else { return violation }
    var complete = violation
    complete.witness = Evaluation.sorted(violation.witness + [late.answer])
    return complete
  }

  private func withCaptured(_ violation: Violation, of rule: Rule) -> Violation {
    var complete = violation
    var isSufficient = !hasTwoShows(violation)
    for eventClass in rule.observes where isMissing(eventClass, in: complete, of: rule) {
      isSufficient = add(eventClass, to: &complete, of: rule)
    }
    if rule.observes.contains(.decision) { dropAppOpenEvent(of: &complete, of: rule) }
    if isSufficient || breaks(rule, complete.witness, of: violation) { return complete }
    return sufficient(violation, of: rule)
  }

  /// The first record of the kind of a class that the rule demands; none where it demands none.
  private func demanded(_ eventClass: EventClass, by rule: Rule) -> [Int] {
    guard let kind = rule.pattern.demands, kind.eventClass == eventClass else { return [] }
    return [EventIndex(evaluation.trace.events.firstIndex { $0.kind == kind })].present
  }

  /// The violation with the decision by whose `remaining` the cap was not used up.
  private func withOwnCount(_ violation: Violation, of rule: Rule) -> Violation {
    let events = evaluation.trace.events
    let decisions = (0..<violation.certainAt).reversed().filter { events[$0].isCapDecision }
    for decision in decisions.prefix(Evaluation.mostCandidates) {
      // The failure shows that the decided show is not pending.
      let failure = events[decision..<violation.certainAt].firstIndex {
        $0.kind == .adFailedToPresent && $0.format == .appOpen
      }
      for added in [[decision]] + (failure.map { [[decision, $0]] } ?? []) {
        let witness = Evaluation.sorted(violation.witness + added)
        guard breaks(rule, witness, of: violation) else { continue }
        var complete = violation
        complete.witness = witness
        return complete
      }
    }
    return sufficient(violation, of: rule)
  }

  /// Whether a witness shows neither that a class is captured nor, where the rule demands a kind of
  /// it, that kind.
  private func isMissing(
    _ eventClass: EventClass, in violation: Violation, of rule: Rule
  ) -> Bool {
    let events = evaluation.trace.events
    let demanded = rule.pattern.demands
    let isDemanded = demanded?.eventClass == eventClass
    return !ClassSet.always.contains(ClassSet(eventClass))
      && !violation.witness.contains {
        isDemanded ? events[$0].kind == demanded : events[$0].kind.eventClass == eventClass
      }
  }

  /// Adds an event of a class and returns whether the witness then violates the rule by itself.
  ///
  /// Not every event of the class fits: one can be an exemption, or violate the rule by itself.
  private func add(
    _ eventClass: EventClass, to violation: inout Violation, of rule: Rule
  ) -> Bool {
    let added = (demanded(eventClass, by: rule) + evaluation.firstEvents(of: eventClass))
      .filter { $0 != violation.certainAt }.prefix(Evaluation.mostCandidates)
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

  /// The witness with one more event, which may also replace the proof that a deadline passed.
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

  /// Drops the app-open event of the witness where a decision on an app-open ad already shows one.
  private func dropAppOpenEvent(of violation: inout Violation, of rule: Rule) {
    guard violation.missing?.kind == .adShowDecided else { return }
    let other = evaluation.firstAppOpenEvent.index
    let fewer = violation.witness.filter { $0 != other }
    if fewer.count < violation.witness.count && other != violation.certainAt
      && breaks(rule, fewer, of: violation)
    {
      violation.witness = fewer
    }
  }

  /// Whether an ad comes up twice in a witness.
  ///
  /// The second show may be the content of a click, unless the witness also shows that the first
  /// one ended, or that clicks are captured.
  private func hasTwoShows(_ violation: Violation) -> Bool {
    let events = evaluation.trace.events
    var shown: Set<Symbol> = []
    return violation.witness.contains {
      events[$0].kind == .adWillPresent && !shown.insert(events[$0].ad).inserted
    }
  }

  /// The violation with the earlier events that its witness needs to violate the rule by itself.
  ///
  /// They are found by removing as many events as possible.
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

  /// The candidates for a witness: the last events before it, and the first events of each class
  /// that it does not contain yet.
  private func eventsBefore(_ violation: Violation, of rule: Rule) -> [Int] {
    let last = violation.witness.last ?? 0
    let missing = rule.observes.filter { isMissing($0, in: violation, of: rule) }
    let observed = missing.flatMap { demanded($0, by: rule) + evaluation.firstEvents(of: $0) }
    return Evaluation.sorted(Array(max(1, last - Evaluation.mostOthers)..<max(1, last)) + observed)
  }

  /// Whether the header and these records alone violate the rule, with the records that no witness
  /// lists.
  private func breaks(_ rule: Rule, _ witness: [Int], of violation: Violation) -> Bool {
    var unlisted = evaluation.trace.policyChanges.keys.sorted()
    if rule.asksForFreeSlots {
      unlisted += evaluation.firstEvents(of: .consent).filter {
        evaluation.trace.events[$0].freesSlots
      }
    }
    let added = unlisted.filter { $0 < violation.certainAt }
    let part = evaluation.trace.part(Evaluation.sorted([0] + witness + added))
    let judge = judge(ofWitnessesFor: rule)
    // What depends on no other session has a witness that suffices without them.
    let results = judge.judge(
      part, otherShows: evaluation.usedEarlierShows ? evaluation.otherShows : .unknown)
    return results.first?.verdict == .violated
  }
}

extension Rule {
  /// Whether its exact meaning asks whether a slot is free.
  fileprivate var asksForFreeSlots: Bool {
    precise.utf8.split(separator: 0x20).contains { $0.elementsEqual("free".utf8) }
  }
}

extension Event {
  /// Whether a witness of a rule about free slots needs the record without listing it.
  fileprivate var freesSlots: Bool {
    kind == .consentUpdated || kind == .consentFormShown || kind == .sdkStarted
  }
}
