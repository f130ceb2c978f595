public import AdSession

/// Computes the state of a session after any of its records.
public struct TraceReplay {
  /// The session.
  public let trace: Trace

  /// Makes a replay of a session with at least one record.
  public init(_ trace: Trace) { self.trace = trace }

  /// The number of records.
  public var count: Int { trace.events.count }

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
