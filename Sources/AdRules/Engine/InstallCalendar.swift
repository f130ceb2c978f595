internal import AdSession

/// The app-open shows and lost records of sessions of an install that follow each other, by local
/// day.
///
/// One calendar serves all sessions of the install. Making it is O(n log n), a query O(log n),
/// apart from losses that span more than a year.
package struct InstallCalendar: Sendable {
  /// One show, or lost records of a day that may be shows.
  package struct Entry: Equatable, Sendable {
    package var day: Int64
    /// The instant from which it counts, in milliseconds since 1970.
    package var wall: Int64
    /// The index of its session among those of the install.
    package var order: Int
    /// The number of lost records; nil where it is unknown.
    package var records: Int64?
    /// The zone of a loss at the end of a session, which extends over the following days until the
    /// app started again; nil for other losses.
    package var openZone: Int64?

    package init(
      day: Int64, wall: Int64, order: Int = 0, records: Int64? = nil, openZone: Int64? = nil
    ) {
      self.day = day
      self.wall = wall
      self.order = order
      self.records = records
      self.openZone = openZone
    }
  }

  /// An instant and its session, which orders events at the same time.
  package struct Instant: Comparable, Sendable {
    package var wall: Int64
    package var order: Int

    package init(wall: Int64, order: Int) {
      self.wall = wall
      self.order = order
    }

    package static func < (one: Instant, other: Instant) -> Bool {
      (one.wall, one.order) < (other.wall, other.order)
    }
  }

  /// The number of lost records, and of gaps that hide an unknown number.
  package struct Lost: Equatable, Sendable {
    package var records: Int64 = 0
    package var unknown = 0

    static func - (one: Lost, other: Lost) -> Lost {
      Lost(records: one.records &- other.records, unknown: one.unknown - other.unknown)
    }

    mutating func add(_ entry: Entry) {
      if let more = entry.records { records &+= more } else { unknown += 1 }
    }
  }

  /// The shows by day, and within a day by instant.
  package let shows: [Entry]
  /// The losses, in the same order.
  package let losses: [Entry]
  /// The sum of the losses before each of ``losses``, and at the end the sum of all.
  private let sums: [Lost]
  /// Losses of more than `mostDays` days, which are not listed day by day.
  private let long: [(days: ClosedRange<Int64>, entry: Entry)]

  /// The calendar of an install without sessions.
  package static let empty = InstallCalendar(shows: [])

  package var isEmpty: Bool { shows.isEmpty && losses.isEmpty && long.isEmpty }

  /// Makes a calendar of shows and losses.
  ///
  /// - Parameters:
  ///   - shows: The shows.
  ///   - losses: The lost records.
  ///   - begins: The beginnings of the install's sessions, rising; each ends the process before it.
  package init(shows: [Entry], losses: [Entry] = [], begins: [Instant] = []) {
    var found: [Entry] = []
    var long: [(days: ClosedRange<Int64>, entry: Entry)] = []
    for entry in losses {
      let days = entry.days(begins)
      // Its count can exceed an Int of 32 bits.
      if days.upperBound - days.lowerBound >= Self.mostDays {
        long.append((days, entry))
      } else {
        for day in days { found.append(entry.moved(to: day)) }
      }
    }
    self.shows = shows.sorted { $0.isBefore($1) }
    self.losses = found.sorted { $0.isBefore($1) }
    self.long = long
    var sums = [Lost()]
    sums.reserveCapacity(found.count + 1)
    for entry in self.losses {
      var sum = sums[sums.count - 1]
      sum.add(entry)
      sums.append(sum)
    }
    self.sums = sums
  }

  private static var mostDays: Int64 { 366 }

  /// The number of shows on a day before an instant.
  package func shows(on day: Int64, before limit: Instant = .end) -> Int {
    shows.indexes(of: day, before: limit).count
  }

  /// The lost records of a day before an instant.
  package func lost(on day: Int64, before limit: Instant = .end) -> Lost {
    if losses.isEmpty && long.isEmpty { return Lost() }
    let indexes = losses.indexes(of: day, before: limit)
    var lost = sums[indexes.upperBound] - sums[indexes.lowerBound]
    for (days, entry) in long where days.contains(day) && entry.instant < limit { lost.add(entry) }
    return lost
  }
}

extension InstallCalendar.Instant {
  /// The end of time.
  package static let end = Self(wall: .max, order: .max)
}

extension InstallCalendar.Entry {
  var instant: InstallCalendar.Instant { InstallCalendar.Instant(wall: wall, order: order) }

  fileprivate func isBefore(_ other: Self) -> Bool {
    day == other.day ? instant < other.instant : day < other.day
  }

  /// The same, not earlier than its session began: a clock that was set back does not reorder
  /// sessions.
  package func moved(notBefore first: Int64) -> Self {
    var entry = self
    entry.wall = max(wall, first)
    return entry
  }

  fileprivate func moved(to day: Int64) -> Self {
    var entry = self
    entry.day = day
    entry.openZone = nil
    return entry
  }

  /// The possible days: one, or all until the install's next session began.
  fileprivate func days(_ begins: [InstallCalendar.Instant]) -> ClosedRange<Int64> {
    guard let openZone else { return day...day }
    var next = begins.partition { $0.wall >= wall }
    while next < begins.count, begins[next].order == order { next += 1 }
    if next == begins.count { return day...max(day, .max / 2) }
    return day...max(day, WallClock.localDay(begins[next].wall, utcOffsetMinutes: openZone))
  }
}

extension [InstallCalendar.Entry] {
  fileprivate func indexes(
    of day: Int64, before limit: InstallCalendar.Instant
  ) -> Range<Int> {
    let start = partition { $0.day >= day }
    return start..<partition { $0.day > day || ($0.day == day && $0.instant >= limit) }
  }
}
