import AdAudit
import AdReplay
import AdReports
import AdSession
import TestReports
import Testing

/// Points of a session: their forms, and the records that they select.
struct SessionPointTests {
  /// A session with a record at each of these times: seconds since the start, the UTC wall clock,
  /// and the UTC offset in minutes that begins to be in force.
  private static func times(
    zone: Int? = 480, _ records: [(t: Double, wall: String, zone: Int?)]
  ) -> SessionTimes {
    SessionTimes(trace(zone: zone, records))
  }

  private static func trace(
    zone: Int?, _ records: [(t: Double, wall: String, zone: Int?)]
  ) -> Trace {
    let lines = records.enumerated().map { number, record in
      let header =
        #""session.began","app":"a","app_version":"1","build":"release","os":"iOS","os_version":"26.0","#
        + #""sdk":"google-mobile-ads","sdk_version":"13.1.0","utc_offset_min":\#(zone ?? 0)"#
      let change = record.zone.map { #""app.time_changed","utc_offset_min":\#($0)"# }
      let isHeader = number == 0 && zone != nil
      let event = change ?? (isHeader ? header : #""user.acted","what":"play""#)
      return #"{"v":1,"session":"s","seq":\#(number + 1),"t":\#(Int(record.t * 1000)),"#
        + #""wall":"\#(record.wall)Z","event":\#(event)}"#
    }
    return Samples.audited(lines: lines)[0].reading.trace
  }

  /// 43 minutes of one evening: 07:00 to 07:43 in UTC+08:00.
  private static let evening: [(t: Double, wall: String, zone: Int?)] = [
    (0, "2026-10-28T23:00:00.000", nil), (10.5, "2026-10-28T23:00:10.500", nil),
    (182.381, "2026-10-28T23:03:02.381", nil), (182.9, "2026-10-28T23:03:02.900", nil),
    (463, "2026-10-28T23:07:43.000", nil), (2580, "2026-10-28T23:43:00.000", nil),
    (2584, "2026-10-28T23:43:04.000", nil),
  ]

  @Test(arguments: [
    ("3", 3), ("0:03:02.381", 3), ("182.381s", 3), ("182381ms", 3), ("3 min 2.381 s", 3),
    ("0:03:02", 4), ("3:02", 4), ("3:02.3", 3), ("182.4s", 3), ("182 s", 2), ("0 h 43 min", 6),
    ("0:43:04.000", 7), ("2026-10-28T23:03:02.381Z", 3), ("2026-10-28T23:03:02Z", 4),
    ("2026-10-29T07:03:02.381+08:00", 3), ("2026-10-28T20:03:02.381-0300", 3),
    ("2026-10-28T23:03Z", 4), ("2026-10-28T23:03:02.381456Z", 3), ("07:03", 4), ("07:03:02", 4),
    ("07:43", 7), ("07:43:00", 6), ("2026-10-29 07:43", 7), ("2026-10-29T07:03:02.381", 3),
    ("07:20", 5),
  ])
  func `A point selects the last record up to it in each form`(text: String, seq: Int) throws {
    let point = try #require(SessionPoint(text))
    let found = try Self.times(Self.evening).last(upTo: point)
    #expect(found.index + 1 == seq)
    #expect(found.note == "")
  }

  @Test(arguments: [
    "", "yesterday", "1.5", "3:2", "3:60", "1:60:00", "24:00:00:00", "3 m", "s", "5 s 3", "3:02 s",
    "2026-10-28", "2026-13-28T23:03Z", "2026-10-28T24:03Z", "2026-10-28T3:03Z",
    "2026-10-28T23:03:02+25:00", "2026-10-28T23:03:02+8", "2026-10-28_23:03", "0x10", "١٢", "nan s",
    "99999999999999999999", "1:00:00:00", "0:03:02.", "0:03:02.1234567890", "9e9 h",
  ])
  func `A text of another form is no point`(text: String) {
    #expect(SessionPoint(text) == nil)
  }

  @Test(arguments: [
    ("8", "'8' is after the session, which ends with seq 7 at 2026-10-28T23:43:04.000Z"),
    ("1:00:00.000", "'1:00:00.000' is after the session, which ends with seq 7 at 0:43:04.000"),
    ("99:00:00", "'99:00:00' is after the session, which ends with seq 7 at 0:43:04.000"),
    (
      "06:59:59",
      "'06:59:59' is before the session, which begins with seq 1 at 2026-10-29 07:00:00, UTC+08:00"
    ),
    (
      "2026-10-29 07:44",
      "'2026-10-29 07:44' is after the session, which ends with seq 7 at 2026-10-29 07:43:04, "
        + "UTC+08:00"
    ),
    (
      "2026-10-28T22:59:59Z",
      "'2026-10-28T22:59:59Z' is before the session, which begins with seq 1 at "
        + "2026-10-28T23:00:00.000Z"
    ),
  ])
  func `A point outside the session says where the session begins or ends`(
    text: String, sentence: String
  ) throws {
    let point = try #require(SessionPoint(text))
    let error = #expect(throws: PointError.self) {
      try Self.times(Self.evening).last(upTo: point)
    }
    #expect(error?.description == sentence)
  }

  @Test(arguments: [
    ("12:30", 5, "'12:30' is the time since the start: the session has no such local time"),
    ("7:43", 5, ""),
    ("00:10", 2, "'00:10' is the time since the start: the session has no such local time"),
  ])
  func `A clock that the session does not have as a local time is the time since the start`(
    text: String, seq: Int, note: String
  ) throws {
    let point = try #require(SessionPoint(text))
    let found = try Self.times(Self.evening).last(upTo: point)
    #expect(found.index + 1 == seq)
    #expect(found.note == note)
  }

  @Test func `A time since the start that the session does not have is a local time`() throws {
    let times = Self.times([
      (0, "2026-10-28T23:43:00.000", nil), (30, "2026-10-28T23:43:30.000", nil),
      (90, "2026-10-28T23:44:30.000", nil),
    ])
    let found = try times.last(upTo: try #require(SessionPoint("7:43")))
    #expect(found.index == 1)
    #expect(
      found.note == "'7:43' is a local time: the session has no such time since its start")
  }

  // MARK: Days and zones

  /// Records at 23:30, 23:50 and 00:10 local time, and the same a day later.
  private static let nights: [(t: Double, wall: String, zone: Int?)] = [
    (0, "2026-10-28T15:30:00.000", nil), (1200, "2026-10-28T15:50:00.000", nil),
    (2400, "2026-10-28T16:10:00.000", nil), (86_400, "2026-10-29T15:30:00.000", nil),
    (87_600, "2026-10-29T15:50:00.000", nil), (88_800, "2026-10-29T16:10:00.000", nil),
  ]

  @Test(arguments: [
    ("23:50", 2, "'23:50' occurs on several days; 2026-10-28 is the first"),
    ("00:05", 2, "'00:05' occurs on several days; 2026-10-29 is the first"),
    ("12:00", 3, ""), ("2026-10-29 23:50", 5, ""),
  ])
  func `A local time that occurs on two days is that of the first day`(
    text: String, seq: Int, note: String
  ) throws {
    let found = try Self.times(Self.nights).last(upTo: try #require(SessionPoint(text)))
    #expect(found.index + 1 == seq)
    #expect(found.note == note)
  }

  @Test func `A local time occurs on several days between two records that are days apart`() throws
  {
    let times = Self.times([
      (0, "2026-10-28T15:30:00.000", nil), (200_000, "2026-10-30T23:03:20.000", nil),
    ])
    let found = try times.last(upTo: try #require(SessionPoint("23:50")))
    #expect(found.index == 0)
    #expect(found.note == "'23:50' occurs on several days; 2026-10-28 is the first")
  }

  @Test func `A local time is in the zone that is in force at the record`() throws {
    let times = Self.times([
      (0, "2026-10-28T15:30:00.000", nil), (60, "2026-10-28T15:31:00.000", 540),
      (120, "2026-10-28T15:32:00.000", nil),
    ])
    #expect(try times.last(upTo: try #require(SessionPoint("23:30"))).index == 0)
    #expect(try times.last(upTo: try #require(SessionPoint("00:31"))).index == 1)
    #expect(try times.last(upTo: try #require(SessionPoint("00:32:00"))).index == 2)
  }

  @Test func `A day with a record at a local time comes before a day that passes without one`()
    throws
  {
    let times = Self.times([
      (0, "2026-10-28T15:30:00.000", nil), (87_600, "2026-10-29T15:50:00.000", nil),
    ])
    let found = try times.last(upTo: try #require(SessionPoint("23:50")))
    #expect(found.index == 1)
    #expect(found.note == "'23:50' occurs on several days; 2026-10-29 is the first with a record")
  }

  @Test func `A local time that the clock skipped does not occur`() throws {
    // At first, the clock was wrong by decades.
    let times = Self.times([
      (0, "1970-01-01T15:30:00.000", nil), (60, "2026-10-28T15:31:00.000", nil),
      (1200, "2026-10-28T15:50:00.000", nil),
    ])
    let found = try times.last(upTo: try #require(SessionPoint("23:40")))
    #expect(found.index == 1)
    #expect(found.note == "")
  }

  @Test func `Without a header, local times are those of UTC until the zone is known`() throws {
    let times = Self.times(
      zone: nil,
      [
        (0, "2026-10-28T15:30:00.000", nil), (60, "2026-10-28T15:31:00.000", 480),
        (120, "2026-10-28T15:32:00.000", nil),
      ])
    #expect(try times.last(upTo: try #require(SessionPoint("15:30"))).index == 0)
    #expect(try times.last(upTo: try #require(SessionPoint("23:32"))).index == 2)
  }

  // MARK: Windows

  private func window(_ start: String?, _ end: String?) throws -> ClosedRange<Int> {
    let window = try Self.times(Self.nights).window(
      from: try start.map { try #require(SessionPoint($0)) },
      to: try end.map { try #require(SessionPoint($0)) })
    return window.records.lowerBound + 1...window.records.upperBound
  }

  @Test(
    arguments: [
      (nil, nil, 1...6), ("2", nil, 2...6), (nil, "4", 1...4), ("23:40", "00:05", 2...2),
      ("23:50", "23:50", 2...2), ("12:00", "23:40", 4...4), ("00:00", "23:30", 3...4),
      ("2026-10-28T00:00:00Z", "2030-01-01T00:00:00Z", 1...6), ("0:20:00.000", "1200s", 2...2),
    ] as [(String?, String?, ClosedRange<Int>)])
  func `A window has the records from one point to the first such point after it`(
    start: String?, end: String?, seqs: ClosedRange<Int>
  ) throws {
    #expect(try window(start, end) == seqs)
  }

  @Test(arguments: [
    ("5", "2", "no record lies between '5' and '2'"),
    ("601s", "602s", "no record lies between '601s' and '602s'"),
    (
      "2026-10-28T00:00:00Z", "2026-10-28T01:00:00Z",
      "'2026-10-28T01:00:00Z' is before the session, which begins with seq 1 at "
        + "2026-10-28T15:30:00.000Z"
    ),
    ("7", "9", "'7' is after the session, which ends with seq 6 at 2026-10-29T16:10:00.000Z"),
  ])
  func `A window without records is an error`(start: String, end: String, sentence: String) throws {
    let error = #expect(throws: PointError.self) { try window(start, end) }
    #expect(error?.description == sentence)
  }

  // MARK: Laws

  /// The times of all journals as commands print them: `0:03:02.381`, `2026-11-20T09:15:02.123Z`.
  @Test func `A printed time of a record selects a record at that time, in every journal`() throws {
    for path in try Samples.paths(in: "sessions") + Samples.paths(in: "terms") {
      for audited in try Samples.audited(path) {
        let trace = audited.reading.trace
        let times = SessionTimes(trace)
        for event in trace.events {
          let clock = AuditText.clock(event.t)
          let byClock = try times.last(upTo: try #require(SessionPoint(clock)))
          #expect(trace.events[byClock.index].t == event.t, "\(path): \(clock)")
          let wall = WallClock.text(event.wall)
          let byWall = try times.last(upTo: try #require(SessionPoint(wall)))
          #expect(trace.events[byWall.index].wall == event.wall, "\(path): \(wall)")
          let bySeq = try times.last(upTo: try #require(SessionPoint("\(event.seq)")))
          #expect(trace.events[bySeq.index].seq == event.seq, "\(path): \(event.seq)")
        }
      }
    }
  }

  @Test func `A local time in a timeline selects a record with that local time`() throws {
    for path in try Samples.paths(in: "sessions") + Samples.paths(in: "terms") {
      for audited in try Samples.audited(path)
      where !audited.reading.trace.events.isEmpty && audited.reading.trace.hasTimes {
        let lines = Timeline(audited, style: .plain).lines
        let clocks = lines.compactMap { line in
          line.firstMatch(of: #/^[>* ] *(\d+)  \d+:\d\d:\d\d\.\d{3}  (\d\d:\d\d:\d\d)  /#).map {
            (seq: Int64($0.1), clock: String($0.2))
          }
        }
        let trace = audited.reading.trace
        #expect(clocks.count == trace.events.count)
        let times = SessionTimes(trace)
        for (_, clock) in clocks {
          let found = try times.last(upTo: try #require(SessionPoint(clock)))
          let seq = trace.events[found.index].seq
          #expect(clocks.first { $0.seq == seq }?.clock == clock, "\(path): \(clock)")
        }
      }
    }
  }
}
