/// A session that is still being recorded: its records so far, and the state after them.
///
/// It uses the same `evolve` as the audit, one record at a time. No record is lost, so there are no
/// gaps.
public struct LiveSession: ~Copyable {
  /// The records so far, the header and the symbols; the recorder appends to it.
  public let trace: Trace
  /// The state after the records that were folded.
  public private(set) var state = Session()

  /// Begins before the first record of a trace whose header is set, if it has one.
  ///
  /// `overrides` are thresholds that replace those of the session.
  public init(_ trace: Trace, overrides: [PolicySetting] = []) {
    self.trace = trace
    state.begin(live: trace, overrides: overrides)
  }

  /// Folds the next record, if there is one, and returns its index and derived facts.
  public mutating func foldNext() -> (index: Int, facts: DerivedFacts)? {
    let index = state.count
    guard index < trace.events.count else { return nil }
    let event = trace.events[index]
    state.grow(by: event)
    let facts = state.facts(of: event, at: index)
    state.evolve(event, at: index, facts, trace)
    return (index, facts)
  }

  /// The time of a record, in milliseconds of the session.
  public func t(_ index: Int) -> Int64 { trace.events[index].t }
  /// The time of a record that is known to be present.
  public func t(_ index: EventIndex) -> Int64 { t(index.known) }

  /// The foreground time from a record until an instant, in milliseconds.
  public func active(from start: Int, until t: Int64) -> Int64 {
    state.time.active(from: start, until: t)
  }

  /// The foreground time from a record that is known to be present until an instant.
  public func active(from start: EventIndex, until t: Int64) -> Int64 {
    active(from: start.known, until: t)
  }
}
