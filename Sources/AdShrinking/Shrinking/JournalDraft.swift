internal import JournalEncoding
internal import JournalFormat
internal import AdSession

/// A journal while it is shrunk: a header and records with delays instead of times.
///
/// Contains only the fields that an `Event` has; rules see no others. A record of an unknown kind
/// becomes a note, because it still shows that time passed.
struct JournalDraft {
  /// One record after the header.
  struct Record {
    var event: Event
    /// The thresholds of a `config.changed` record.
    var policy: [PolicySetting]
    /// Milliseconds since the previous record, on the clock of the session.
    var delay: Int64
    /// Milliseconds since the previous record, on the wall clock.
    var wallDelay: Int64
  }

  /// The thresholds set by the caller, which stay in the header.
  let overrides: [PolicySetting]
  var session: String
  var header: Header
  var firstWall: Int64
  var records: [Record]
  var symbols: SymbolTable

  /// Creates a draft of a session.
  ///
  /// Thresholds in `overrides` replace those of the journal.
  init(_ trace: Trace, overrides: [PolicySetting] = []) {
    let overridden = overrides.map(\.key)
    self.overrides = overrides
    session = "shrunk"
    header = (trace.header ?? JournalDraft.plainHeader).changed { header in
      header.policy = header.policy.filter { !overridden.contains($0.key) } + overrides
    }
    symbols = trace.symbols
    firstWall = trace.events.first?.wall ?? 0
    records = []
    var (t, wall) = (trace.events.first?.t ?? 0, firstWall)
    for (index, event) in trace.events.enumerated() where event.kind != .sessionBegan {
      records.append(
        Record(
          event: JournalDraft.known(event),
          policy: (trace.policyChanges[index] ?? []).filter { !overridden.contains($0.key) },
          delay: event.t - t, wallDelay: event.wall - wall))
      (t, wall) = (event.t, event.wall)
    }
    removeBookkeeping()
  }

  /// The index in ``records`` of an event of the trace; nil for the header and bookkeeping records,
  /// which a draft does not have.
  static func recordIndex(of index: Int, in trace: Trace) -> Int? {
    let isBookkeeping = bookkeeping.contains(trace.events[index].kind)
    if isBookkeeping || trace.events[index].kind == .sessionBegan { return nil }
    return trace.events[..<index].count {
      $0.kind != .sessionBegan && !bookkeeping.contains($0.kind)
    }
  }

  /// Returns the draft without some records; the remaining ones keep their times.
  func keeping(_ isKept: (Int) -> Bool) -> JournalDraft {
    var rest = self
    rest.records = []
    var (delay, wallDelay) = (Int64(0), Int64(0))
    for (position, record) in records.enumerated() {
      delay &+= record.delay
      wallDelay &+= record.wallDelay
      guard isKept(position) else { continue }
      var kept = record
      (kept.delay, kept.wallDelay) = (delay, wallDelay)
      rest.records.append(kept)
      (delay, wallDelay) = (0, 0)
    }
    return rest
  }

  /// Encodes the draft as a journal with one session, `seq` from 1, `t` from 0 and no checksums.
  func bytes() -> [UInt8] {
    var encoder = RecordEncoder()
    var (t, wall) = (Int64(0), firstWall)
    var first = Event(.sessionBegan)
    (first.seq, first.wall) = (1, wall)
    var bytes = encoder.line(first, of: session, symbols, header: header) ?? []
    for (position, record) in records.enumerated() {
      // A time that overflows makes the journal damaged, and then the draft is rejected.
      t &+= record.delay
      wall &+= record.wallDelay
      var event = record.event
      (event.seq, event.t, event.wall) = (Int64(position) + 2, t, wall)
      bytes += encoder.line(event, of: session, symbols, policy: record.policy) ?? []
    }
    return bytes
  }

  private static let bookkeeping: [EventKind] = [
    .recorderGap, .sessionContinued, .sessionSealed,
  ]

  private mutating func removeBookkeeping() {
    self = keeping { !JournalDraft.bookkeeping.contains(records[$0].event.kind) }
  }

  private static func known(_ event: Event) -> Event {
    if event.kind != .unknown { return event }
    var note = Event(.note)
    (note.t, note.wall) = (event.t, event.wall)
    return note
  }

  private static var plainHeader: Header {
    let header = Header()
    (header.app, header.appVersion, header.build) = ("app", "1", .release)
    (header.os, header.osVersion, header.sdk, header.sdkVersion) = ("os", "1", "sdk", "1")
    return header
  }
}

extension Header {
  /// Returns a copy with a change.
  func changed(_ change: (Header) -> Void) -> Header {
    let copy = Header()
    (copy.app, copy.appVersion, copy.build) = (app, appVersion, build)
    (copy.os, copy.osVersion, copy.device) = (os, osVersion, device)
    (copy.sdk, copy.sdkVersion, copy.install) = (sdk, sdkVersion, install)
    (copy.timezone, copy.utcOffsetMinutes) = (timezone, utcOffsetMinutes)
    (copy.launchCount, copy.multiScene, copy.testDevice) = (launchCount, multiScene, testDevice)
    (copy.captures, copy.policy, copy.clock) = (captures, policy, clock)
    change(copy)
    return copy
  }
}
