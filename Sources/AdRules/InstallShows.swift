public import AdSession

extension OtherShows {
  /// The app-open shows of the other processes of an install, which share its daily cap.
  ///
  /// - Parameters:
  ///   - number: The place of the process that is judged.
  ///   - traces: All processes of the install.
  public static func shows(besides number: Int, in traces: [Trace]) -> OtherShows {
    var shows: [OtherShows.Show] = []
    var lost: [Int64: Int64?] = [:]
    for (place, trace) in traces.enumerated() where place != number {
      shows += trace.appOpenShows
      for day in trace.daysOfGaps { lost[day] = .some(nil) }
    }
    if shows.isEmpty && lost.isEmpty { return .none }
    return OtherShows(shows: shows.sorted { $0.wall < $1.wall }, lost: lost)
  }
}

extension Trace {
  /// When app-open ads came up, the content of their clicks left out.
  fileprivate var appOpenShows: [OtherShows.Show] {
    guard events.contains(where: { $0.kind == .adWillPresent && $0.format == .appOpen }) else {
      return []
    }
    var session = Session()
    session.begin(self)
    for (index, event) in events.enumerated() {
      session.evolve(event, at: index, session.facts(of: event, at: index), self)
    }
    return zip(session.shows.appOpen, session.shows.appOpenDays).map {
      OtherShows.Show(wall: events[Int($0)].wall, day: $1)
    }
  }

  /// The local days on which records are lost, in the zone of the header; where the zone changes,
  /// also those beside them.
  fileprivate var daysOfGaps: [Int64] {
    guard let offset = header?.utcOffsetMinutes, let last = events.last else { return [] }
    let hasZones = events.contains { $0.kind == .appTimeChanged && $0.first != nil }
    let more: Int64 = hasZones ? 1 : 0
    return gaps.flatMap { gap in
      let before = gap.position > 0 ? events[gap.position - 1].wall : events[0].wall
      let after = gap.position < events.count ? events[gap.position].wall : last.wall
      let from = WallClock.localDay(min(before, after), utcOffsetMinutes: offset)
      let to = WallClock.localDay(max(before, after), utcOffsetMinutes: offset)
      return Array((from - more)...(to + more))
    }
  }
}
