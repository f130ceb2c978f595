internal import AdJournal
internal import AdRules
internal import AdSession

/// The app-open shows of a journal by install: daily caps alone look across sessions.
struct CapLedger {
  /// What one session adds to its install's days.
  struct Entry {
    /// The session, by its place in the journal.
    var session = 0
    /// The local day.
    var day: Int64
    /// The wall clock of a show; nil for a day of which records are lost.
    var wall: Int64?
    /// Records lost on that day; nil where nobody knows how many.
    var lost: Int64?
    /// The daily cap in force in the whole session; nil where it changes or is unknown.
    var cap: Int64?
    /// For a decision to show: how many shows of other sessions before it leave its count right.
    var slack: Int64?
  }

  private var entries: [String: [Entry]] = [:]

  /// Takes down a session of an install.
  mutating func add(_ found: [Entry], install: String, session: Int) {
    for var entry in found {
      entry.session = session
      entries[install, default: []].append(entry)
    }
  }

  /// The other sessions' shows for each session whose verdicts they can change.
  func othersBySession() -> [Int: OtherShows] {
    var result: [Int: OtherShows] = [:]
    for all in entries.values where all.contains(where: { $0.session != all[0].session }) {
      for session in Set(all.map(\.session)) { result[session] = Self.others(of: session, all) }
    }
    return result
  }

  private static func others(of session: Int, _ all: [Entry]) -> OtherShows? {
    let own = all.filter { $0.session == session }
    let days = Set(own.map(\.day))
    let others = all.filter {
      $0.session != session && $0.slack == nil && days.contains($0.day)
        && ($0.wall != nil || $0.lost != 0)
    }
    guard matter(others, to: own) else { return nil }
    let shows = others.compactMap { entry in
      entry.wall.map { OtherShows.Show(wall: $0, day: entry.day) }
    }
    var lost: [Int64: Int64?] = [:]
    for entry in others where entry.wall == nil {
      let before = lost[entry.day] ?? 0
      lost[entry.day] = .some(before.flatMap { sum in entry.lost.map { sum + $0 } })
    }
    return OtherShows(shows: shows.sorted { $0.wall < $1.wall }, lost: lost)
  }

  /// Whether other sessions' shows can change a verdict: the cap of a day is in reach, or a decision
  /// did not count them.
  private static func matter(_ others: [Entry], to own: [Entry]) -> Bool {
    if others.isEmpty { return false }
    if others.contains(where: { $0.wall == nil }) { return true }
    for entry in own {
      let before = others.count { $0.day == entry.day && $0.wall ?? 0 <= entry.wall ?? .max }
      if let slack = entry.slack {
        if Int64(before) > slack { return true }
      } else if let cap = entry.cap {
        let ofDay = others.count { $0.day == entry.day }
        let mine = own.count { $0.day == entry.day && $0.slack == nil && $0.wall != nil }
        if Int64(ofDay + mine) >= cap { return true }
      } else {
        return true
      }
    }
    return false
  }
}

extension CapLedger {
  /// What a session says of its install's days; empty where it has nothing to do with app-open ads.
  static func entries(of reading: SessionReading, _ state: borrowing Session) -> [Entry] {
    let trace = reading.trace
    guard trace.events.contains(where: { $0.format == .appOpen }),
      let offset = trace.header?.utcOffsetMinutes
    else { return [] }
    var found: [Entry] = []
    for place in state.shows.appOpen.indices {
      let wall = trace.events[Int(state.shows.appOpen[place])].wall
      found.append(Entry(day: state.shows.appOpenDays[place], wall: wall))
    }
    for gap in trace.gaps { found += lost(gap, trace, offset) }
    for day in days(of: trace, offset) where !found.contains(where: { $0.day == day }) {
      found.append(Entry(day: day, wall: nil, lost: 0))
    }
    found += decisions(of: trace, state)
    let cap = trace.policyChanges.isEmpty ? state.policy.count(.dailyCap) : nil
    for place in found.indices { found[place].cap = cap }
    return found
  }

  /// The decisions to show, each with the shows of others that its count leaves room for.
  private static func decisions(of trace: Trace, _ state: borrowing Session) -> [Entry] {
    guard let cap = state.policy.count(.dailyCap), let offset = state.utcOffsetMinutes else {
      return []
    }
    var shows: [Int64: Int64] = [:]
    var place = 0
    var found: [Entry] = []
    for (index, event) in trace.events.enumerated()
    where event.kind == .adShowDecided && event.format == .appOpen && event.outcome == .show {
      while place < state.shows.appOpen.count, Int(state.shows.appOpen[place]) < index {
        shows[state.shows.appOpenDays[place], default: 0] += 1
        place += 1
      }
      guard let remaining = event.remaining else { continue }
      let day = WallClock.localDay(event.wall, utcOffsetMinutes: offset)
      let slack = cap - remaining - (shows[day] ?? 0) - 1
      found.append(Entry(day: day, wall: event.wall, slack: slack))
    }
    return found
  }

  private static func days(of trace: Trace, _ offset: Int64) -> ClosedRange<Int64> {
    let first = trace.events.first?.wall ?? 0
    let last = trace.events.last?.wall ?? first
    let from = WallClock.localDay(min(first, last), utcOffsetMinutes: offset)
    return from...min(from + 366, WallClock.localDay(max(first, last), utcOffsetMinutes: offset))
  }

  private static func lost(
    _ gap: Gap, _ trace: Trace, _ offset: Int64
  ) -> [Entry] {
    let before = trace.events[max(0, min(gap.position - 1, trace.events.count - 1))].wall
    let after = trace.events[min(gap.position, trace.events.count - 1)].wall
    let from = WallClock.localDay(min(before, after), utcOffsetMinutes: offset)
    let to = min(from + 366, WallClock.localDay(max(before, after), utcOffsetMinutes: offset))
    return (from...to).map { Entry(day: $0, wall: nil, lost: gap.dropped) }
  }
}
