public import AdSession

/// One event of a session while it is judged, with the state before it: what a rule's check sees.
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

  /// The number of its ad; nil where it has none or nothing was said of it before.
  public var ad: Int? { facts.ad < 0 ? nil : facts.ad }
  /// What is known of its ad; nil where nothing was said of it before.
  public var adState: AdState? { ad.map { session.ads[$0] } }
  /// The index of its ad's `ad.loaded`; -1 where none was seen.
  public var loadedIndex: Int { facts.ad < 0 ? -1 : session.ads[facts.ad].loadedIndex }

  /// The index of the first earlier event of this kind of its ad; nil: there was none.
  public func first(_ fact: AdFact) -> Int? {
    facts.ad < 0 ? nil : session.facts.first(fact, of: facts.ad)
  }

  /// The index of the last earlier event of this kind of its ad; nil: there was none.
  public func last(_ fact: AdFact) -> Int? {
    facts.ad < 0 ? nil : session.facts.last(fact, of: facts.ad)
  }

  /// Whether a gap lies between the record `start` (-1: the beginning) and this one.
  public func hasGap(since start: Int) -> Bool {
    hasGaps && session.time.hasGap(after: start, before: index)
  }

  /// Whether a gap lies between its ad's birth and this event: an earlier event of it may be lost.
  public var hasGapSinceLoad: Bool { hasGap(since: loadedIndex) }

  /// Milliseconds of `t` since an earlier record.
  public func elapsed(since start: Int) -> Int64 { t - evaluation.event(start).t }

  /// A threshold in milliseconds; nil where it is unknown.
  public func milliseconds(_ key: PolicyKey) -> Int64? { session.policy.milliseconds(key) }
  /// A threshold that counts; nil where it is unknown.
  public func count(_ key: PolicyKey) -> Int64? { session.policy.count(key) }

  /// The text of a symbol.
  public func text(_ symbol: Symbol) -> String { evaluation.symbols.text(symbol) }
  /// The event of an index.
  public func event(at index: Int) -> Event { evaluation.event(index) }
  /// Whether the session captures a class.
  public func captures(_ eventClass: EventClass) -> Bool {
    session.captured.contains(ClassSet(eventClass))
  }
}

/// What a check says of one activation.
public enum Judgement {
  /// It is kept, whatever the gaps hold.
  case kept
  /// It is broken; no continuation and no filling of a gap takes that back.
  indirect case violated(Violation)
  /// The journal cannot tell.
  case undecided(Doubt)
}

extension EvaluationContext {
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
