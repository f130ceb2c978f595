internal import AdSession

/// App-open shows of the other sessions of an install in the same journal, and what they lost.
///
/// All sessions of an install share one calendar; what the session itself adds to it is taken off
/// again.
public struct OtherShows: Sendable {
  /// One show: when, on which local day.
  public struct Show: Sendable {
    /// The wall clock of the show, milliseconds since 1970.
    public var wall: Int64
    /// The local day, as days since 1970-01-01.
    public var day: Int64

    /// Makes a show.
    public init(wall: Int64, day: Int64) {
      self.wall = wall
      self.day = day
    }
  }

  private let all: InstallCalendar
  private let own: InstallCalendar
  /// The place of the session among all of the journal: of two shows at the same time that of the
  /// session which began first counts as the first.
  private let order: Int

  /// Makes the shows of sessions that lost nothing.
  public init(shows: [Show]) {
    let entries = shows.map { InstallCalendar.Entry(day: $0.day, wall: $0.wall) }
    self.init(all: InstallCalendar(shows: entries), own: .empty, order: .max)
  }

  /// Makes what the calendar of an install says without what is of one session.
  ///
  /// - Parameters:
  ///   - all: The calendar of all sessions of the install.
  ///   - own: The calendar of the session alone.
  ///   - order: The place of the session among all of the journal.
  package init(all: InstallCalendar, own: InstallCalendar, order: Int) {
    self.all = all
    self.own = own
    self.order = order
  }

  /// No other session.
  public static let none = OtherShows(all: .empty, own: .empty, order: 0)

  var isNone: Bool { all.isEmpty }

  /// How many shows a local day had before an instant.
  ///
  /// O(log n) for all n shows of the install.
  func count(on day: Int64, before wall: Int64) -> Int64 {
    let limit = InstallCalendar.Instant(wall: wall, order: order)
    return Int64(all.shows(on: day, before: limit) - own.shows(on: day, before: limit))
  }

  /// How many records of a local day may be shows before an instant; nil: nobody knows how many.
  func lost(on day: Int64, before wall: Int64) -> Int64? {
    let limit = InstallCalendar.Instant(wall: wall, order: order)
    let rest = all.lost(on: day, before: limit) - own.lost(on: day, before: limit)
    return rest.unknown == 0 ? rest.records : nil
  }

  /// The shows, in the order of the days.
  ///
  /// O(shows of the install); for tests.
  package var shows: [Show] {
    all.shows.filter { $0.order != order }.map { Show(wall: $0.wall, day: $0.day) }
  }

  /// What is lost, in the order of the days; for tests.
  package var losses: [InstallCalendar.Entry] { all.losses.filter { $0.order != order } }
}
