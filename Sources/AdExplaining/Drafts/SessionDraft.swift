internal import AdSession
internal import JournalEncoding
internal import JournalFormat

/// Where a record of a draft comes from.
enum Origin: Hashable {
  /// The event at this index of the explained session.
  case session(Int)
  /// A neutral record that fills a gap.
  case neutral
  /// The header that replaces a lost one.
  case header
  /// A record that was added, at the place with this number; 0 where the app is changed.
  case added(Int)
}

/// A session while it is changed: a header and records, without gaps and damage.
struct SessionDraft {
  /// The session's name in a journal.
  var id: String
  var header: Header
  var events: [Event]
  /// Where each event comes from.
  var origins: [Origin]
  /// The thresholds of each `config.changed`, by the index in the explained session.
  var policies: [Int: [PolicySetting]]
  var symbols: SymbolTable
  /// The names that are given twice.
  var reusedNames: Set<Symbol>

  /// The draft as a trace that a judge accepts.
  var trace: Trace {
    let trace = Trace()
    trace.id = id
    trace.header = header
    trace.symbols = symbols
    trace.events = events
    trace.end = events.last?.kind == .sessionEnded ? .clean : .cut
    trace.reusedNames = reusedNames
    if policies.isEmpty { return trace }
    for (index, origin) in origins.enumerated() {
      if let policy = policy(of: origin) { trace.policyChanges[index] = policy }
    }
    return trace
  }

  /// The current index of an event of the explained session; nil if it was removed.
  func index(ofOrigin origin: Int) -> Int? { origins.firstIndex(of: .session(origin)) }

  private func policy(of origin: Origin) -> [PolicySetting]? {
    if case .session(let index) = origin { policies[index] } else { nil }
  }

  /// Inserts a record before the event at an index.
  mutating func insert(_ event: Event, from origin: Origin, at index: Int) {
    events.insert(event, at: index)
    origins.insert(origin, at: index)
  }

  /// Encodes the draft as a journal: `seq` from 1 without holes, no checksums, no seals.
  var bytes: [UInt8] {
    var encoder = RecordEncoder()
    var bytes: [UInt8] = []
    for index in events.indices { bytes += line(index, &encoder) }
    return bytes
  }

  /// Encodes one record, with its line feed.
  func line(_ index: Int, _ encoder: inout RecordEncoder) -> [UInt8] {
    var event = events[index]
    event.seq = Int64(index) + 1
    let policy = policy(of: origins[index]) ?? []
    return encoder.line(event, of: id, symbols, header: header, policy: policy) ?? []
  }

  /// A record with a time; its wall clock runs on from the record before an index, or back from the
  /// record at it.
  func timed(_ record: Event, at t: Int64, before index: Int) -> Event {
    var event = record
    event.t = t
    guard let near = index > 0 ? events[index - 1] : events.first else { return event }
    event.wall = near.wall &+ (t &- near.t)
    return event
  }
}

extension Header {
  /// A copy with a change.
  func changed(_ change: (Header) -> Void) -> Header {
    var parts = parts
    let copy = Header(&parts)
    change(copy)
    return copy
  }
}
