internal import AdSession

extension EvaluationContext {
  /// The local day of this record, as days since 1970-01-01; nil where the zone is unknown.
  public var localDay: Int64? { evaluation.localDay(event.wall) }

  /// The number of certain app-open shows on a local day before this record, in all known sessions
  /// of the install.
  public func showCount(of day: Int64) -> Int64 {
    let own = session.shows.appOpenByDay[day] ?? 0
    guard evaluation.otherShows.isFound, !isOnlySession(on: day) else { return own }
    evaluation.usedEarlierShows = true
    return own + evaluation.otherShows.count(on: day)
  }

  /// What a rule of a file counts on a local day in the known earlier sessions of the install.
  ///
  /// `lost` is the number of records that may be further events; nil where it is unknown.
  func earlierCount(
    of day: Int64, by counter: Counted
  ) -> (events: Int, lost: Int64?, isComplete: Bool) {
    if isOnlySession(on: day) { return (0, 0, true) }
    guard let found = evaluation.otherShows.counted(by: counter, on: day) else {
      return (0, 0, false)
    }
    evaluation.usedEarlierShows = true
    return (found.events, found.lost, evaluation.otherShows.isComplete(on: day))
  }

  /// Whether no other session can have had a show on a local day before this record.
  private func isOnlySession(on day: Int64) -> Bool {
    if session.header?.launchCount == 1 { return true }
    let first = evaluation.event(0)
    return day >= InstallDay.firstWhole(after: max(first.wall, event.wallOfFirst(first)))
  }

  /// Whether the shows of the install's earlier sessions on a local day are known.
  func knowsEarlierShows(of day: Int64) -> Bool {
    isOnlySession(on: day) || evaluation.otherShows.isComplete(on: day)
  }

  /// Whether the number of shows of a local day before this record is too high.
  func showCount(of day: Int64, isTooHigh: (Int64) -> Bool) -> Truth {
    let seen = showCount(of: day)
    if isTooHigh(seen) { return .yes(.none) }
    let knowsEarlier = knowsEarlierShows(of: day)
    guard let possible = possibleShows(of: day), !isTooHigh(seen + possible) else {
      return .unknown(.gap)
    }
    return knowsEarlier ? .no : .unknown(.earlierShows)
  }

  /// The last app-open shows of a local day in this session, at most `most`.
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

  /// The number of further shows that a local day can have had before this record; nil where it is
  /// unknown.
  ///
  /// Each lost record can be one, and so can each event that is a show or an overlay.
  public func possibleShows(of day: Int64) -> Int64? {
    let unsure = session.shows.unsure.appOpenByDay[day] ?? 0
    return lostRecords(of: day).map { $0 + unsure }
  }

  /// The number of lost records of a local day before this record; nil where it is unknown.
  func lostRecords(of day: Int64) -> Int64? {
    guard let own = ownLostRecords(of: day) else { return nil }
    guard evaluation.otherShows.isFound, !isOnlySession(on: day) else { return own }
    return evaluation.otherShows.lost(on: day).map { own &+ $0 }
  }

  /// The number of those that this session lost; nil where it is unknown.
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
