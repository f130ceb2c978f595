internal import AdJournal
internal import AdRules
internal import AdSession

/// What one session adds to a local day of its install: a show, a decision, or that records of the
/// day are lost.
///
/// It has no references, so that a million of them can wait in a file.
struct CapEntry {
  /// The install, as a hash of this process.
  var install: UInt64 = 0
  /// The session, by the line with which it begins.
  var order = 0
  /// Counts the calls that added entries: of a session that was judged twice the last one counts.
  var call = 0
  /// Where the session itself is kept, if its journal cannot be read again; -1 for nowhere.
  var archive: Int64 = -1
  /// The local day.
  var day: Int64
  private var storedWall = Int64.min
  private var storedLost = Int64.min
  private var storedCap = Int64.min
  private var storedSlack = Int64.min

  init(day: Int64, wall: Int64? = nil, lost: Int64? = nil, slack: Int64? = nil) {
    self.day = day
    self.wall = wall
    self.lost = lost
    self.slack = slack
  }

  /// The wall clock of a show or of a decision; nil for a day of which records are lost.
  var wall: Int64? {
    get { Self.value(storedWall) }
    set { storedWall = newValue ?? .min }
  }

  /// Records lost on that day; nil where nobody knows how many.
  var lost: Int64? {
    get { Self.value(storedLost) }
    set { storedLost = newValue ?? .min }
  }

  /// The daily cap in force in the whole session; nil where it changes or is unknown.
  var cap: Int64? {
    get { Self.value(storedCap) }
    set { storedCap = newValue ?? .min }
  }

  /// For a decision to show: how many shows of other sessions before it leave its count right.
  var slack: Int64? {
    get { Self.value(storedSlack) }
    set { storedSlack = newValue ?? .min }
  }

  /// Whether it is a show.
  var isShow: Bool { storedSlack == .min && storedWall != .min }

  private static func value(_ stored: Int64) -> Int64? { stored == .min ? nil : stored }
}

extension CapEntry {
  /// What a session says of its install's days; `state` is that at its end.
  ///
  /// Nothing where it has nothing to do with app-open ads, and lost nothing that could.
  static func find(in trace: Trace, _ state: borrowing Session, _ found: inout [CapEntry]) {
    if !found.isEmpty { found.removeAll(keepingCapacity: true) }
    guard let offset = trace.header?.utcOffsetMinutes else { return }
    trace.events.withUnsafeBufferPointer { events in
      let first = firstOfAppOpen(in: events)
      if trace.gaps.isEmpty, first == events.count { return }
      let zones = Zones(offset, events, upTo: state.zoneChanged)
      for place in 0..<state.shows.appOpen.count {
        let wall = events[Int(state.shows.appOpen[place])].wall
        found.append(CapEntry(day: state.shows.appOpenDays[place], wall: wall))
      }
      for gap in trace.gaps { found += lost(gap, events, zones) }
      let days = days(of: events, zones)
      addVagueShows(days, state, to: &found)
      for day in days where !found.contains(where: { $0.day == day }) {
        found.append(CapEntry(day: day, lost: 0))
      }
      addDecisions(events, from: first, state, zones, to: &found)
      let cap = trace.policyChanges.isEmpty ? state.policy.count(.dailyCap) : nil
      for place in found.indices { found[place].cap = cap }
    }
  }

  /// The first event that has to do with app-open ads.
  private static func firstOfAppOpen(in events: UnsafeBufferPointer<Event>) -> Int {
    var first = 0
    while first < events.count, events[first].format != .appOpen { first &+= 1 }
    return first
  }

  /// Where the decisions to show end: the state knows the last, unless it does not see decisions.
  private static func endOfDecisions(_ count: Int, _ state: borrowing Session) -> Int {
    guard state.captured.contains(ClassSet(.decision)) else { return count }
    return state.shows.capShow.map { $0.index + 1 } ?? 0
  }

