public import AdSession

/// One event of a session while it is judged, with the state before it: the input of a rule's
/// check.
///
/// A context is four words that fit in registers. Event and facts are read in place; they are valid
/// until the closure returns that was called with the context.
public struct EvaluationContext {
  /// The evaluation that the event belongs to: trace and state.
  public let evaluation: Evaluation
  /// The index of the event in the trace.
  public let index: Int
  private let eventCell: ReadOnlyCell<Event>
  private let factsCell: ReadOnlyCell<DerivedFacts>

  /// The context of an event; both cells outlive it.
  @inline(__always)
  init(
    evaluation: Evaluation, index: Int, event: ReadOnlyCell<Event>,
    facts: ReadOnlyCell<DerivedFacts>
  ) {
    self.evaluation = evaluation
    self.index = index
    eventCell = event
    factsCell = facts
  }

  /// The event.
  public var event: Event { eventCell.value }
  /// What the event means in the state before it.
  public var facts: DerivedFacts { factsCell.value }
  /// The state before the event.
  public var session: Session {
    @inline(__always) _read { yield evaluation.session }
  }
  /// Its time, in milliseconds of the session.
  public var t: Int64 { eventCell.value.t }
  /// Whether it is the event that is judged, not one that a pattern looks back at.
  var isCurrent: Bool { evaluation.isCurrent(factsCell) }
  /// Whether anything of the session is lost; see ``Evaluation/hasGaps``.
  var hasGaps: Bool { @inline(__always) get { evaluation.hasGaps } }

  /// The index of its ad; nil where it has none, or no earlier event names it.
  public var ad: Int? { facts.ad.index }
  /// The state of its ad; nil where no earlier event names it.
  public var adState: AdState? { ad.map { session.ads[$0] } }
  /// Its ad's `ad.loaded`.
  public var loadedIndex: EventIndex {
    facts.ad.index.map { session.ads[$0].loadedIndex } ?? .none
  }

  /// The index of the first earlier event of its ad with this fact.
  public func first(_ fact: AdFact) -> Int? {
    facts.ad.index.flatMap { session.facts.first(fact, of: $0) }
  }

  /// The index of the last earlier event of its ad with this fact.
  public func last(_ fact: AdFact) -> Int? {
    facts.ad.index.flatMap { session.facts.last(fact, of: $0) }
  }

  /// Whether a gap lies between a record (none: the beginning) and this one.
  public func hasGap(since start: EventIndex) -> Bool {
    hasGaps && session.time.hasGap(after: start, before: index)
  }

  /// Whether a gap lies between a record and this one.
  public func hasGap(since start: Int) -> Bool { hasGap(since: EventIndex(start)) }

  /// Whether a gap lies between the load of its ad and this event, so that an event of it may be
  /// lost.
  public var hasGapSinceLoad: Bool { hasGap(since: loadedIndex) }

  /// Milliseconds of `t` since an earlier record.
  public func elapsed(since start: Int) -> Int64 { t - evaluation.event(start).t }
  /// Milliseconds of `t` since an earlier record that is known to be present.
  public func elapsed(since start: EventIndex) -> Int64 { elapsed(since: start.known) }

  /// The text of the time since an earlier record; in a session without times the number of lines.
  func passed(since start: Int) -> String {
    let passed = elapsed(since: start)
    if evaluation.trace.hasTimes { return ReadableDuration.text(passed) }
    return passed == 1 ? "1 line" : "\(passed) lines"
  }

  /// The text of the time since an earlier record that is known to be present.
  func passed(since start: EventIndex) -> String { passed(since: start.known) }

  /// Whether a threshold without a default has no value.
  public func isUnset(_ key: PolicyKey) -> Bool { session.policy.isUnset(key) }
  /// A threshold in milliseconds; nil where it is unknown.
  public func milliseconds(_ key: PolicyKey) -> Int64? { session.policy.milliseconds(key) }
  /// A threshold that is a number; nil where it is unknown.
  public func count(_ key: PolicyKey) -> Int64? { session.policy.count(key) }

  /// The text of a symbol.
  public func text(_ symbol: Symbol) -> String { evaluation.symbols.text(symbol) }
  /// The event of an index.
  public func event(at index: Int) -> Event { evaluation.event(index) }
  /// The event of an index that is known to be present.
  public func event(at index: EventIndex) -> Event { evaluation.event(index.known) }
  /// Whether the session captures a class.
  public func captures(_ eventClass: EventClass) -> Bool {
    session.captured.contains(ClassSet(eventClass))
  }
}

/// The judgement of one activation.
public enum Judgement {
  /// The rule is kept, whatever the gaps hide.
  case kept
  /// The rule is violated; no later event and no content of a gap can retract that.
  indirect case violated(Violation)
  /// The journal cannot decide.
  case undecided(Doubt)

  /// Whether it is a violation.
  var isViolated: Bool { if case .violated = self { true } else { false } }
}

extension EvaluationContext {
  /// A violation that is certain at this event; `witness` names further events, in any order.
  public func violation(
    _ because: String, witness: [EventIndex], policy: [PolicyKey] = [], measured: Double? = nil
  ) -> Judgement {
    violation(
      because, witness: witness.present, policy: policy, measured: measured)
  }

  /// A violation that is certain at this event; `witness` names further events, in any order.
  public func violation(
    _ because: String, witness: [Int] = [], policy: [PolicyKey] = [], measured: Double? = nil
  ) -> Judgement {
    let settings = policy.compactMap { key in
      session.policy.value(key).map { PolicySetting(key, $0) }
    }
    return .violated(
      Violation(
        witness: Evaluation.sorted(witness + [index]), certainAt: index, because: because,
        policy: settings, measured: measured))
  }
}
