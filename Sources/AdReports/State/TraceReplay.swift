public import AdSession

/// Computes the state of a session after any of its records.
public struct TraceReplay {
  /// The session.
  public let trace: Trace

  /// Makes a replay of a session with at least one record.
  public init(_ trace: Trace) { self.trace = trace }

  /// The number of records.
  public var count: Int { trace.events.count }

  /// The `seq` and the wall clock (milliseconds since 1970) of a record.
  public func point(_ index: Int) -> (seq: Int64, wall: Int64) {
    (trace.events[index].seq, trace.events[index].wall)
  }

  /// The index of the last record with a `seq` up to this one; nil if all are greater.
  public func index(upToSeq seq: Int64) -> Int? { trace.events.lastIndex { $0.seq <= seq } }

  /// The index of the last record with a wall clock up to this one; nil if all are later.
  public func index(upToWall wall: Int64) -> Int? { trace.events.lastIndex { $0.wall <= wall } }

  /// The state after a record, as JSON.
  ///
  /// O(records before it).
  public func state(after index: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    fold(upTo: index) { current, session in
      if current == index { bytes = StateJSON.bytes(session, trace, after: index) }
    }
    return bytes
  }

  /// Calls `visit` with the state after each record up to one.
  public func fold(upTo end: Int, _ visit: (Int, borrowing Session) -> Void) {
    var session = Session()
    session.begin(trace)
    for index in 0...max(0, end) {
      let event = trace.events[index]
      let facts = session.facts(of: event, at: index)
      session.evolve(event, at: index, facts, trace)
      visit(index, session)
    }
  }
}
