internal import AdSession

extension Moment {
  /// The local day of this record, as days since 1970-01-01; nil where the zone is unknown.
  public var localDay: Int64? { run.localDay(event.wall) }

  /// How many app-open shows a local day had before this record, in this session and in the others
  /// of the install.
  public func showCount(of day: Int64) -> Int64 {
    let own = run.session.shows.appOpenByDay[day] ?? 0
    if run.otherShows.isNone { return own }
    return own + run.otherShows.count(on: day, before: event.wall)
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
    let most = min(most, Int(shows.appOpenByDay[day] ?? 0))
    for number in shows.appOpen.indices.reversed() {
      if found.count >= most { break }
      if shows.appOpenDays[number] != day { continue }
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
    guard let own = ownLostRecords(of: day) else { return nil }
    if run.otherShows.isNone { return own }
    return run.otherShows.lost(on: day, before: event.wall).map { own + $0 }
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
  /// How many records they hide; nil: nobody knows how many.
  var total: Int64? = 0
  /// What the gaps of no more than a year hide, on each of their days.
  var byDay: [Int64: Int64] = [:]
  var unknownDays: Set<Int64> = []
  /// From the first to the last day that any gap touches.
  var days: ClosedRange<Int64>?
  /// The other gaps: rarely more than a few.
  var long: [(days: ClosedRange<Int64>, dropped: Int64?)] = []

  mutating func add(_ dropped: Int64?, _ days: ClosedRange<Int64>) {
    total = total.flatMap { total in dropped.map { total + $0 } }
    let known = self.days ?? days
    self.days = min(known.lowerBound, days.lowerBound)...max(known.upperBound, days.upperBound)
    // Of all days there are more than a number tells.
    guard 0...366 ~= days.upperBound &- days.lowerBound else { return long.append((days, dropped)) }
    for day in days {
      if let dropped { byDay[day, default: 0] += dropped } else { unknownDays.insert(day) }
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

extension LostRecords {
  /// Counts the gaps up to a record.
  mutating func count(_ trace: Trace, upTo index: Int) {
    let gaps = trace.gaps
    while passed < gaps.count, gaps[passed].position <= index {
      let position = gaps[passed].position
      for event in trace.events[looked..<position] where event.kind == .appTimeChanged {
        offset = event.utcOffsetMin ?? offset
      }
      looked = position
      // All days where the zone or the beginning is lost.
      let days = position > 0 ? offset.map { trace.days(ofGapAt: position, $0) } : nil
      add(gaps[passed].counted, days ?? .min ... .max)
      passed += 1
    }
  }
}

extension Run {
  func countLost(upTo index: Int) -> LostRecords {
    var lost = notes.lost ?? LostRecords(offset: trace.header?.utcOffsetMinutes)
    notes.lost = nil
    lost.count(trace, upTo: index)
    notes.lost = lost
    return lost
  }
}

extension Run {
  /// The local day of an instant by the zone in force; nil where the zone is unknown.
  func localDay(_ wall: Int64) -> Int64? {
    session.utcOffsetMinutes.map { WallClock.localDay(wall, utcOffsetMinutes: $0) }
  }
}
