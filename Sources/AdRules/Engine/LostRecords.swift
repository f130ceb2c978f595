internal import AdSession

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

extension Evaluation {
  func countLost(upTo index: Int) -> LostRecords {
    var lost = cache.lost ?? LostRecords(offset: trace.header?.utcOffsetMinutes)
    cache.lost = nil
    lost.count(trace, upTo: index)
    cache.lost = lost
    return lost
  }
}
