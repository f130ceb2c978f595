package import AdSession

/// What one rule of a file counts in a session, by local day.
package struct DayCount: Equatable, Sendable {
  /// The events that count; of one day, no more than decide.
  package var events: [InstallCalendar.Entry]
  /// Events that may count, and days on which the session does not record such events.
  package var possible: [InstallCalendar.Entry]

  /// Makes the count of a session.
  package init(events: [InstallCalendar.Entry], possible: [InstallCalendar.Entry]) {
    self.events = events
    self.possible = possible
  }
}

/// Counts the events that rules of files limit for each local day of an install.
///
/// Use one value per thread.
package final class DayCounters {
  private let judge: Judge

  /// Makes the counters of those rules that count days; nil if none does.
  package init?(_ rules: [Rule], overrides: [PolicySetting]) {
    let counting = rules.filter { $0.pattern.dayCounter != nil }
    if counting.isEmpty { return nil }
    judge = Judge(rules: counting, overrides: overrides, completesWitnesses: false)
  }

  /// The counts of a session, in the order of the rules that count days.
  package func counts(of trace: Trace) -> [DayCount] {
    let results = judge.judge(trace)
    return judge.rules.indices.map { count(of: $0, results[$0], trace) }
  }

  private func count(of rule: Int, _ result: RuleResult, _ trace: Trace) -> DayCount {
    if let applies = judge.rules[rule].pattern.applies, !applies(judge.evaluation) {
      return DayCount(events: [], possible: [])
    }
    if result.verdict == .notCaptured {
      return DayCount(events: [], possible: trace.unknownDays())
    }
    var count = DayCount(events: [], possible: [])
    let lists = judge.states[rule].lists
    for key in lists.keys.sorted() {
      let isPossible = key & CorrelationMark.maybe != 0
      let day = Int64(key & ~CorrelationMark.maybe)
      for index in lists[key] ?? [] {
        var entry = InstallCalendar.Entry(day: day, wall: trace.events[index].wall)
        if isPossible { entry.records = 1 }
        if isPossible { count.possible.append(entry) } else { count.events.append(entry) }
      }
    }
    return count
  }
}

extension Trace {
  /// The local days of the session, each with an unknown number of records.
  fileprivate func unknownDays() -> [InstallCalendar.Entry] {
    guard let offset = header?.utcOffsetMinutes, let first = events.first, let last = events.last
    else { return [] }
    let start = WallClock.localDay(first.wall, utcOffsetMinutes: offset)
    let end = WallClock.localDay(max(first.wall, last.wall), utcOffsetMinutes: offset)
    // Sessions of more than a year do not occur.
    return (start...min(end, start + 366)).map {
      InstallCalendar.Entry(day: $0, wall: first.wall)
    }
  }
}
