internal import AdRules
internal import AdSession

/// One contribution of a session to a local day of its install: a show, a decision, or lost
/// records.
///
/// It has no references, so that millions of them can wait in a file.
struct CapEntry {
  /// The number of records that were lost on a day.
  enum Loss: Equatable {
    case records(Int64)
    case unknown
  }

  /// The index of its session among those of the install.
  var order = 0
  /// The local day.
  var day: Int64
  /// The loss on that day; nil for a show or a decision.
  var lost: Loss?
  private var storedWall = Int64.min
  private var storedCap = Int64.min
  private var storedSlack = Int64.min
  private var storedZone = Int64.min

  init(
    day: Int64, wall: Int64? = nil, lost: Loss? = nil, slack: Int64? = nil, openZone: Int64? = nil
  ) {
    self.day = day
    self.wall = wall
    self.lost = lost
    self.slack = slack
    self.openZone = openZone
  }

  /// The wall clock of a show or a decision, or of the start of a loss; nil for a day that the
  /// session only touches.
  var wall: Int64? {
    get { Self.value(storedWall) }
    set { storedWall = newValue ?? .min }
  }

  /// The daily cap in force in the whole session, `Int64.max` without one; nil where it changes or
  /// is unknown.
  var cap: Int64? {
    get { Self.value(storedCap) }
    set { storedCap = newValue ?? .min }
  }

  /// For a decision to show: the number of earlier shows of other sessions with which its count is
  /// right.
  var slack: Int64? {
    get { Self.value(storedSlack) }
    set { storedSlack = newValue ?? .min }
  }

  /// For a loss at the end of a session: the zone there.
  var openZone: Int64? {
    get { Self.value(storedZone) }
    set { storedZone = newValue ?? .min }
  }

  /// Whether it is a show.
  var isShow: Bool { lost == nil && storedSlack == .min && storedWall != .min }

  /// Whether records are lost that could be shows.
  var isLoss: Bool { lost != nil && lost != .records(0) }

  private static func value(_ stored: Int64) -> Int64? { stored == .min ? nil : stored }
}

extension CapEntry {
  /// Makes an entry of an entry of the install's calendar.
  init(_ entry: InstallCalendar.Entry, isShow: Bool) {
    let lost: Loss = entry.records.map { .records($0) } ?? .unknown
    self.init(
      day: entry.day, wall: entry.wall, lost: isShow ? nil : lost, openZone: entry.openZone)
  }

  /// The entry of the install's calendar.
  var entry: InstallCalendar.Entry {
    let records: Int64? = if case .records(let count) = lost { count } else { nil }
    return InstallCalendar.Entry(
      day: day, wall: wall ?? .min, order: order, records: records, openZone: openZone)
  }
}

extension CapEntry {
  /// Finds what a session contributes to its install's days; `state` is the state at its end.
  ///
  /// A session without app-open ads and without gaps contributes nothing. With `asks`, its
  /// decisions and days are found, too: other sessions can change its verdicts.
  static func find(
    in trace: Trace, _ state: borrowing Session, asks: Bool, _ found: inout [CapEntry]
  ) {
    guard let offset = trace.header?.utcOffsetMinutes else { return }
    let events = trace.events
    let first = firstOfAppOpen(in: events)
    if trace.gaps.isEmpty, first == events.count, !asks { return }
    addShows(trace, events, state, to: &found)
    if !trace.gaps.isEmpty {
      for entry in trace.lostDays(order: 0) { found.append(CapEntry(entry, isShow: false)) }
    }
    if asks {
      let days = LocalDays(events, offset)
      addDecisions(events, from: first, state, days, to: &found)
      addDays(days, to: &found)
    }
    let isFixed = trace.policyChanges.isEmpty || state.policy.isUnset(.dailyCap)
    let cap = isFixed ? state.policy.count(.dailyCap) : nil
    for index in found.indices { found[index].cap = cap }
  }

  /// The first event that has to do with app-open ads.
  private static func firstOfAppOpen(in events: [Event]) -> Int {
    var first = 0
    while first < events.count, events[first].format != .appOpen { first &+= 1 }
    return first
  }

  /// Adds the shows.
  ///
  /// A possible show counts as a lost record: it can be one more show of its day.
  private static func addShows(
    _ trace: Trace, _ events: [Event], _ state: borrowing Session,
    to found: inout [CapEntry]
  ) {
    if max(state.shows.uncertainShow, state.shows.vagueShow) < 0 {
      for index in 0..<state.shows.appOpen.count {
        let wall = events[Int(state.shows.appOpen[index])].wall
        found.append(CapEntry(day: state.shows.appOpenDays[index], wall: wall))
      }
      return
    }
    let shows = trace.appOpenShows(order: 0)
    for entry in shows.certain { found.append(CapEntry(entry, isShow: true)) }
    for entry in shows.possible { found.append(CapEntry(entry, isShow: false)) }
  }

  /// The end of the decisions to show: the state knows the last one if decisions are captured.
  private static func endOfDecisions(_ count: Int, _ state: borrowing Session) -> Int {
    guard state.captured.contains(ClassSet(.decision)) else { return count }
    return state.shows.capShow.map { $0.index + 1 } ?? 0
  }

  /// The decisions to show, each with the shows of others that its count leaves room for.
  private static func addDecisions(
    _ events: [Event], from first: Int, _ state: borrowing Session,
    _ days: LocalDays, to found: inout [CapEntry]
  ) {
    let end = endOfDecisions(events.count, state)
    guard first < end, !state.policy.isUnset(.dailyCap), let cap = state.policy.count(.dailyCap)
    else { return }
    var shows = ShowsOfDays()
    var zone = days.zone
    var next = 0
    for index in first..<end {
      if days.hasZones { zone.pass(events, upTo: index) }
      guard isDecision(events[index]) else { continue }
      while next < state.shows.appOpen.count, Int(state.shows.appOpen[next]) < index {
        shows.add(state.shows.appOpenDays[next])
        next += 1
      }
      guard let remaining = events[index].remaining else { continue }
      let wall = events[index].wall
      let day = WallClock.localDay(wall, utcOffsetMinutes: zone.offset)
      // A journal can hold any number.
      let slack = cap &- remaining &- shows.count(of: day) &- 1
      found.append(CapEntry(day: day, wall: wall, slack: slack))
    }
  }

  @inline(__always)
  private static func isDecision(_ event: Event) -> Bool {
    event.kind == .adShowDecided && event.format == .appOpen && event.outcome == .show
  }

  /// Adds the days that have no entry yet: the shows of other sessions can reach the cap there.
  private static func addDays(_ days: LocalDays, to found: inout [CapEntry]) {
    if days.more.isEmpty {
      if !found.contains(where: { $0.day == days.first }) {
        found.append(CapEntry(day: days.first, lost: .records(0)))
      }
      return
    }
    let known = Set(found.map(\.day))
    for day in Set(days.more + [days.first]).subtracting(known).sorted() {
      found.append(CapEntry(day: day, lost: .records(0)))
    }
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
