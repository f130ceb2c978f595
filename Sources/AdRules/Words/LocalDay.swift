internal import AdSession

extension Moment {
  /// The local day of this record, as days since 1970-01-01; nil where the zone is unknown.
  public var localDay: Int64? { run.localDay(event.wall) }

  /// The app-open shows on a local day before this record, in this session and in the others of the
  /// install: indexes of this session's, -1 for each of another's.
  public func showsOfDay(_ day: Int64) -> [Int] {
    var found: [Int] = []
    if !run.otherShows.shows.isEmpty {
      let wall = event.wall
      for other in run.otherShows.shows where other.day == day && other.wall <= wall {
        found.append(-1)
      }
    }
    for place in 0..<run.session.shows.appOpen.count
    where run.session.shows.appOpenDays[place] == day {
      found.append(Int(run.session.shows.appOpen[place]))
    }
    return found
  }

  /// How many records of a local day are lost before this record; nil: nobody knows how many.
  public func lostRecords(of day: Int64) -> Int64? {
    var lost: Int64 = 0
    if let others = run.otherShows.lost[day] {
      guard let others else { return nil }
      lost += others
    }
    if run.session.time.lastGap(before: index) == nil { return lost }
    for gap in run.trace.gaps where gap.position <= index {
      guard
        let first = gap.position > 0 ? run.localDay(run.trace.events[gap.position - 1].wall) : .min,
        let last = run.localDay(run.trace.events[gap.position].wall)
      else { return nil }
      if day < first || day > last { continue }
      guard let dropped = gap.dropped else { return nil }
      lost += dropped
    }
    return lost
  }
}

extension Run {
  /// The local day of an instant by the zone in force; nil where the zone is unknown.
  func localDay(_ wall: Int64) -> Int64? {
    session.utcOffsetMinutes.map { WallClock.localDay(wall, utcOffsetMinutes: $0) }
  }
}
