internal import AdRules

/// The sessions of one install and their days.
struct InstallDays {
  /// All sessions, in the order of the install; copies of a session side by side.
  private let notes: [CapNote]
  /// The index of each session among those that differ.
  private var ranks: [Int] = []
  /// The longest copy of each session that differs, as an index of ``notes``.
  private var longest: [Int] = []
  private let order: InstallOrder

  /// Takes the sessions of an install.
  init(_ found: [CapNote]) {
    notes = found.sorted(by: CapNote.precedes)
    for index in notes.indices {
      if index == 0 || !notes[index].isCopy(of: notes[index - 1]) { longest.append(index) }
      ranks.append(longest.count - 1)
    }
    order = InstallOrder(longest.map { [notes] in notes[$0].span })
  }

  /// Adds the answers to the questions of these sessions.
  func answer(_ answers: inout CapLedger.Answers) {
    var start = 0
    while start < notes.count {
      let row = order.starts[ranks[start]]..<order.endOfRow(ranks[start])
      var end = start
      while end < notes.count, row.contains(ranks[end]) { end += 1 }
      answer(notes[start..<end], in: row, &answers)
      start = end
    }
  }

  /// The same for sessions that follow each other.
  private func answer(
    _ notes: ArraySlice<CapNote>, in row: Range<Int>, _ answers: inout CapLedger.Answers
  ) {
    guard notes.contains(where: { $0.question != nil }) else { return }
    let entries = entries(in: row)
    let areOutOfReach = entries.areOutOfReach
    var calendar: InstallCalendar?
    for (index, note) in zip(notes.indices, notes) {
      guard let question = note.question else { continue }
      let days = Days(note, completeFrom: order.completeFrom[ranks[index]])
      if days.areKnown != nil, areOutOfReach || row.count == 1 {
        if days.areKnown == true { answers.noneThatMatters.append(question) }
        continue
      }
      let all = calendar ?? self.calendar(entries, row)
      calendar = all
      add(note, rank: ranks[index], days, all, &answers)
    }
  }

  private func add(
    _ note: CapNote, rank: Int, _ days: Days, _ all: InstallCalendar,
    _ answers: inout CapLedger.Answers
  ) {
    let begin = InstallCalendar.Instant(wall: note.span.first, order: rank)
    if let areKnown = days.areKnown, !note.matters(all, before: begin) {
      if areKnown, let question = note.question { answers.noneThatMatters.append(question) }
      return
    }
    let shows = OtherShows(all, before: begin, completeFrom: days.completeFrom)
    answers.again.append(CapLedger.Again(shows: shows, note: note))
  }

  /// The entries of the sessions that follow each other, by day.
  private func entries(in row: Range<Int>) -> [CapEntry] {
    var entries: [CapEntry] = []
    for rank in row {
      let note = notes[longest[rank]]
      for var entry in note.entries {
        entry.order = rank
        // A clock that was set back does not reorder sessions.
        if entry.slack == nil { entry.wall = entry.wall.map { max($0, note.span.first) } }
        entries.append(entry)
      }
    }
    entries.sortByDay()
    return entries
  }

  private func calendar(_ entries: [CapEntry], _ row: Range<Int>) -> InstallCalendar {
    InstallCalendar(
      shows: entries.filter(\.isShow).map(\.entry), losses: entries.filter(\.isLoss).map(\.entry),
      begins: row.map {
        InstallCalendar.Instant(wall: notes[longest[$0]].span.first, order: $0)
      })
  }
}

/// Whether all earlier shows on the days of a session are known.
private struct Days {
  let completeFrom: Int64
  /// True for all of its days, false for none of them, nil for some.
  let areKnown: Bool?

  init(_ note: CapNote, completeFrom: Int64) {
    self.completeFrom = completeFrom
    let days = note.entries.map(\.day)
    if let first = days.min(), first >= completeFrom {
      areKnown = true
    } else {
      areKnown = (days.max() ?? .min) < completeFrom ? false : nil
    }
  }
}

extension CapNote {
  /// Whether the shows before an instant can change a verdict about the session: the cap of a day
  /// is in reach, or a decision did not count them, or lost records leave that unknown.
  fileprivate func matters(
    _ all: InstallCalendar, before begin: InstallCalendar.Instant
  ) -> Bool {
    entries.contains { entry in
      let shows = Int64(all.shows(on: entry.day, before: begin))
      let lost = all.lost(on: entry.day, before: begin)
      if shows == 0, lost.records == 0, lost.unknown == 0 { return false }
      if lost.unknown > 0 { return true }
      let own = entries.filter { $0.day == entry.day && ($0.isShow || $0.isLoss) }
      if own.contains(where: { $0.lost == .unknown }) { return true }
      if let slack = entry.slack { return shows &+ lost.records &+ own.lostRecords > slack }
      let most = shows &+ lost.records &+ own.lostRecords &+ Int64(own.count { $0.isShow })
      return entry.cap.map { most >= $0 } ?? true
    }
  }
}

extension [CapEntry] {
  fileprivate var lostRecords: Int64 {
    reduce(0) { sum, entry in
      if case .records(let count) = entry.lost { sum &+ count } else { sum }
    }
  }
}
