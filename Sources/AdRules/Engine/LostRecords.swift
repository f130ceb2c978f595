internal import AdSession

/// How many records the gaps so far hide, by local day; counted once per session, gap by gap.
struct LostRecords {
  /// Minutes east of UTC after the records that were passed; nil where the zone is unknown.
  var offset: Int64?
  var looked = 0
  /// The number of gaps that were counted.
  var passed = 0
  /// The lost records of each day, for gaps of at most a year.
  var byDay: [Int64: Int64] = [:]
  var unknownDays: Set<Int64> = []
  /// The gaps of more than a year; rarely more than a few.
  var long: [(days: ClosedRange<Int64>, dropped: Int64?)] = []

  mutating func add(_ dropped: Int64?, _ days: ClosedRange<Int64>) {
    // The range of all days has more days than fit in a number.
    guard 0...366 ~= days.upperBound &- days.lowerBound else { return long.append((days, dropped)) }
    for day in days {
      if let dropped { byDay[day, default: 0] += dropped } else { unknownDays.insert(day) }
    }
  }

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
    for gap in trace.hidingGaps.dropFirst(passed) {
      if gap.position > index { break }
      let position = gap.position
      for event in trace.events[looked..<position] where event.kind == .appTimeChanged {
        offset = event.utcOffsetMin ?? offset
      }
      looked = position
      // Every day is possible where the zone or the beginning is lost.
      let days = position > 0 ? offset.map { trace.days(ofGapAt: position, $0) } : nil
      add(gap.counted, days ?? .min ... .max)
      passed += 1
    }
  }
}

extension Evaluation {
  func countLost(upTo index: Int) -> LostRecords {
    var lost = cache.lost ?? LostRecords(offset: trace.header?.utcOffsetMinutes)
    cache.lost = nil
    lost.count(trace, upTo: index)
    cache.lost = lost
    return lost
  }
}
