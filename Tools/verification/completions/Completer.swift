import AdRules
import AdSession

/// What completions of a session decide about an undecided activation.
struct Sides: OptionSet {
  let rawValue: Int

  /// A completion breaks it.
  static let violating = Sides(rawValue: 1)
  /// A completion keeps it, or shows that the rule does not apply.
  static let holding = Sides(rawValue: 2)
  static let both: Sides = [.violating, .holding]
}

/// Searches completions of a session with gaps: at most four lost records that concern the
/// activation, and the rest of a session whose deadline is open.
struct Completer {
  let session: Trace
  let whole: Trace
  /// The shows of earlier sessions of the install.
  let others: OtherShows
  let effort: Int
  private let successes: Successes
  private let fresh: Materials.FreshNames
  /// The positions of the gaps after which the app is in the foreground.
  private let returns: Set<Int>

  /// Records to be inserted into the gap before an event, from `t` on, with a pause between them.
  struct Lost {
    var row: [Event]
    var gap: Int
    var t: Int64
    var pause: Int64 = 0
  }

  init(
    _ session: Trace, of whole: Trace, _ others: OtherShows, effort: Int, _ successes: Successes
  ) {
    self.others = others
    self.successes = successes
    self.session = session
    self.whole = whole
    self.effort = effort
    fresh = Materials.FreshNames(in: session)
    let gaps = session.gaps.map(\.position)
    returns = Set(
      gaps.filter { gap in
        let end = gaps.first { $0 > gap } ?? session.events.count
        return session.events[gap..<end].first { $0.showsPhase }?.isInForeground ?? false
      })
  }

  /// What completions decide about the activation of a rule at the record `seq`.
  func sides(of open: Undecided, _ rule: Rule, _ judge: Judge, _ dice: inout Dice) -> Sides {
    guard let index = session.events.firstIndex(where: { $0.seq == open.seq }) else { return [] }
    var found: Sides = []
    let tries = Tries(judge, rule, open.seq, others)
    let endings = endings(open.why)
    func tryIt(_ lost: [Lost], _ ending: Ending) -> Bool {
      let trace = completed(by: lost, ending)
      if trace.cannotHaveHappened { return false }
      let (side, isPending) = tries.side(in: trace)
      if !found.isSuperset(of: side) && !lost.isEmpty { successes.note(lost.map(\.row), rule) }
      found.formUnion(side)
      return isPending
    }
    func tryIt(_ lost: [Lost]) {
      for ending in endings where found != .both && fits(lost, ending) {
        // Where only the time that is left decides, the session goes on.
        if tryIt(lost, ending), ending == .here { _ = tryIt(lost, .later) }
      }
    }
    found.formUnion(tries.side(in: whole).side)
    tryIt([])
    if found == .both { return found }
    let singles = successes.first(singles(at: index, rule), rule)
    for lost in singles {
      tryIt([lost])
      if found == .both { return found }
    }
    // An app that went to the background in the gap may have stayed there until the next record.
    for lost in singles.prefix(effort / 4) {
      let end = times(of: lost.gap).max() ?? lost.t
      tryIt([lost, Lost(row: [Event(.appEnteredBackground)], gap: lost.gap, t: end)])
      if found == .both { return found }
    }
    for row in repetitions(singles) {
      tryIt(row)
      if found == .both { return found }
    }
    for _ in 0..<effort where singles.count > 1 {
      let count = [2, 2, 2, 3, 3, 4].randomElement(using: &dice) ?? 2
      var chosen: [Lost] = []
      for _ in 0..<count {
        // Materials that concern the rule come first.
        let end = Bool.random(using: &dice) ? max(2, singles.count / 4) : singles.count
        chosen.append(singles[Int.random(in: 0..<end, using: &dice)])
      }
      tryIt(chosen)
      if found == .both { break }
    }
    return found
  }

  /// For each row of equal records, as many of them in every gap as it lost, at its beginning and
  /// at its end.
  private func repetitions(_ singles: [Lost]) -> [[Lost]] {
    let equal = singles.filter { $0.row.count >= 25 && $0.gap == singles[0].gap && $0.pause == 0 }
    return equal.flatMap { one in
      [false, true].map { isAtEnd in
        session.gaps.map { gap in
          let times = times(of: gap.position)
          let row = Array(repeating: one.row[0], count: Int(gap.dropped ?? 25))
          return Lost(row: row, gap: gap.position, t: isAtEnd ? times.max() ?? 0 : times[0])
        }
      }
    }
  }

  /// Whether every record lies in a gap, or after the end of a session that goes on, and no gap
  /// gets more records than it lost.
  private func fits(_ lost: [Lost], _ ending: Ending) -> Bool {
    let isOver = ending == .here && continuation < session.events.count
    return lost.allSatisfy { one in
      if one.gap == continuation && !isOver { return true }
      guard let gap = session.gaps.first(where: { $0.position == one.gap }) else { return false }
      let count = lost.reduce(0) { $1.gap == one.gap ? $0 + $1.row.count : $0 }
      return count <= gap.dropped ?? .max
    }
  }

