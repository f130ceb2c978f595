package import AdSession

/// What one session contributes to the daily caps of its install.
package struct InstallSession: Sendable {
  /// The hash of its name; see `Trace.nameHash`.
  package var name: UInt64
  /// The number of its records: of several copies of a session, the longest counts.
  package var records: Int
  /// When it ran, and which launch it was.
  package var span: InstallOrder.Span
  /// Its app-open shows.
  package var shows: [InstallCalendar.Entry]
  /// Its lost records, and events that are shows or overlays: each may be one more show.
  package var losses: [InstallCalendar.Entry]
  /// What rules of files count, in the order of ``DayCounters``.
  package var counts: [DayCount]

  /// Makes a session of an install.
  package init(
    name: UInt64, records: Int, span: InstallOrder.Span, shows: [InstallCalendar.Entry],
    losses: [InstallCalendar.Entry], counts: [DayCount] = []
  ) {
    self.name = name
    self.records = records
    self.span = span
    self.shows = shows
    self.losses = losses
    self.counts = counts
  }

  /// Counts the shows of a session, and what rules of files count; nil for one without records or
  /// times.
  ///
  /// A session without times belongs to no install: its shows have no day, and the others of its
  /// install are judged as if it was not in the call.
  package init?(_ trace: Trace, _ counters: DayCounters? = nil) {
    guard trace.hasTimes, let span = InstallOrder.Span(trace) else { return nil }
    let found = trace.appOpenShows()
    let losses = found.possible + trace.lostDays()
    self.init(
      name: trace.nameHash, records: trace.events.count, span: span,
      shows: found.certain.map { $0.moved(notBefore: span.first) },
      losses: losses.map { $0.moved(notBefore: span.first) },
      counts: counters?.counts(of: trace).map { $0.moved(notBefore: span.first) } ?? [])
  }

  /// The session with what one rule counts instead of its shows.
  fileprivate func counting(_ counter: Int) -> InstallSession {
    var session = self
    session.shows = counts[counter].events
    session.losses += counts[counter].possible
    return session
  }

  fileprivate func isCopy(of other: InstallSession) -> Bool {
    name == other.name && span.first == other.span.first
      && span.launchCount == other.span.launchCount
  }

  /// Sorts by the order in the install, then copies side by side, the longest first.
  fileprivate func precedes(_ other: InstallSession) -> Bool {
    if span.precedes(other.span) { return true }
    if other.span.precedes(span) { return false }
    return (name, other.records) < (other.name, records)
  }
}

/// The sessions of one install that a call knows; copies of a session count once.
package struct InstallSessions {
  /// The sessions that differ, in the order of the install.
  private var sessions: [InstallSession] = []
  /// For each given session, the index of its longest copy in ``sessions``.
  private var ranks: [Int]
  private let order: InstallOrder
  /// The calendar of the sessions that follow each other, by the first of them.
  private var calendars: [Int: InstallCalendar] = [:]
  /// What rules of files count there.
  private var counts: [Int: [(counter: Counted, calendar: InstallCalendar)]] = [:]

  /// Sorts the sessions of an install, which are given in any order; `rules` are those of their
  /// ``DayCounters``, and others.
  ///
  /// O(n log n) for n sessions, shows and losses.
  package init(_ found: [InstallSession], rules: [Rule] = []) {
    let counters = rules.compactMap { $0.pattern.dayCounter }
    ranks = Array(repeating: 0, count: found.count)
    for index in found.indices.sorted(by: { found[$0].precedes(found[$1]) }) {
      if sessions.last.map({ found[index].isCopy(of: $0) }) != true {
        sessions.append(found[index])
      }
      ranks[index] = sessions.count - 1
    }
    order = InstallOrder(sessions.map { $0.span })
    var start = 0
    while start < sessions.count {
      let end = order.starts[start...].firstIndex { $0 != start } ?? sessions.count
      // A session that follows no other one has no earlier shows.
      if end - start > 1 {
        calendars[start] = calendar(start..<end) { $0 }
        counts[start] = counters.enumerated().map { number, counter in
          (counter, calendar(start..<end) { $0.counting(number) })
        }
      } else {
        counts[start] = counters.map { ($0, .empty) }
      }
      start = end
    }
  }

  private func calendar(
    _ numbers: Range<Int>, _ counted: (InstallSession) -> InstallSession
  ) -> InstallCalendar {
    let row = numbers.map { (order: $0, session: counted(sessions[$0])) }
    let begins = row.map { InstallCalendar.Instant(wall: $0.session.span.first, order: $0.order) }
    return InstallCalendar(row, begins: begins)
  }

  /// The known app-open shows before one of the sessions, by its index among the given ones.
  package func earlierShows(of index: Int) -> OtherShows {
    let rank = ranks[index]
    return OtherShows(
      calendars[order.starts[rank]] ?? .empty,
      before: InstallCalendar.Instant(wall: sessions[rank].span.first, order: rank),
      completeFrom: order.completeFrom[rank], counts: counts[order.starts[rank]] ?? [])
  }
}

extension InstallCalendar {
  /// Makes the calendar of sessions of an install.
  init(_ sessions: [(order: Int, session: InstallSession)], begins: [Instant]) {
    var shows: [Entry] = []
    var losses: [Entry] = []
    for (order, session) in sessions {
      shows += session.shows.map { $0.ordered(order) }
      losses += session.losses.map { $0.ordered(order) }
    }
    self.init(shows: shows, losses: losses, begins: begins)
  }
}

extension DayCount {
  fileprivate func moved(notBefore first: Int64) -> DayCount {
    DayCount(
      events: events.map { $0.moved(notBefore: first) },
      possible: possible.map { $0.moved(notBefore: first) })
  }
}

extension InstallCalendar.Entry {
  fileprivate func ordered(_ order: Int) -> Self {
    var entry = self
    entry.order = order
    return entry
  }
}
