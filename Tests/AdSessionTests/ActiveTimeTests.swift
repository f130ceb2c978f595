import AdSession
import Testing

/// Events at these times, of these kinds, with gaps before these indexes.
private func trace(_ events: [(Int64, EventKind)], gaps: [Int] = []) -> Trace {
  let trace = Trace()
  trace.header = Header()
  trace.events = events.enumerated().map { index, event in
    var made = Event(event.1)
    made.seq = Int64(index + 1)
    made.t = event.0
    return made
  }
  trace.gaps = gaps.map { Gap(position: $0) }
  return trace
}

private func measured(_ events: [(Int64, EventKind)], gaps: [Int] = []) -> ActiveTime {
  var time = ActiveTime()
  time.measure(trace(events, gaps: gaps))
  return time
}

@Suite struct `Active time` {
  @Test func `active time excludes the background`() {
    let time = measured([
      (0, .sessionBegan), (1000, .appEnteredBackground), (61_000, .appEnteringForeground),
      (63_000, .note),
    ])
    #expect(time.least(from: 0, to: 3) == 3000)
    #expect(time.greatest(from: 0, to: 3) == 3000)
    #expect(time.least(from: 1, to: 2) == 0)
  }

  @Test func `active time is uncertain in a gap and after it, until the phase is known`() {
    let time = measured(
      [
        (0, .sessionBegan), (1000, .note), (5000, .note), (7000, .appEnteringForeground),
        (8000, .note),
      ], gaps: [2])
    #expect(time.least(from: 0, to: 4) == 1000 + 1000)
    #expect(time.greatest(from: 0, to: 4) == 8000)
  }

  @Test func `an app that becomes active after a gap was in the foreground since the gap`() {
    let time = measured(
      [
        (0, .sessionBegan), (1000, .note), (5000, .note), (7000, .appBecameActive), (8000, .note),
      ], gaps: [2])
    #expect(time.least(from: 0, to: 4) == 1000 + 3000)
    #expect(time.greatest(from: 0, to: 4) == 8000)
  }

  @Test func `an app that leaves after a gap was in the foreground since the gap`() {
    let time = measured(
      [
        (0, .sessionBegan), (1000, .note), (2000, .appEnteredBackground), (9000, .note),
      ], gaps: [1])
    #expect(time.greatest(from: 2, to: 3) == 0)
    #expect(time.least(from: 0, to: 3) == 1000)
    #expect(time.greatest(from: 0, to: 3) == 2000)
  }

  @Test func `a lost header alone is no gap that hides anything`() {
    let journal = trace([(0, .appLaunched), (1000, .note)])
    journal.header = nil
    journal.gaps = [Gap(position: 0, dropped: 1)]
    var time = ActiveTime()
    time.measure(journal)
    #expect(journal.hidingGaps.isEmpty && time.firstGap(after: .none) == nil)
    journal.gaps = [Gap(position: 0, dropped: 2), Gap(position: 1, dropped: 1)]
    time.measure(journal)
    #expect(journal.hidingGaps.count == 2 && time.firstGap(after: .none) == 0)
  }

  @Test func `the first record certainly beyond a limit is found`() {
    let time = measured([
      (0, .sessionBegan), (2000, .note), (2001, .note), (2001, .note), (9000, .note),
    ])
    #expect(time.firstRecord(after: 0, beyond: 2000) == 2)
    #expect(time.firstRecord(after: 0, beyond: 1999) == 1)
    #expect(time.firstRecord(after: 0, beyond: 9000) == nil)
    #expect(time.firstRecord(after: 4, beyond: 0) == nil)
  }

  @Test func `the first and the last gap are found`() {
    let time = measured(
      [(0, .sessionBegan), (1, .note), (2, .note), (3, .note)], gaps: [2, 4])
    #expect(!time.hasGap(after: 0, before: 1))
    #expect(time.hasGap(after: 1, before: 2))
    #expect(time.hasGap(after: .none, before: 3))
    #expect(!time.hasGap(after: 2, before: 3))
    #expect(time.firstGap(after: 2) == 4)
    #expect(time.lastGap(before: 3) == 2)
    #expect(time.lastGap(before: 1) == nil)
  }
}
