internal import AdRules

/// The days of one install that has several sessions.
struct InstallDays {
  /// The latest entries of each session, session by session.
  private let entries: [CapEntry]
  private let all: InstallCalendar
  /// The starts of the sessions, in ascending order.
  private let begins: [InstallCalendar.Instant]

  /// Takes the entries of an install.
  init(_ all: [CapEntry]) {
    entries = Self.latest(of: all)
    var begins: [InstallCalendar.Instant] = []
    for entry in entries where begins.last?.order != entry.order {
      begins.append(InstallCalendar.Instant(wall: entry.began, order: entry.order))
    }
    self.begins = begins.sorted()
    self.all = InstallCalendar(entries[...], begins: self.begins)
  }

  /// The entries of the last call of each session.
  private static func latest(of all: [CapEntry]) -> [CapEntry] {
    let sorted = all.sorted { ($0.order, $0.call) < ($1.order, $1.call) }
    var latest: [CapEntry] = []
    latest.reserveCapacity(sorted.count)
    for entry in sorted {
      while let last = latest.last, last.order == entry.order, last.call != entry.call {
        latest.removeLast()
      }
      latest.append(entry)
    }
    return latest
  }

  /// Adds the sessions whose verdicts the others' shows can change.
  func addAgain(to result: inout [Int: CapLedger.Again]) {
    var start = 0
    while start < entries.count {
      let order = entries[start].order
      var end = start
      while end < entries.count, entries[end].order == order { end += 1 }
      let own = InstallCalendar(entries[start..<end], begins: begins)
      if matters(entries[start..<end], own) {
        let shows = OtherShows(all: all, own: own, order: order)
        result[order] = CapLedger.Again(
          shows: shows, archive: entries[start].archive, session: entries[start].session)
      }
      start = end
    }
  }

  /// Whether other sessions' shows can change a verdict: the cap of a day is in reach, or a decision
  /// did not count them, or lost records leave that unknown.
  private func matters(_ entries: ArraySlice<CapEntry>, _ own: InstallCalendar) -> Bool {
    let hasForeign = entries.contains {
      all.shows(on: $0.day) > own.shows(on: $0.day) || all.lost(on: $0.day) != own.lost(on: $0.day)
    }
    return hasForeign && entries.contains { matters($0, own) }
  }

  /// The same for one entry, where other sessions have to do with some day.
  private func matters(_ entry: CapEntry, _ own: InstallCalendar) -> Bool {
    // A lost record can be a show: with the shows it may reach the cap.
    let lost = all.lost(on: entry.day)
    if lost.unknown > 0 { return true }
    if let slack = entry.slack {
      let limit = InstallCalendar.Instant(wall: entry.wall ?? .max, order: .max)
      let others = all.shows(on: entry.day, before: limit) - own.shows(on: entry.day, before: limit)
      return Int64(others) + lost.records > slack
    }
    return entry.cap.map { Int64(all.shows(on: entry.day)) + lost.records >= $0 } ?? true
  }
}

extension InstallCalendar {
  /// Makes the calendar of some entries.
  fileprivate init(_ entries: ArraySlice<CapEntry>, begins: [Instant]) {
    self.init(
      shows: entries.filter(\.isShow).map(\.entry), losses: entries.filter(\.isLoss).map(\.entry),
      begins: begins)
  }
}
