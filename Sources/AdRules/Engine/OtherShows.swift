internal import AdSession

/// App-open shows and lost records of the other sessions of an install in the same journal.
///
/// All sessions of an install share one calendar; the session's own entries are subtracted from it.
public struct OtherShows: Sendable {
  /// One show, with its instant and its local day.
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

  /// The calendars; nil where the install has no other session, as nearly always.
  private let calendars: Calendars?

  private final class Calendars: Sendable {
    let all: InstallCalendar
    let own: InstallCalendar
    /// The index of the session in the journal.
    ///
    /// Of two shows at the same time, the one of the earlier
    /// session comes first.
    let order: Int

    init(all: InstallCalendar, own: InstallCalendar, order: Int) {
      self.all = all
      self.own = own
      self.order = order
    }
  }

  /// Makes the shows of sessions without lost records.
  public init(shows: [Show]) {
    let entries = shows.map { InstallCalendar.Entry(day: $0.day, wall: $0.wall) }
    self.init(all: InstallCalendar(shows: entries), own: .empty, order: .max)
  }

  /// Makes the shows of an install without those of one session.
  ///
  /// - Parameters:
  ///   - all: The calendar of all sessions of the install.
  ///   - own: The calendar of the session alone.
  ///   - order: The index of the session in the journal.
  package init(all: InstallCalendar, own: InstallCalendar, order: Int) {
    calendars = Calendars(all: all, own: own, order: order)
  }

  private init() { calendars = nil }

  /// No other session.
  public static var none: OtherShows { OtherShows() }

  var isNone: Bool { calendars?.all.isEmpty ?? true }

  /// The number of shows on a local day before an instant.
  ///
  /// O(log n) for all n shows of the install.
  func count(on day: Int64, before wall: Int64) -> Int64 {
    guard let calendars else { return 0 }
    let limit = InstallCalendar.Instant(wall: wall, order: calendars.order)
    return Int64(
      calendars.all.shows(on: day, before: limit) - calendars.own.shows(on: day, before: limit))
  }

  /// The number of lost records of a local day before an instant; nil where it is unknown.
  func lost(on day: Int64, before wall: Int64) -> Int64? {
    guard let calendars else { return 0 }
    let limit = InstallCalendar.Instant(wall: wall, order: calendars.order)
    let rest =
      calendars.all.lost(on: day, before: limit) - calendars.own.lost(on: day, before: limit)
    return rest.unknown == 0 ? rest.records : nil
  }

  /// The shows, in the order of the days.
  ///
  /// O(shows of the install); for tests.
  package var shows: [Show] {
    foreign { $0.shows }.map { Show(wall: $0.wall, day: $0.day) }
  }

  /// The lost records, in the order of the days; for tests.
  package var losses: [InstallCalendar.Entry] { foreign { $0.losses } }

  private func foreign(
    _ entries: (InstallCalendar) -> [InstallCalendar.Entry]
  ) -> [InstallCalendar.Entry] {
    guard let calendars else { return [] }
    return entries(calendars.all).filter { $0.order != calendars.order }
  }
}
