public import AdSession

/// One event of a session while it is judged, with the state before it: what a rule's check sees.
///
/// Four words that fit in registers: event and facts are read where they lie, and are valid for as
/// long as the closure runs that is called with the moment.
public struct Moment {
  /// The run that the moment belongs to: trace and state.
  public let run: Run
  /// The index of the event in the trace.
  public let index: Int
  private let eventPlace: UnsafePointer<Event>
  private let factsPlace: UnsafePointer<MomentFacts>

  /// The moment of an event; `facts` lives for as long as the moment is used.
  @inline(__always)
  init(run: Run, index: Int, facts: UnsafePointer<MomentFacts>) {
    self.init(run: run, index: index, event: run.place(of: index), facts: facts)
  }

  /// The moment of an event that lies there; it and `facts` live for as long as the moment is used.
  @inline(__always)
  init(run: Run, index: Int, event: UnsafePointer<Event>, facts: UnsafePointer<MomentFacts>) {
    self.run = run
    self.index = index
    eventPlace = event
    factsPlace = facts
  }

  /// The event.
  public var event: Event { eventPlace.pointee }
  /// What the event is in the light of the state before it.
  public var facts: MomentFacts { factsPlace.pointee }
  /// The state before the event.
  public var session: Session {
    @inline(__always) unsafeAddress { UnsafePointer(run.state.pointee.session) }
  }
  /// Its time, in milliseconds of the session.
  public var t: Int64 { eventPlace.pointee.t }
  /// Whether it is the moment that is judged, and not one that a pattern looks back at.
  var isCurrent: Bool { factsPlace == UnsafePointer(run.state.pointee.facts) }

  /// The number of its ad; nil where it has none or nothing was said of it before.
  public var ad: Int? { facts.ad < 0 ? nil : facts.ad }
  /// What is known of its ad; nil where nothing was said of it before.
  public var adState: AdState? { ad.map { run.session.ads[$0] } }
  /// The index of its ad's `ad.loaded`; -1 where none was seen.
  public var birth: Int { facts.ad < 0 ? -1 : run.session.ads[facts.ad].loadedIndex }

  /// The index of the first earlier event of this kind of its ad; nil: there was none.
  public func first(_ fact: AdFact) -> Int? {
    facts.ad < 0 ? nil : run.session.facts.first(fact, of: facts.ad)
  }

  /// The index of the last earlier event of this kind of its ad; nil: there was none.
  public func last(_ fact: AdFact) -> Int? {
    facts.ad < 0 ? nil : run.session.facts.last(fact, of: facts.ad)
  }

  /// Whether a gap lies between the record `start` (-1: the beginning) and this one.
  public func hasGap(since start: Int) -> Bool {
    run.state.pointee.hasGaps && run.session.time.hasGap(after: start, before: index)
  }

  /// Whether a gap lies between its ad's birth and this event: an earlier event of it may be lost.
  public var hasGapSinceBirth: Bool { hasGap(since: birth) }

  /// Milliseconds of `t` since an earlier record.
  public func elapsed(since start: Int) -> Int64 { t - run.event(start).t }

  /// A threshold in milliseconds; nil where it is unknown.
  public func milliseconds(_ key: PolicyKey) -> Int64? { run.session.policy.milliseconds(key) }
  /// A threshold that counts; nil where it is unknown.
  public func count(_ key: PolicyKey) -> Int64? { run.session.policy.count(key) }

  /// The text of a symbol.
  public func text(_ symbol: Symbol) -> String { run.state.pointee.symbols.text(symbol) }
  /// The event of an index.
  public func event(at index: Int) -> Event { run.event(index) }
  /// Whether the session captures a class.
  public func captures(_ eventClass: EventClass) -> Bool {
    run.session.captured.contains(ClassSet(eventClass))
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

extension Moment {
  /// A violation that is certain at this event; `witness` names further events, in any order.
  public func violation(
    _ because: String, witness: [Int] = [], policy: [PolicyKey] = [], measured: Double? = nil
  ) -> Judgement {
    let settings = policy.compactMap { key in
      run.session.policy.value(key).map { PolicySetting(key, $0) }
    }
    return .violated(
      Violation(
        witness: Run.sorted(witness + [index]), certainAt: index, because: because,
        policy: settings, measured: measured))
  }
}
