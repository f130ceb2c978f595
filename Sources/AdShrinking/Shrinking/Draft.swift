internal import JournalFormat
internal import AdSession

/// A journal while it is made smaller: a header and records whose times are delays.
///
/// What an ``Event`` does not keep (messages, waterfalls, unknown fields) is gone from the start,
/// because no rule sees it. A record of an unknown kind becomes a note: it proves that time passed.
struct Draft {
  /// One record after the header.
  struct Record {
    var event: Event
    /// The thresholds of a `config.changed`.
    var policy: [PolicySetting]
    /// Milliseconds since the record before, on the session's clock.
    var delay: Int64
    /// Milliseconds since the record before, on the wall clock.
    var wallDelay: Int64
  }

  /// The thresholds that somebody asked for: they stay in the header.
  let asked: [PolicySetting]
  var session: String
  var header: Header
  var firstWall: Int64
  var records: [Record]
  var symbols: SymbolTable

  /// The draft of a session, as it was read.
  ///
  /// Thresholds that win over what the journal says become what it says.
  init(_ trace: Trace, policy: [PolicySetting] = []) {
    let winning = policy.map(\.key)
    asked = policy
    session = "shrunk"
    header = (trace.header ?? Draft.plainHeader).changed { header in
      header.policy = header.policy.filter { !winning.contains($0.key) } + policy
    }
    symbols = trace.symbols
    firstWall = trace.events.first?.wall ?? 0
    records = []
    var (t, wall) = (trace.events.first?.t ?? 0, firstWall)
    for (index, event) in trace.events.enumerated() where event.kind != .sessionBegan {
      records.append(
        Record(
          event: Draft.known(event),
          policy: (trace.policyChanges[index] ?? []).filter { !winning.contains($0.key) },
          delay: event.t - t, wallDelay: event.wall - wall))
      (t, wall) = (event.t, event.wall)
    }
    removeBookkeeping()
  }

  /// The records' places in the trace are those of the draft, shifted by the header.
  static func place(_ index: Int, in trace: Trace) -> Int? {
    let isBookkeeping = bookkeeping.contains(trace.events[index].kind)
    if isBookkeeping || trace.events[index].kind == .sessionBegan { return nil }
    return trace.events[..<index].count {
      $0.kind != .sessionBegan && !bookkeeping.contains($0.kind)
    }
  }

  /// Removes records; those behind stay when they were.
  func keeping(_ isKept: (Int) -> Bool) -> Draft {
    var rest = self
    rest.records = []
    var (delay, wallDelay) = (Int64(0), Int64(0))
    for (place, record) in records.enumerated() {
      delay &+= record.delay
      wallDelay &+= record.wallDelay
      guard isKept(place) else { continue }
      var kept = record
      (kept.delay, kept.wallDelay) = (delay, wallDelay)
      rest.records.append(kept)
      (delay, wallDelay) = (0, 0)
    }
    return rest
  }

  /// The journal's bytes: one session, `seq` from 1, `t` from 0, no checksums.
  func bytes() -> [UInt8] {
    var encoder = RecordEncoder()
    var (t, wall) = (Int64(0), firstWall)
    var first = Event(.sessionBegan)
    (first.seq, first.wall) = (1, wall)
    var bytes = encoder.line(first, of: session, symbols, header: header) ?? []
    for (place, record) in records.enumerated() {
      // A time that is beyond every clock makes a damaged journal, which serves nobody.
      t &+= record.delay
      wall &+= record.wallDelay
      var event = record.event
      (event.seq, event.t, event.wall) = (Int64(place) + 2, t, wall)
      bytes += encoder.line(event, of: session, symbols, policy: record.policy) ?? []
    }
    return bytes
  }

  private static let bookkeeping: [EventKind] = [
    .recorderGap, .sessionContinued, .sessionSealed,
  ]

  private mutating func removeBookkeeping() {
    self = keeping { !Draft.bookkeeping.contains(records[$0].event.kind) }
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
  /// A copy with a change.
  func changed(_ change: (Header) -> Void) -> Header {
    let copy = Header()
    (copy.app, copy.appVersion, copy.build) = (app, appVersion, build)
    (copy.os, copy.osVersion, copy.device) = (os, osVersion, device)
    (copy.sdk, copy.sdkVersion, copy.install) = (sdk, sdkVersion, install)
    (copy.timezone, copy.utcOffsetMinutes) = (timezone, utcOffsetMinutes)
    (copy.launchCount, copy.multiScene, copy.testDevice) = (launchCount, multiScene, testDevice)
    (copy.captures, copy.policy) = (captures, policy)
    change(copy)
    return copy
  }
}
