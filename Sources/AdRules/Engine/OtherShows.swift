package import AdSession

/// The known app-open shows in earlier sessions of an install.
///
/// Shows before a record of a session are known if the session alone proves that no other session
/// can have had one, or if all sessions back to one that began before the local day were found.
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

  private enum Knowledge: Sendable {
    case unknown
    case found(Found)
  }

  /// The shows of the sessions directly before a session.
  private final class Found: Sendable {
    let calendar: InstallCalendar
    /// The end of the earlier sessions in the calendar.
    let limit: InstallCalendar.Instant
    /// The first local day whose earlier shows are all known.
    let completeFrom: Int64
    /// What rules of files count, each with its counter.
    let counts: [(counter: Counted, calendar: InstallCalendar)]

    init(
      _ calendar: InstallCalendar, _ limit: InstallCalendar.Instant, _ completeFrom: Int64,
      _ counts: [(counter: Counted, calendar: InstallCalendar)]
    ) {
      self.calendar = calendar
      self.counts = counts
      self.limit = limit
      self.completeFrom = completeFrom
    }
  }

  private let knowledge: Knowledge

  private init(_ knowledge: Knowledge) { self.knowledge = knowledge }

  /// Nothing is known of other sessions: the session is judged alone.
  public static var unknown: OtherShows { OtherShows(.unknown) }

  /// These are all shows of earlier sessions.
  public static func complete(_ shows: [Show]) -> OtherShows { OtherShows(shows, from: .min) }

  /// These are some of the shows of earlier sessions.
  public static func atLeast(_ shows: [Show]) -> OtherShows { OtherShows(shows, from: .max) }

  private init(_ shows: [Show], from day: Int64) {
    let entries = shows.map { InstallCalendar.Entry(day: $0.day, wall: $0.wall) }
    self.init(InstallCalendar(shows: entries), before: .end, completeFrom: day)
  }

  /// Makes the shows of the sessions that began before an instant.
  ///
  /// - Parameters:
  ///   - calendar: The sessions before it, and maybe later ones.
  ///   - limit: The beginning of the judged session.
  ///   - completeFrom: The first local day whose earlier shows are all in the calendar.
  package init(
    _ calendar: InstallCalendar, before limit: InstallCalendar.Instant, completeFrom: Int64
  ) {
    self.init(calendar, before: limit, completeFrom: completeFrom, counts: [])
  }

  init(
    _ calendar: InstallCalendar, before limit: InstallCalendar.Instant, completeFrom: Int64,
    counts: [(counter: Counted, calendar: InstallCalendar)]
  ) {
    knowledge = .found(Found(calendar, limit, completeFrom, counts))
  }

  /// What a rule of a file counts on a local day, and the number of records that may be further
  /// events (nil where it is unknown); nil where nothing is known of it.
  func counted(by counter: Counted, on day: Int64) -> (events: Int, lost: Int64?)? {
    guard case .found(let found) = knowledge,
      let calendar = found.counts.first(where: { $0.counter === counter })?.calendar
    else { return nil }
    let lost = calendar.lost(on: day, before: found.limit)
    return (
      calendar.shows(on: day, before: found.limit), lost.unknown == 0 ? lost.records : nil
    )
  }

  var isFound: Bool { if case .found = knowledge { true } else { false } }

  /// Whether all earlier shows of a local day are known.
  package func isComplete(on day: Int64) -> Bool {
    guard case .found(let found) = knowledge else { return false }
    return day >= found.completeFrom
  }

  /// The number of shows that were found on a local day.
  ///
  /// O(log n) for all n shows of the install.
  package func count(on day: Int64) -> Int64 {
    guard case .found(let found) = knowledge else { return 0 }
    return Int64(found.calendar.shows(on: day, before: found.limit))
  }

  /// The number of lost records of a local day in the sessions that were found; nil where it is
  /// unknown.
  package func lost(on day: Int64) -> Int64? {
    guard case .found(let found) = knowledge else { return 0 }
    let lost = found.calendar.lost(on: day, before: found.limit)
    return lost.unknown == 0 ? lost.records : nil
  }
}

extension Trace {
  /// Whether the shows of earlier sessions can change a verdict about this one.
  ///
  /// True if a daily cap is set and a record is about app-open ads, except in the first launch of
  /// an install.
  package func dependsOnEarlierShows(_ overrides: [PolicySetting]) -> Bool {
    guard let header, header.launchCount != 1 else { return false }
    let hasCap =
      overrides.setDailyCap || header.policy.setDailyCap
      || policyChanges.values.contains { $0.setDailyCap }
    return hasCap && events.contains { $0.format == .appOpen }
  }
}

extension [PolicySetting] {
  fileprivate var setDailyCap: Bool { contains { $0.key == .dailyCap } }
}