  /// The decisions to show, each with the shows of others that its count leaves room for.
  private static func addDecisions(
    _ events: UnsafeBufferPointer<Event>, from first: Int, _ state: borrowing Session,
    _ zones: Zones, to found: inout [CapEntry]
  ) {
    let end = endOfDecisions(events.count, state)
    guard first < end, let cap = state.policy.count(.dailyCap) else { return }
    var shows = ShowsOfDays()
    var place = 0
    for index in first..<end where isDecision(events[index]) {
      while place < state.shows.appOpen.count, Int(state.shows.appOpen[place]) < index {
        shows.add(state.shows.appOpenDays[place])
        place += 1
      }
      guard let remaining = events[index].remaining else { continue }
      let wall = events[index].wall
      let day = WallClock.localDay(wall, utcOffsetMinutes: zones.offset(at: index))
      // A journal may say any number.
      let slack = cap &- remaining &- shows.count(of: day) &- 1
      found.append(CapEntry(day: day, wall: wall, slack: slack))
    }
  }

  @inline(__always)
  private static func isDecision(_ event: Event) -> Bool {
    event.kind == .adShowDecided && event.format == .appOpen && event.outcome == .show
  }

  /// What may be a show counts as a record that is lost: it can be one more show of its day.
  private static func addVagueShows(
    _ days: ClosedRange<Int64>, _ state: borrowing Session, to found: inout [CapEntry]
  ) {
    if state.shows.vagueShow < 0 { return }
    for day in days {
      if let count = state.shows.vagueByDay[day] { found.append(CapEntry(day: day, lost: count)) }
    }
  }

  /// From the first to the last local day, by any of the zones.
  private static func days(
    of events: UnsafeBufferPointer<Event>, _ zones: Zones
  ) -> ClosedRange<Int64> {
    let first = events.first?.wall ?? 0
    let last = events.last?.wall ?? first
    let (west, east) = zones.ends
    let from = WallClock.localDay(min(first, last), utcOffsetMinutes: west)
    return from...min(from + 366, WallClock.localDay(max(first, last), utcOffsetMinutes: east))
  }

  private static func lost(
    _ gap: Gap, _ events: UnsafeBufferPointer<Event>, _ zones: Zones
  ) -> [CapEntry] {
    let before = events[max(0, min(gap.position - 1, events.count - 1))].wall
    let after = events[min(gap.position, events.count - 1)].wall
    let offset = zones.offset(at: gap.position)
    let from = WallClock.localDay(min(before, after), utcOffsetMinutes: offset)
    let to = min(from + 366, WallClock.localDay(max(before, after), utcOffsetMinutes: offset))
    return (from...to).map { CapEntry(day: $0, lost: gap.counted) }
  }
}

/// The zones of a session: that of its header, and those that it moved to.
private struct Zones {
  private let first: Int64
  private var changes: [(index: Int, offset: Int64)] = []

  /// Nearly always there is no change, and nothing is looked at.
  init(_ first: Int64, _ events: UnsafeBufferPointer<Event>, upTo last: Int) {
    self.first = first
    if last < 0 { return }
    for index in 0...last where events[index].kind == .appTimeChanged {
      if let offset = events[index].first { changes.append((index, offset)) }
    }
  }

  /// The zone in force before a record.
  func offset(at index: Int) -> Int64 {
    var low = 0
    var high = changes.count
    while low < high {
      let middle = low + (high - low) / 2
      if changes[middle].index < index { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? first : changes[low - 1].offset
  }

  /// The westernmost and the easternmost of them.
  var ends: (Int64, Int64) {
    changes.reduce((first, first)) { (min($0.0, $1.offset), max($0.1, $1.offset)) }
  }
}

/// How many shows there were on each day; nearly all sessions know one day.
private struct ShowsOfDays {
  private var day = Int64.min
  private var count: Int64 = 0
  private var others: [Int64: Int64] = [:]

  mutating func add(_ day: Int64) {
    if count == 0 { self.day = day }
    if day == self.day { count += 1 } else { others[day, default: 0] += 1 }
  }

  func count(of day: Int64) -> Int64 { day == self.day ? count : others[day] ?? 0 }
}
