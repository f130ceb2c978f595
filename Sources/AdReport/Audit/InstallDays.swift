internal import AdRules

/// The days of one install that has several sessions.
struct InstallDays {
  private struct Show {
    var day: Int64
    var wall: Int64
  }

  /// What every session added when it was judged last, session by session.
  private let entries: [CapEntry]
  /// All shows, by day and wall clock.
  private let shows: [Show]
  /// What is lost of the days, by day and session.
  private let lost: [CapEntry]

  /// Takes what the sessions of an install added.
  init(_ all: [CapEntry]) {
    entries = Self.latest(of: all)
    shows = entries.filter(\.isShow).map { Show(day: $0.day, wall: $0.wall ?? 0) }
      .sorted { ($0.day, $0.wall) < ($1.day, $1.wall) }
    lost = entries.filter(\.isLoss).sorted { ($0.day, $0.order) < ($1.day, $1.order) }
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
      let own = entries[start..<end]
      if matters(own) {
        result[order] = CapLedger.Again(shows: others(of: own), archive: entries[start].archive)
      }
      start = end
    }
  }

  /// Whether other sessions' shows can change a verdict: the cap of a day is in reach, or a decision
  /// did not count them, or nobody knows since records are lost.
  private func matters(_ own: ArraySlice<CapEntry>) -> Bool {
    var hasForeign = false
    for entry in own {
      let losses = losses(on: entry.day)
      if losses.first.map({ $0.order != entry.order }) ?? false { return true }
      if losses.last.map({ $0.order != entry.order }) ?? false { return true }
      hasForeign = hasForeign || shows(on: entry.day).count > own.shows(on: entry.day)
    }
    return hasForeign && own.contains { matters($0, own) }
  }

  /// The same for one entry, where no other session lost records of its day.
  private func matters(_ entry: CapEntry, _ own: ArraySlice<CapEntry>) -> Bool {
    let all = shows(on: entry.day)
    // A lost record can be a show: with those of others it may reach the cap.
    var lost: Int64 = 0
    for loss in losses(on: entry.day) {
      guard let count = loss.lost else { return true }
      lost += count
    }
    if let slack = entry.slack {
      let latest = entry.wall ?? .max
      let end = all.partition { $0.wall > latest }
      let before = end - all.startIndex - own.shows(on: entry.day, upTo: latest)
      return Int64(before) + lost > slack
    }
    return entry.cap.map { Int64(all.count) + lost >= $0 } ?? true
  }

  private func others(of own: ArraySlice<CapEntry>) -> OtherShows {
    var foreign: [OtherShows.Show] = []
    var lost: [Int64: Int64?] = [:]
    for day in Set(own.map(\.day)).sorted() {
      var mine = own.filter { $0.isShow && $0.day == day }.map { $0.wall ?? 0 }.sorted()[...]
      for show in shows(on: day) {
        if show.wall == mine.first {
          mine = mine.dropFirst()
        } else {
          foreign.append(OtherShows.Show(wall: show.wall, day: day))
        }
      }
      for loss in losses(on: day) where loss.order != own.first?.order {
        let before = lost[day] ?? 0
        lost[day] = .some(before.flatMap { sum in loss.lost.map { sum + $0 } })
      }
    }
    return OtherShows(shows: foreign.sorted { $0.wall < $1.wall }, lost: lost)
  }

  private func shows(on day: Int64) -> ArraySlice<Show> {
    shows[shows[...].partition { $0.day >= day }..<shows[...].partition { $0.day > day }]
  }

  private func losses(on day: Int64) -> ArraySlice<CapEntry> {
    if lost.isEmpty { return [] }
    return lost[lost[...].partition { $0.day >= day }..<lost[...].partition { $0.day > day }]
  }
}

extension CapEntry {
  /// Whether records are lost that could be shows.
  var isLoss: Bool { !isShow && wall == nil && lost != 0 }
}

extension ArraySlice<CapEntry> {
  /// How many shows there are of a day, up to a wall clock.
  fileprivate func shows(on day: Int64, upTo latest: Int64 = .max) -> Int {
    count { $0.isShow && $0.day == day && $0.wall ?? 0 <= latest }
  }
}

extension ArraySlice {
  /// The first place from which on all elements are beyond; they are in order.
  fileprivate func partition(_ isBeyond: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if isBeyond(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
