import Testing

@testable import AdRules

/// The shows that are known before each of the sessions of an install.
struct InstallSessionsTests {
  private static let day: Int64 = 86_400_000

  /// A session of an hour that began at an hour of a day and shows ads at some minutes of it.
  private static func session(
    _ launch: Int64?, day: Int64 = 5, hour: Int64 = 9, shows: [Int64] = [], records: Int = 10
  ) -> InstallSession {
    let first = day * Self.day + hour * 3_600_000
    let span = InstallOrder.Span(
      first: first, last: first + 3_500_000, latestFirst: first, launchCount: launch)
    return InstallSession(
      name: UInt64(bitPattern: first &* 31), records: records, span: span,
      shows: shows.map { InstallCalendar.Entry(day: day, wall: first + $0 * 60_000) }, losses: [])
  }

  /// What is known before a session: the shows of a day, and `+` where there may be more.
  private static func known(
    _ index: Int, _ sessions: [InstallSession], on day: Int64 = 5
  ) -> String {
    let shows = InstallSessions(sessions).earlierShows(of: index)
    return "\(shows.count(on: day))\(shows.isComplete(on: day) ? "" : "+")"
  }

  @Test func `Nothing is known before a session alone`() {
    #expect(Self.known(0, [Self.session(3, shows: [5])]) == "0+")
  }

  @Test func `Launches back to the first one are all`() {
    #expect(Self.known(1, [Self.session(1, hour: 8, shows: [5, 6]), Self.session(2)]) == "2")
  }

  @Test func `Launches back to the day before are all that ran on the day`() {
    #expect(Self.known(1, [Self.session(6, day: 3, shows: [1]), Self.session(7)]) == "0")
  }

  @Test func `A launch less than 14 hours before the day is not certainly of another day`() {
    #expect(Self.known(1, [Self.session(6, day: 4, hour: 12), Self.session(7)]) == "0+")
  }

  @Test func `With a launch missing, the shows that were found are only the least`() {
    #expect(Self.known(1, [Self.session(1, hour: 7, shows: [5, 6]), Self.session(3)]) == "2+")
  }

  @Test func `Later launches do not count`() {
    let later = Self.session(3, hour: 10, shows: [1, 2, 3])
    #expect(Self.known(1, [Self.session(1, hour: 8, shows: [5]), Self.session(2), later]) == "1")
  }

  @Test(arguments: [(2, 9), (3, 8), (nil, 8)] as [(Int64?, Int64)])
  func `Launches that repeat, overlap or are not counted leave earlier shows unknown`(
    launch: Int64?, hour: Int64
  ) {
    var before = Self.session(launch, hour: 8, shows: [5, 6, 7])
    if hour == 9 { before.span.last += 3_600_000 }
    #expect(Self.known(1, [before, Self.session(2)]) == "0+")
  }

  @Test func `A copy of a session does not count, and the longest copy counts for the others`() {
    let first = Self.session(1, hour: 8, shows: [5])
    var part = first
    part.records = 3
    part.shows = []
    let sessions = [Self.session(2), part, first, Self.session(2), first]
    #expect(Self.known(0, sessions) == "1" && Self.known(3, sessions) == "1")
    #expect(Self.known(1, sessions) == "0+")
  }

  /// The first one is torn off on the evening of day 4; the app is started again on day 6.
  @Test func `Records lost at the end of a session count for every day until the next session`() {
    var torn = Self.session(1, day: 4)
    torn.losses = [
      InstallCalendar.Entry(day: 4, wall: torn.span.last, records: 1, openZone: 0)
    ]
    let sessions = InstallSessions([torn, Self.session(2, day: 6), Self.session(3, day: 7)])
    let lost = (4...7).map { sessions.earlierShows(of: 1).lost(on: $0) }
    #expect(lost == [1, 1, 1, 0])
  }

  @Test func `The order in which sessions are given does not matter`() {
    let sessions = (1...6).map { Self.session($0, hour: 8 + $0, shows: [$0]) }
    for shift in sessions.indices {
      let turned = Array(sessions[shift...] + sessions[..<shift])
      let known = sessions.indices.map { Self.known(($0 + 6 - shift) % 6, turned) }
      #expect(known == ["0+", "1", "2", "3", "4", "5"], "from \(shift)")
    }
  }
}
