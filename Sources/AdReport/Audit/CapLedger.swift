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
    let days = Set(all.filter { $0.session == session }.map(\.day))
    let others = all.filter {
      $0.session != session && days.contains($0.day) && ($0.wall != nil || $0.lost != 0)
    }
    if others.isEmpty { return nil }
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
