package import AdSession

/// The order of an install's sessions, and how far back the sessions before each of them are known.
///
/// A session follows the one before it if it began after every record of all sessions before it,
/// and if both or neither count launches, in rising numbers. Only sessions that follow each other
/// look at each other; where clocks or numbers contradict, nothing is concluded.
package struct InstallOrder: Sendable {
  /// What orders one session among those of its install.
  package struct Span: Sendable {
    /// The wall clock of the first record.
    package var first: Int64
    /// The latest wall clock of any record.
    package var last: Int64
    /// The latest wall clock at which the first record can have been, by the `t` of the last one.
    package var latestFirst: Int64
    package var launchCount: Int64?

    package init(first: Int64, last: Int64, latestFirst: Int64, launchCount: Int64?) {
      self.first = first
      self.last = last
      self.latestFirst = latestFirst
      self.launchCount = launchCount
    }
  }

  /// For each session in order, the first of those that follow each other up to it.
  package private(set) var starts: [Int] = []
  /// For each session in order, the first local day whose earlier sessions are all known.
  package private(set) var completeFrom: [Int64] = []

  /// Orders sessions that are sorted by ``Span/precedes(_:)``.
  package init(_ spans: [Span]) {
    starts.reserveCapacity(spans.count)
    completeFrom.reserveCapacity(spans.count)
    var latest = Int64.min
    for index in spans.indices {
      let span = spans[index]
      let follows = index > 0 && span.follows(spans[index - 1], latest, isTied(index - 1, spans))
      starts.append(follows ? starts[index - 1] : index)
      let isNext = follows && spans[index - 1].isDirectlyBefore(span)
      completeFrom.append(
        isNext ? min(completeFrom[index - 1], spans[index - 1].firstWholeDay) : .max)
      latest = max(latest, span.last)
    }
  }

  private func isTied(_ index: Int, _ spans: [Span]) -> Bool {
    index > 0 && spans[index].first == spans[index - 1].first
  }
}

extension InstallOrder.Span {
  /// Sorts by the beginning, then by the number of launches.
  package func precedes(_ other: Self) -> Bool {
    (first, launchCount ?? .min) < (other.first, other.launchCount ?? .min)
  }

  fileprivate func follows(_ before: Self, _ latest: Int64, _ isTied: Bool) -> Bool {
    if isTied || first < latest || first == before.first { return false }
    switch (before.launchCount, launchCount) {
    case (nil, nil): return true
    case (let earlier?, let count?): return earlier < count
    default: return false
    }
  }

  fileprivate func isDirectlyBefore(_ next: Self) -> Bool {
    guard let launchCount, let following = next.launchCount else { return false }
    return following.subtractingReportingOverflow(launchCount) == (1, false)
  }

  /// The first local day, in every time zone, that began after the session did.
  fileprivate var firstWholeDay: Int64 {
    launchCount == 1 ? .min : InstallDay.firstWhole(after: max(first, latestFirst))
  }
}

/// Local days in all time zones.
package enum InstallDay {
  /// The easternmost time zone, in minutes east of UTC.
  private static let easternmost: Int64 = 14 * 60

  /// The first local day that had begun nowhere at an instant.
  package static func firstWhole(after wall: Int64) -> Int64 {
    WallClock.localDay(wall, utcOffsetMinutes: easternmost) + 1
  }
}

extension InstallOrder.Span {
  /// The span of a session's records; nil without records.
  package init?(_ trace: Trace) {
    guard let first = trace.events.first, let end = trace.events.last else { return nil }
    self.init(
      first: first.wall, last: trace.events.reduce(end.wall) { max($0, $1.wall) },
      latestFirst: end.wallOfFirst(first), launchCount: trace.header?.launchCount)
  }
}

extension Event {
  /// The wall clock that the first record would have by this record's clocks.
  func wallOfFirst(_ first: Event) -> Int64 {
    let (began, isTooFar) = wall.subtractingReportingOverflow(t - first.t)
    return isTooFar ? .min : began
  }
}
