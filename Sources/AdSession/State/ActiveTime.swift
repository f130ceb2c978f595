/// Active time of a session: `t` without background spans, because a suspended app can do nothing.
///
/// In and after a gap, the phase of the app is unknown. There are therefore two clocks: the time
/// that the app was certainly in the foreground, and the maximum time that it can have been.
/// Without gaps they are equal. Each query is O(1); one pass over the records builds the clocks.
public struct ActiveTime: Sendable {
  /// The clock at each record, with room for more.
  @usableFromInline var least: [Int64] = []
  /// Empty in a session without gaps, where it equals ``least``.
  @usableFromInline var greatest: [Int64] = []
  /// Empty in a session without gaps.
  @usableFromInline var gapsUpTo: [Int32] = []
  @usableFromInline var gapPositions: [Int32] = []
  /// The number of records.
  public private(set) var count = 0
  private var clock = PhaseClock()

  /// Makes clocks without a session.
  public init() {}

  /// Measures another session and keeps the memory.
  public mutating func measure(_ trace: Trace) { measure(trace.events, trace.hidingGaps) }

  private mutating func measure(_ events: [Event], _ gaps: ArraySlice<Gap>) {
    count = events.count
    gapPositions.forget()
    greatest.forget()
    gapsUpTo.forget()
    if least.count < count { least = [Int64](repeating: 0, count: count) }
    if gaps.isEmpty { return measure(events) }
    for gap in gaps { gapPositions.append(Int32(gap.position)) }
    measureGaps(events)
  }

  /// Measures records without gaps: one clock, which stands still in the background.
  private mutating func measure(_ events: [Event]) {
    var clock = PlainClock(start: events.first?.t ?? 0)
    least.updateInPlace(with: events) { least, event in
      least = clock.at(event.t)
      if event.kind == .appEnteredBackground || event.kind == .appEnteringForeground {
        clock.turn(event.kind, at: event.t)
      }
    }
    self.clock = PhaseClock(
      least: least[..<count].last ?? 0, greatest: least[..<count].last ?? 0,
      phase: clock.runs ? .foreground : .background, last: events.last?.t)
  }

  private mutating func measureGaps(_ events: [Event]) {
    var clock = PhaseClock()
    var passed = 0
    greatest.reserveCapacity(events.count)
    gapsUpTo.reserveCapacity(events.count + 1)
    for index in events.indices {
      let isAfterGap = passed < gapPositions.count && Int(gapPositions[passed]) == index
      if isAfterGap { passed += 1 }
      clock.advance(to: events[index].t, isAfterGap: isAfterGap)
      least[index] = clock.least
      greatest.append(clock.greatest)
      gapsUpTo.append(Int32(passed))
      if isAfterGap {
        let end = passed < gapPositions.count ? Int(gapPositions[passed]) : events.count
        if index < end { clock.lookAhead(events[index..<end]) }
      }
      clock.see(events[index].kind)
    }
    gapsUpTo.append(Int32(gapPositions.count))
    self.clock = clock
  }

  /// Removes all records and prepares to count them one by one.
  mutating func restart() {
    self = ActiveTime()
  }

  /// Counts up to one more record; a session that is being recorded has no gaps.
  mutating func append(_ event: Event) {
    clock.advance(to: event.t, isAfterGap: false)
    least.append(clock.least)
    count += 1
    clock.see(event.kind)
  }

  /// The foreground time from a record until an instant `t` after the last record.
  public func active(from start: Int, until t: Int64) -> Int64 {
    guard start < count else { return 0 }
    var now = clock
    now.advance(to: max(t, clock.last ?? t), isAfterGap: false)
    return now.least - least[start]
  }

  /// The same session with other clocks, for obligations in which not all active time counts.
  public func running(least: [Int64], greatest: [Int64]) -> ActiveTime {
    var copy = self
    copy.least = least
    copy.greatest = greatest
    copy.count = least.count
    return copy
  }

  /// The foreground time that certainly passed from one record to a later one.
  @inlinable public func least(from start: Int, to end: Int) -> Int64 { least[end] - least[start] }

  /// The foreground time that certainly passed from a record that is known to be present.
  @inlinable public func least(from start: EventIndex, to end: Int) -> Int64 {
    least(from: start.known, to: end)
  }

  /// The greatest foreground time that can have passed from a record that is known to be present.
  @inlinable public func greatest(from start: EventIndex, to end: Int) -> Int64 {
    greatest(from: start.known, to: end)
  }

  /// The greatest foreground time that can have passed from one record to a later one.
  @inlinable public func greatest(from start: Int, to end: Int) -> Int64 {
    greatest.isEmpty ? least[end] - least[start] : greatest[end] - greatest[start]
  }

  /// Whether a gap lies after a record (none: from the beginning on) and before `end`.
  @inlinable public func hasGap(after start: EventIndex, before end: Int) -> Bool {
    if gapPositions.isEmpty { return false }
    let upToStart = start.index.map { gapsUpTo[$0] } ?? 0
    return gapsUpTo[end] > upToStart
  }

  /// Whether a gap lies after one record and before another.
  @inlinable public func hasGap(after start: Int, before end: Int) -> Bool {
    hasGap(after: EventIndex(start), before: end)
  }

  /// The first gap after a record (none: from the beginning on), as the index that it lies before.
  @inlinable public func firstGap(after start: EventIndex) -> Int? {
    if gapPositions.isEmpty { return nil }
    let passed = start.index.map { Int(gapsUpTo[$0]) } ?? 0
    return passed < gapPositions.count ? Int(gapPositions[passed]) : nil
  }

  /// The first gap after a record, as the index that it lies before.
  @inlinable public func firstGap(after start: Int) -> Int? { firstGap(after: EventIndex(start)) }

  /// The last gap at or before a record, as the position of the first record after it.
  @inlinable public func lastGap(before end: Int) -> Int? {
    if gapPositions.isEmpty { return nil }
    let passed = Int(gapsUpTo[end])
    return passed > 0 ? Int(gapPositions[passed - 1]) : nil
  }

  /// The first record after `start` at which more than `limit` certainly passed; nil: none does.
  public func firstRecord(after start: Int, beyond limit: Int64) -> Int? {
    first(in: least, after: start, beyond: limit)
  }

  /// The first record after `start` at which more than `limit` can have passed; nil: none does.
  public func firstPossibleRecord(after start: Int, beyond limit: Int64) -> Int? {
    first(in: greatest.isEmpty ? least : greatest, after: start, beyond: limit)
  }

  private func first(in clock: [Int64], after start: Int, beyond limit: Int64) -> Int? {
    var low = start + 1
    var high = count
    while low < high {
      let middle = low + (high - low) / 2
      if clock[middle] - clock[start] > limit { high = middle } else { low = middle + 1 }
    }
    return low < count ? low : nil
  }
}
