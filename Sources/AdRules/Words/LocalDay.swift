internal import AdSession

extension Moment {
  /// The local day of this record, as days since 1970-01-01; nil where the zone is unknown.
  public var localDay: Int64? { run.localDay(event.wall) }

  /// How many app-open shows a local day had before this record, in this session and in the others
  /// of the install.
  public func showCount(of day: Int64) -> Int64 {
    let own = run.session.shows.appOpenByDay[day] ?? 0
    if run.otherShows.shows.isEmpty { return own }
    let wall = event.wall
    return own + Int64(run.otherShows(of: day).partition { $0 > wall })
  }

  /// How many of ``showCount(of:)`` may be overlays of shows on another day, which a gap hides.
  ///
  /// Where all that is lost was lost on this day, what a gap hides counts in place of its overlay.
  public func strayShowCount(of day: Int64) -> Int64 {
    guard let uncertain = run.session.shows.uncertainByDay[day] else { return 0 }
    return run.countLost(upTo: index).isAll(on: day) ? 0 : uncertain
  }

  /// The indexes of the last app-open shows of a local day in this session, no more than `most`.
  public func lastShows(of day: Int64, _ most: Int) -> [Int] {
    var found: [Int] = []
    let shows = run.session.shows
    for number in shows.appOpen.indices.reversed() where shows.appOpenDays[number] == day {
      if found.count >= most { break }
      found.append(Int(shows.appOpen[number]))
    }
    return found.reversed()
  }

  /// How many more shows a local day may have had before this record, than were counted: as many as
  /// records are lost, and those that a gap makes vague; nil: nobody knows how many.
  public func possibleShows(of day: Int64) -> Int64? {
    let vague = run.session.shows.vagueByDay[day] ?? 0
    return lostRecords(of: day).map { $0 + vague }
  }

  /// How many records of a local day are lost before this record; nil: nobody knows how many.
  func lostRecords(of day: Int64) -> Int64? {
    var lost: Int64 = 0
    if let others = run.otherShows.lost[day] {
      guard let others else { return nil }
      lost += others
    }
    return ownLostRecords(of: day).map { $0 + lost }
  }

  /// How many of them this session lost; nil: nobody knows how many.
  func ownLostRecords(of day: Int64) -> Int64? {
    run.state.pointee.hasGaps ? run.countLost(upTo: index).lost(on: day) : 0
  }
}

/// The records that the gaps so far may hide, by local day; counted once, as the session goes on.
struct LostRecords {
  /// The zone in force after the records that were looked at; nil where it is unknown.
  var offset: Int64?
  var looked = 0
  /// How many gaps were counted.
  var passed = 0
  /// What the gaps within one day hide.
  var byDay: [Int64: Int64] = [:]
  var unknownDays: Set<Int64> = []
  /// From the first to the last day that any gap touches.
  var days: ClosedRange<Int64>?
  /// The gaps that touch several days: rarely more than a few.
  var long: [(days: ClosedRange<Int64>, dropped: Int64?)] = []

  mutating func add(_ dropped: Int64?, _ days: ClosedRange<Int64>) {
    let known = self.days ?? days
    self.days = min(known.lowerBound, days.lowerBound)...max(known.upperBound, days.upperBound)
    if days.lowerBound < days.upperBound {
      long.append((days, dropped))
    } else if let dropped {
      byDay[days.lowerBound, default: 0] += dropped
    } else {
      unknownDays.insert(days.lowerBound)
    }
  }

  /// Whether nothing can have been lost on another day.
  func isAll(on day: Int64) -> Bool { days.map { $0 == day...day } ?? true }

  func lost(on day: Int64) -> Int64? {
    if unknownDays.contains(day) { return nil }
    var lost = byDay[day] ?? 0
    for gap in long where gap.days.contains(day) {
      guard let dropped = gap.dropped else { return nil }
      lost += dropped
    }
    return lost
  }
}

extension Run {
  fileprivate func countLost(upTo index: Int) -> LostRecords {
    var lost = notes.lost ?? LostRecords(offset: trace.header?.utcOffsetMinutes)
    notes.lost = nil
    let gaps = trace.gaps
    while lost.passed < gaps.count, gaps[lost.passed].position <= index {
      let position = gaps[lost.passed].position
      for event in trace.events[lost.looked..<position] where event.kind == .appTimeChanged {
        lost.offset = event.first ?? lost.offset
      }
      lost.looked = position
      lost.add(gaps[lost.passed].counted, days(around: position, lost.offset))
      lost.passed += 1
    }
    notes.lost = lost
    return lost
  }

  /// The local days of what a gap hides, by the zone in force there; all of them where that or the
  /// beginning is lost.
  private func days(around gap: Int, _ offset: Int64?) -> ClosedRange<Int64> {
    guard let offset, gap > 0 else { return .min ... .max }
    let days = [trace.events[gap - 1], trace.events[gap]].map {
      WallClock.localDay($0.wall, utcOffsetMinutes: offset)
    }
    return min(days[0], days[1])...max(days[0], days[1])
  }

  /// The wall clocks of the other sessions' shows on a day, rising.
  fileprivate func otherShows(of day: Int64) -> [Int64] {
    if let known = notes.otherShowsByDay { return known[day] ?? [] }
    var byDay: [Int64: [Int64]] = [:]
    for show in otherShows.shows { byDay[show.day, default: []].append(show.wall) }
    notes.otherShowsByDay = byDay
    return byDay[day] ?? []
  }
}

extension Run {
  /// The local day of an instant by the zone in force; nil where the zone is unknown.
  func localDay(_ wall: Int64) -> Int64? {
    session.utcOffsetMinutes.map { WallClock.localDay(wall, utcOffsetMinutes: $0) }
  }
}