  /// Each material in each gap, right after its beginning, in its middle and right before its end.
  private func singles(at index: Int, _ rule: Rule) -> [Lost] {
    let materials = Materials(session, at: index, fresh: fresh, rule: rule).rows
    var gaps = session.gaps.map(\.position)
    let end = continuation
    if !gaps.contains(end) { gaps.append(end) }
    var result: [Lost] = []
    for row in materials {
      for gap in gaps.reversed() {
        for t in times(of: gap) { result.append(Lost(row: row, gap: gap, t: t)) }
        if row.count > 1, let whole = spread(over: gap) {
          let pause = whole.count / Int64(row.count - 1)
          result.append(Lost(row: row, gap: gap, t: whole.start, pause: pause))
        }
      }
    }
    return result
  }

  private func spread(over gap: Int) -> (start: Int64, count: Int64)? {
    guard gap < session.events.count, gap != continuation else { return nil }
    let start = session.events[gap - 1].t
    return (start, session.events[gap].t - start)
  }

  /// The index before which later records of a session that goes on are inserted.
  private var continuation: Int {
    let last = session.events.count - 1
    return last > 0 && session.events[last].kind == .sessionEnded ? last : last + 1
  }

  private func times(of gap: Int) -> [Int64] {
    let start = session.events[gap - 1].t
    guard gap < session.events.count, gap != continuation else { return [start, start + 1] }
    let end = session.events[gap].t
    return end - start > 1 ? [start, start + (end - start) / 2, end] : [start, end]
  }

  /// How a session goes on after its last record.
  private enum Ending {
    /// Not at all.
    case here
    /// With a note after a day, so that every deadline is decided; a `session.ended` comes after
    /// that.
    case later
    /// With a `session.ended`.
    case ended
  }

  private func endings(_ why: Doubt) -> [Ending] {
    let isEnded = continuation < session.events.count
    switch why {
    case .pending: return [.later]
    case .cut: return [.ended, .later]
    case .gap, .unknown, .earlierShows: return isEnded ? [.here] : [.here, .later, .ended]
    }
  }

  /// The session with these lost records and without gaps.
  private func completed(by lost: [Lost], _ ending: Ending) -> Trace {
    let trace = session.copyWithoutEvents()
    let ordered = lost.enumerated().sorted {
      ($0.element.gap, $0.element.t, $0.offset) < ($1.element.gap, $1.element.t, $1.offset)
    }.map(\.element)
    var next = 0
    for index in session.events.indices {
      insert(ordered, &next, before: index, in: trace)
      if returns.contains(index), let last = trace.events.last, trace.isInBackground {
        append(Event(.appEnteringForeground), at: last.t, to: trace)
      }
      if index == continuation { end(trace, ending) }
      if let change = session.policyChanges[index] {
        trace.policyChanges[trace.events.count] = change
      }
      var event = session.events[index]
      event.t = max(event.t, trace.events.last?.t ?? 0)
      trace.events.append(event)
    }
    insert(ordered, &next, before: session.events.count, in: trace)
    if continuation == session.events.count { end(trace, ending) }
    return trace
  }

  private func insert(_ lost: [Lost], _ next: inout Int, before index: Int, in trace: Trace) {
    while next < lost.count, lost[next].gap <= index {
      for (number, event) in lost[next].row.enumerated() {
        append(event, at: lost[next].t + Int64(number) * lost[next].pause, to: trace)
      }
      next += 1
    }
  }

  private func append(_ event: Event, at t: Int64, to trace: Trace) {
    guard let before = trace.events.last else { return }
    var event = event
    event.t = max(t, before.t)
    event.wall = before.wall + event.t - before.t
    event.seq = -Int64(trace.events.count)
    trace.events.append(event)
  }

  private func end(_ trace: Trace, _ ending: Ending) {
    guard let last = trace.events.last else { return }
    switch ending {
    case .here: break
    case .later:
      append(Event(.appEnteringForeground), at: last.t, to: trace)
      append(Event(.note), at: last.t + 86_400_000, to: trace)
    case .ended: append(Event(.sessionEnded), at: last.t, to: trace)
    }
  }
}

extension Trace {
  /// Whether the app is in the background after the last record.
  fileprivate var isInBackground: Bool {
    events.last { $0.kind == .appEnteredBackground || $0.kind == .appEnteringForeground }?.kind
      == .appEnteredBackground
  }
}

extension Event {
  fileprivate var showsPhase: Bool { isInForeground || kind == .appEnteringForeground }

  /// Whether only an app in the foreground has the record.
  fileprivate var isInForeground: Bool {
    kind == .appBecameActive || kind == .appResignedActive || kind == .appEnteredBackground
  }
}
