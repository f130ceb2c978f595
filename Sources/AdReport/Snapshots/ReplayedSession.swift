public import AdSession

/// A session whose state can be told after any of its records.
public protocol ReplayedSession {
  /// How many records it has; at least one.
  var count: Int { get }
  /// The `seq` and the wall clock of a record.
  func point(_ index: Int) throws -> (seq: Int64, wall: Int64)
  /// The last record with a `seq` up to this one; nil where all are greater.
  func index(upToSeq seq: Int64) throws -> Int?
  /// The last record with a wall clock up to this one; nil where all are later.
  func index(upToWall wall: Int64) throws -> Int?
  /// The state after a record, as JSON.
  func state(after index: Int) throws -> [UInt8]
}

/// A session in memory, folded from its beginning.
public struct TraceReplay: ReplayedSession {
  /// The session.
  public let trace: Trace

  /// Makes a replay of a session with at least one record.
  public init(_ trace: Trace) { self.trace = trace }

  public var count: Int { trace.events.count }

  public func point(_ index: Int) -> (seq: Int64, wall: Int64) {
    (trace.events[index].seq, trace.events[index].wall)
  }

  public func index(upToSeq seq: Int64) -> Int? { trace.events.lastIndex { $0.seq <= seq } }

  public func index(upToWall wall: Int64) -> Int? { trace.events.lastIndex { $0.wall <= wall } }

  public func state(after index: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    fold(upTo: index) { position, session in
      if position == index { bytes = Array(StateJSON.text(session, trace, after: position).utf8) }
    }
    return bytes
  }

  /// Calls back with the state after each record up to one.
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
