/// Active time of a session: `t` without the background spans, since a suspended app can do nothing.
///
/// In and after a gap nobody knows whether the app was in the background; so there are two clocks:
/// the time that certainly was foreground, and the greatest time that it can have been. Without
/// gaps they are equal. O(1) a question, one pass to build.
public struct ActiveTime: Sendable {
  @usableFromInline var least: [Int64] = []
  @usableFromInline var greatest: [Int64] = []
  @usableFromInline var gapsUpTo: [Int32] = []
  @usableFromInline var gapPositions: [Int32] = []
  var clock = PhaseClock()

  /// Makes the clocks of no session.
  public init() {}

  /// Measures a session anew, keeping the memory.
  public mutating func measure(_ trace: Trace) {
    let count = trace.events.count
    least.resize(to: count)
    greatest.resize(to: count)
    gapsUpTo.resize(to: count + 1)
    if !gapPositions.isEmpty { gapPositions.removeAll(keepingCapacity: true) }
    for gap in trace.gaps { gapPositions.append(Int32(gap.position)) }
    var clock = PhaseClock()
    var passed = 0
    trace.events.withUnsafeBufferPointer { events in
      least.withUnsafeMutableBufferPointer { least in
        greatest.withUnsafeMutableBufferPointer { greatest in
          gapsUpTo.withUnsafeMutableBufferPointer { gapsUpTo in
            for index in events.indices {
              let isAfterGap = passed < gapPositions.count && Int(gapPositions[passed]) == index
              if isAfterGap { passed += 1 }
              clock.advance(to: events[index].t, isAfterGap: isAfterGap)
              least[index] = clock.least
              greatest[index] = clock.greatest
              gapsUpTo[index] = Int32(passed)
              clock.see(events[index].kind)
            }
          }
        }
      }
    }
    gapsUpTo[count] = Int32(gapPositions.count)
    self.clock = clock
  }

  /// The clocks of a session as they were measured; without gaps one array is both.
  package init(least: [Int64], greatest: [Int64], gapsUpTo: [Int32], gapPositions: [Int32]) {
    self.least = least
    self.greatest = greatest
    self.gapsUpTo = gapsUpTo
    self.gapPositions = gapPositions
  }

  /// What ``init(least:greatest:gapsUpTo:gapPositions:)`` takes.
  package var measured:
    (least: [Int64], greatest: [Int64], gapsUpTo: [Int32], gapPositions: [Int32])
  {
    (least, greatest, gapsUpTo, gapPositions)
  }

  /// Forgets every record, and takes them one by one from now on.
  mutating func restart() {
    least.removeAll(keepingCapacity: true)
    greatest.removeAll(keepingCapacity: true)
    gapPositions.removeAll(keepingCapacity: true)
    gapsUpTo.resize(to: 1)
    gapsUpTo[0] = 0
    clock = PhaseClock()
  }

  /// Counts up to one more record; in a session that is being recorded there are no gaps.
  mutating func append(_ event: Event) {
    clock.advance(to: event.t, isAfterGap: false)
    least.append(clock.least)
    greatest.append(clock.greatest)
    gapsUpTo.append(0)
    clock.see(event.kind)
  }

  /// The foreground time that passed from a record until a moment after the last one, in `t`.
  public func active(from start: Int, until t: Int64) -> Int64 {
    guard start < least.count else { return 0 }
    var now = clock
    now.advance(to: max(t, clock.last ?? t), isAfterGap: false)
    return now.least - least[start]
  }

  /// The same session by other clocks: for waits in which not all active time counts.
  public func running(least: [Int64], greatest: [Int64]) -> ActiveTime {
    var copy = self
    copy.least = least
    copy.greatest = greatest
    return copy
  }

  /// How many records the session has.
  public var count: Int { least.count }

  /// The foreground time that certainly passed from one record to a later one.
  @inlinable public func least(from start: Int, to end: Int) -> Int64 { least[end] - least[start] }

  /// The greatest foreground time that can have passed from one record to a later one.
  @inlinable public func greatest(from start: Int, to end: Int) -> Int64 {
    greatest[end] - greatest[start]
  }

  /// Whether a gap lies after the record `start` (-1: from the beginning on) and before `end`.
  @inlinable public func hasGap(after start: Int, before end: Int) -> Bool {
    let upToStart = start < 0 ? 0 : gapsUpTo[start]
    return gapsUpTo[end] > upToStart
  }

  /// The first gap after a record (-1: from the beginning on), as the position that it lies before.
  @inlinable public func firstGap(after start: Int) -> Int? {
    let passed = start < 0 ? 0 : Int(gapsUpTo[start])
    return passed < gapPositions.count ? Int(gapPositions[passed]) : nil
  }

  /// The last gap at or before a record, as the position of the first record after it.
  @inlinable public func lastGap(before end: Int) -> Int? {
    let passed = Int(gapsUpTo[end])
    return passed > 0 ? Int(gapPositions[passed - 1]) : nil
  }

  /// The first record after `start` at which more than `limit` certainly passed; nil: none does.
  public func firstRecord(after start: Int, beyond limit: Int64) -> Int? {
    first(in: least, after: start, beyond: limit)
  }

  /// The first record after `start` at which more than `limit` can have passed; nil: none does.
  public func firstPossibleRecord(after start: Int, beyond limit: Int64) -> Int? {
    first(in: greatest, after: start, beyond: limit)
  }

  private func first(in clock: [Int64], after start: Int, beyond limit: Int64) -> Int? {
    var low = start + 1
    var high = clock.count
    while low < high {
      let middle = low + (high - low) / 2
      if clock[middle] - clock[start] > limit { high = middle } else { low = middle + 1 }
    }
    return low < clock.count ? low : nil
  }
}

/// What is known of the app's phase while the clocks run.
struct PhaseClock {
  enum Phase { case foreground, background, unknown }

  var least: Int64 = 0
  var greatest: Int64 = 0
  var phase = Phase.foreground
  var last: Int64?

  mutating func advance(to t: Int64, isAfterGap: Bool) {
    let passed = t - (last ?? t)
    last = t
    if isAfterGap { phase = .unknown }
    if phase == .foreground { least += passed }
    if phase != .background { greatest += passed }
  }

  mutating func see(_ kind: EventKind) {
    switch kind {
    case .appEnteredBackground: phase = .background
    case .appEnteringForeground: phase = .foreground
    case .appBecameActive, .appResignedActive:
      if phase == .unknown { phase = .foreground }
    default: break
    }
  }
}

extension Array where Element: FixedWidthInteger {
  /// Gives the array a length; what it held before does not matter.
  fileprivate mutating func resize(to count: Int) {
    if self.count > count {
      removeLast(self.count - count)
    } else if self.count < count {
      append(contentsOf: repeatElement(0, count: count - self.count))
    }
  }
}
