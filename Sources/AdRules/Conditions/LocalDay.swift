internal import AdSession

extension EvaluationContext {
  /// The local day of this record, as days since 1970-01-01; nil where the zone is unknown.
  public var localDay: Int64? { evaluation.localDay(event.wall) }

  /// How many app-open shows a local day had before this record, in this session and in the others
  /// of the install.
  public func showCount(of day: Int64) -> Int64 {
    let own = session.shows.appOpenByDay[day] ?? 0
    if evaluation.otherShows.isNone { return own }
    return own + evaluation.otherShows.count(on: day, before: event.wall)
  }

  /// How many of ``showCount(of:)`` may be overlays of shows on another day, which a gap hides.
  ///
  /// Where all that is lost was lost on this day, what a gap hides counts in place of its overlay.
  public func strayShowCount(of day: Int64) -> Int64 {
    guard let uncertain = session.shows.uncertainByDay[day] else { return 0 }
    return evaluation.countLost(upTo: index).isAll(on: day) ? 0 : uncertain
  }

  /// The indexes of the last app-open shows of a local day in this session, no more than `most`.
  public func lastShows(of day: Int64, _ most: Int) -> [Int] {
    var found: [Int] = []
    let shows = session.shows
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
    let vague = session.shows.vagueByDay[day] ?? 0
    return lostRecords(of: day).map { $0 + vague }
  }

  /// How many records of a local day are lost before this record; nil: nobody knows how many.
  func lostRecords(of day: Int64) -> Int64? {
    guard let own = ownLostRecords(of: day) else { return nil }
    if evaluation.otherShows.isNone { return own }
    return evaluation.otherShows.lost(on: day, before: event.wall).map { own + $0 }
  }

  /// How many of them this session lost; nil: nobody knows how many.
  func ownLostRecords(of day: Int64) -> Int64? {
    hasGaps ? evaluation.countLost(upTo: index).lost(on: day) : 0
  }
}

extension Evaluation {
  /// The local day of an instant by the zone in force; nil where the zone is unknown.
  func localDay(_ wall: Int64) -> Int64? {
    session.utcOffsetMinutes.map { WallClock.localDay(wall, utcOffsetMinutes: $0) }
  }
}
