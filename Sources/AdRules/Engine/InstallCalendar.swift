internal import AdSession

/// The app-open shows of the sessions of an install, and what they lost, by local day.
///
/// It is made once for an install, however many sessions ask it. O(n log n) to make, O(log n) to ask,
/// but for losses of more than a year.
package struct InstallCalendar: Sendable {
  /// One show; or records of a day that are lost and may be shows.
  package struct Entry: Sendable {
    package var day: Int64
    /// From when on it counts, in milliseconds since 1970.
    package var wall: Int64
    /// The place of its session among all of the journal.
    package var order: Int
    /// How many records are lost; nil where nobody knows.
    package var records: Int64?
    /// What follows the last record of a session is lost, in this zone: also on the days after, until
    /// the app was started again.
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

  /// When something was, and in what session, which is the order of what was at the same time.
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

  /// Records that are lost, those of known number, and how many gaps hide any number.
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

  /// By day, and within a day by the instant.
  package let shows: [Entry]
  /// In the same order.
  package let losses: [Entry]
  /// What is lost before each of ``losses``, and at the end all of it.
  private let sums: [Lost]
  /// Losses of more days than anybody would write down one by one.
  private let long: [(days: ClosedRange<Int64>, entry: Entry)]

  /// No session.
  package static let empty = InstallCalendar(shows: [])

  package var isEmpty: Bool { shows.isEmpty && losses.isEmpty && long.isEmpty }

  /// Puts down shows and losses.
  ///
  /// - Parameters:
  ///   - shows: The shows.
  ///   - losses: What is lost.
  ///   - begins: When the sessions of the install began, rising: then an earlier process was over.
  package init(shows: [Entry], losses: [Entry] = [], begins: [Instant] = []) {
    var found: [Entry] = []
    var long: [(days: ClosedRange<Int64>, entry: Entry)] = []
    for entry in losses {
      let days = entry.days(begins)
      if days.count > Self.mostDays {
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

  private static var mostDays: Int { 366 }

  /// How many shows a day had before an instant.
  package func shows(on day: Int64, before limit: Instant = .end) -> Int {
    shows.places(of: day, before: limit).count
  }

  /// What was lost of a day before an instant.
  package func lost(on day: Int64, before limit: Instant = .end) -> Lost {
    if losses.isEmpty && long.isEmpty { return Lost() }
    let places = losses.places(of: day, before: limit)
    var lost = sums[places.upperBound] - sums[places.lowerBound]
    for (days, entry) in long where days.contains(day) && entry.instant < limit { lost.add(entry) }
    return lost
  }
}

extension InstallCalendar.Instant {
  /// After everything.
  package static let end = Self(wall: .max, order: .max)
}

extension InstallCalendar.Entry {
  var instant: InstallCalendar.Instant { InstallCalendar.Instant(wall: wall, order: order) }

  fileprivate func isBefore(_ other: Self) -> Bool {
    day == other.day ? instant < other.instant : day < other.day
  }

  fileprivate func moved(to day: Int64) -> Self {
    var entry = self
    entry.day = day
    entry.openZone = nil
    return entry
  }

  /// The days on which it can be: one, or those until the install's next session began.
  fileprivate func days(_ begins: [InstallCalendar.Instant]) -> ClosedRange<Int64> {
    guard let openZone else { return day...day }
    var next = begins.partition { $0.wall >= wall }
    while next < begins.count, begins[next].order == order { next += 1 }
    if next == begins.count { return day...max(day, .max / 2) }
    return day...max(day, WallClock.localDay(begins[next].wall, utcOffsetMinutes: openZone))
  }
}

extension [InstallCalendar.Entry] {
  fileprivate func places(
    of day: Int64, before limit: InstallCalendar.Instant
  ) -> Range<Int> {
    let start = partition { $0.day >= day }
    return start..<partition { $0.day > day || ($0.day == day && $0.instant >= limit) }
  }
}
