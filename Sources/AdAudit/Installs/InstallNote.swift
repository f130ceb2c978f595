internal import AdRules
internal import Platform

/// What an audit notes of a session until the shows of its install are counted.
struct InstallNote {
  /// Where a session waits to be judged.
  struct Archived: Equatable {
    /// The number of the session among those that wait.
    var number: Int
    /// The offset of its bytes in the archive.
    var offset: Int
    /// The number of its bytes.
    var count: Int
    /// A hash of its bytes, to notice what the disk lost.
    var hash: UInt64
  }

  /// Its shows and lost records, and what orders it in its install.
  var session: InstallSession
  /// Where the session waits; nil for a session that no earlier show concerns.
  var archived: Archived?
}

extension InstallNote {
  /// The note as bytes; times are differences from the beginning of the session.
  var bytes: [UInt8] {
    var bytes = ByteWriter(reserving: 96)
    let span = session.span
    for number in [
      Int64(bitPattern: session.name), Int64(session.records), span.first,
      span.last &- span.first, span.latestFirst &- span.first,
    ] {
      bytes.number(number)
    }
    bytes.optional(span.launchCount) { $0.number($1) }
    bytes.entries(session.shows, since: span.first)
    bytes.entries(session.losses, since: span.first)
    bytes.values(session.counts) {
      $0.entries($1.events, since: span.first)
      $0.entries($1.possible, since: span.first)
    }
    bytes.optional(archived) {
      for number in [$1.number, $1.offset, $1.count] { $0.number(number) }
      $0.number($1.hash)
    }
    return bytes.bytes
  }

  /// Reads what ``bytes`` returned; nil where bytes are missing.
  init?(_ bytes: [UInt8]) {
    var bytes = ByteReader(bytes)
    guard let name = bytes.number(), let records = bytes.count(), let first = bytes.number(),
      let last = bytes.number(), let latestFirst = bytes.number(),
      let launchCount = bytes.optional({ $0.number() }),
      let shows = bytes.values({ $0.entry(since: first) }),
      let losses = bytes.values({ $0.entry(since: first) }),
      let counts = bytes.values({ $0.count(since: first) }),
      let archived = bytes.optional({ $0.archived() })
    else { return nil }
    session = InstallSession(
      name: UInt64(bitPattern: name), records: records,
      span: InstallOrder.Span(
        first: first, last: first &+ last, latestFirst: first &+ latestFirst,
        launchCount: launchCount),
      shows: shows, losses: losses, counts: counts)
    self.archived = archived
  }
}

extension ByteWriter {
  fileprivate mutating func entries(_ entries: [InstallCalendar.Entry], since first: Int64) {
    values(entries) {
      $0.number($1.day)
      $0.number($1.wall &- first)
      $0.optional($1.records) { $0.number($1) }
      $0.optional($1.openZone) { $0.number($1) }
    }
  }
}

extension ByteReader {
  fileprivate mutating func count(since first: Int64) -> DayCount? {
    guard let events = values({ $0.entry(since: first) }),
      let possible = values({ $0.entry(since: first) })
    else { return nil }
    return DayCount(events: events, possible: possible)
  }

  fileprivate mutating func entry(since first: Int64) -> InstallCalendar.Entry? {
    guard let day = number(), let wall = number(), let records = optional({ $0.number() }),
      let openZone = optional({ $0.number() })
    else { return nil }
    return InstallCalendar.Entry(
      day: day, wall: first &+ wall, records: records, openZone: openZone)
  }

  fileprivate mutating func archived() -> InstallNote.Archived? {
    guard let number = count(), let offset = count(), let size = count(), let hash = self.number()
    else { return nil }
    return InstallNote.Archived(
      number: number, offset: offset, count: size, hash: UInt64(bitPattern: hash))
  }
}
