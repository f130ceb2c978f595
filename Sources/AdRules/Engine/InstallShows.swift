public import AdSession

extension OtherShows {
  /// The app-open shows of the processes of an install before one of them.
  ///
  /// - Parameters:
  ///   - number: The index of the process that is judged.
  ///   - traces: All processes of the install, in their order.
  public static func ofProcesses(before number: Int, in traces: [Trace]) -> OtherShows {
    let begins = traces.enumerated().compactMap { order, trace in
      trace.events.first.map { InstallCalendar.Instant(wall: $0.wall, order: order) }
    }
    let earlier = traces[..<number].enumerated().compactMap { order, trace in
      InstallSession(trace).map { (order: order, session: $0) }
    }
    let calendar = InstallCalendar(earlier, begins: begins.sorted())
    return OtherShows(calendar, before: .end, completeFrom: .min)
  }

  /// The app-open shows before a session that a call with these sessions of an install knows.
  ///
  /// - Parameters:
  ///   - number: The index of the session that is judged.
  ///   - traces: Sessions of the install, in any order.
  package static func ofSessions(before number: Int, in traces: [Trace]) -> OtherShows {
    let sessions = traces.map { InstallSession($0) }
    guard sessions[number] != nil else { return .unknown }
    let index = sessions[..<number].count { $0 != nil }
    return InstallSessions(sessions.compactMap { $0 }).earlierShows(of: index)
  }
}

extension Trace {
  /// The certain and the possible app-open shows, without the content of clicks.
  ///
  /// A gap can hide that a show is only the content of a click on an earlier show: it is possible.
  func appOpenShows() -> (certain: [InstallCalendar.Entry], possible: [InstallCalendar.Entry]) {
    plainShows().map { ($0, []) } ?? evolvedShows()
  }

  /// The app-open shows, if no record is lost and no ad comes up twice; nil for any other session.
  ///
  /// None of these shows is the content of a click, so that no state is needed.
  func plainShows() -> [InstallCalendar.Entry]? {
    guard gaps.isEmpty, var offset = header?.utcOffsetMinutes else { return nil }
    var shows: [InstallCalendar.Entry] = []
    var shown: [Symbol] = []
    for event in events {
      if event.kind == .appTimeChanged { offset = event.utcOffsetMin ?? offset }
      guard event.kind == .adWillPresent else { continue }
      guard event.ad.isPresent, !shown.contains(event.ad), shown.count < Self.fewAds else {
        return nil
      }
      shown.append(event.ad)
      guard event.format == .appOpen else { continue }
      let day = WallClock.localDay(event.wall, utcOffsetMinutes: offset)
      shows.append(InstallCalendar.Entry(day: day, wall: event.wall))
    }
    return shows
  }

  /// The number of ads that are compared one by one.
  private static var fewAds: Int { 64 }

  /// The same for any session, by its state before each record.
  func evolvedShows() -> (certain: [InstallCalendar.Entry], possible: [InstallCalendar.Entry]) {
    var certain: [InstallCalendar.Entry] = []
    var possible: [InstallCalendar.Entry] = []
    var session = Session()
    session.begin(self)
    for (index, event) in events.enumerated() {
      let seen = session.shows.appOpen.count
      session.evolve(event, at: index, session.facts(of: event, at: index), self)
      guard event.kind == .adWillPresent, let day = session.localDay(of: event) else { continue }
      var entry = InstallCalendar.Entry(day: day, wall: event.wall)
      if session.shows.appOpen.count > seen {
        certain.append(entry)
      } else if session.shows.unsure.appOpen == index {
        entry.records = 1
        possible.append(entry)
      }
    }
    return (certain, possible)
  }

  /// The local days of the records that are lost, by the zone in force there.
  func lostDays() -> [InstallCalendar.Entry] {
    guard var offset = header?.utcOffsetMinutes else { return [] }
    var found: [InstallCalendar.Entry] = []
    var looked = 0
    for gap in gaps {
      for event in events[looked..<gap.position] where event.kind == .appTimeChanged {
        offset = event.utcOffsetMin ?? offset
      }
      looked = gap.position
      var entry = InstallCalendar.Entry(day: 0, wall: .min, records: gap.counted)
      if gap.position == events.count {
        guard let last = events.last else { continue }
        entry.day = WallClock.localDay(last.wall, utcOffsetMinutes: offset)
        entry.wall = last.wall
        entry.openZone = offset
        found.append(entry)
      } else {
        let days = days(ofGapAt: gap.position, offset)
        entry.wall = gap.position > 0 ? walls(ofGapAt: gap.position).lowerBound : .min
        for day in days.lowerBound...min(days.upperBound, days.lowerBound + Self.mostDays) {
          entry.day = day
          found.append(entry)
        }
      }
    }
    return found
  }

  /// The local days of the records that a gap hides, by the zone in force there; not for a gap at
  /// the end.
  func days(ofGapAt position: Int, _ offset: Int64) -> ClosedRange<Int64> {
    let walls = walls(ofGapAt: position)
    let first = WallClock.localDay(walls.lowerBound, utcOffsetMinutes: offset)
    return first...WallClock.localDay(walls.upperBound, utcOffsetMinutes: offset)
  }

  /// The possible wall clock times in a gap; not for a gap at the end.
  ///
  /// The clock advances as `t` does, from its value before the gap or towards its value after it;
  /// in between it may have been set. Where the two differ by more than a year, only the values
  /// beside the gap count.
  private func walls(ofGapAt position: Int) -> ClosedRange<Int64> {
    let before = events[max(0, position - 1)]
    let after = events[position]
    let (passed, isTooLong) = after.t.subtractingReportingOverflow(before.t)
    let seen = min(before.wall, after.wall)...max(before.wall, after.wall)
    if isTooLong || passed > Self.year { return seen }
    return min(seen.lowerBound, after.wall - passed)...max(seen.upperBound, before.wall + passed)
  }

  private static var year: Int64 { 366 * 86_400_000 }

  /// A loss of more than three years is listed for the first three years only.
  private static var mostDays: Int64 { 1100 }
}
