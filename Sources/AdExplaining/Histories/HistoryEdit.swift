internal import AdSession

/// A change, and the session with it, which is made when it is judged: most changes of a long list
/// never are.
struct HistoryEdit {
  let change: HistoryChange
  let draft: () -> SessionDraft
}

/// Makes changes to the records of the app.
struct HistoryEditor {
  let draft: SessionDraft
  let records: AppRecords

  init(_ draft: SessionDraft) {
    self.draft = draft
    records = AppRecords(events: draft.events)
  }

  /// Removes a record and what follows from it.
  func removing(_ index: Int) -> HistoryEdit {
    let gone = Set([index] + records.consequences(of: index))
    return HistoryEdit(
      change: change(.remove, draft.events[index], of: index, consequences: gone.count - 1)
    ) { [draft] in draft.without(gone) }
  }

  /// Turns the decision to show an ad into one to skip, and removes the call with what follows from
  /// it; nil if no decision led to the call.
  func skipping(_ index: Int) -> HistoryEdit? {
    guard let decision = records.decision(of: index) else { return nil }
    var skip = draft.events[decision]
    (skip.outcome, skip.reason, skip.remaining) = (.skip, .absent, nil)
    let gone = Set([index] + records.consequences(of: index))
    return HistoryEdit(change: change(.replace, skip, of: decision, consequences: gone.count)) {
      [draft, skip] in
      var result = draft
      result.events[decision] = skip
      return result.without(gone)
    }
  }

  /// Adds a record before an index, with the answer that the SDK gives to a request.
  func adding(_ record: Event, at t: Int64, before index: Int, answer: Answer?) -> HistoryEdit {
    let event = draft.timed(record, at: t, before: index)
    let before = index > 0 ? draft.events[index - 1] : nil
    let change = HistoryChange(
      action: .add, event: event, seq: before?.seq, line: 0, consequences: answer == nil ? 0 : 1,
      formerT: nil)
    return HistoryEdit(change: change) { [draft] in
      var result = draft
      result.insert(event, from: .added(0), at: index)
      if let answer {
        result.insertByTime(answer.record, at: t + answer.delay, after: index)
      }
      return result
    }
  }

  /// The record with which the SDK answers, and when.
  struct Answer {
    let record: Event
    let delay: Int64
  }

  /// A record that can be moved, and what follows from it.
  struct Movable {
    let index: Int
    let followers: [Int]
  }

  /// A record with what moves along with it.
  func movable(_ index: Int) -> Movable {
    let isRequest = draft.events[index].kind == .adRequested
    return Movable(
      index: index, followers: isRequest ? answers(index) : records.consequences(of: index))
  }

  /// Moves a record, and what follows from it at the same distance, to before an index; nil if it
  /// stays.
  func moving(_ movable: Movable, to t: Int64, before target: Int) -> HistoryEdit? {
    let (index, followers) = (movable.index, movable.followers)
    if target == index || target == index + 1 && draft.events[index].t == t { return nil }
    let moved = Set([index] + followers)
    guard isBetween(t, target, moved) else { return nil }
    let place = target - moved.count { $0 < target }
    let before = (0..<target).last { !moved.contains($0) } ?? 0
    var head = draft.timed(draft.events[index], at: t, before: before + 1)
    head.seq = draft.events[index].seq
    let change = HistoryChange(
      action: .move, event: head, seq: head.seq, line: head.line, consequences: followers.count,
      formerT: draft.events[index].t)
    return HistoryEdit(change: change) { [draft, head] in
      var result = draft.without(moved)
      result.insert(head, from: draft.origins[index], at: place)
      var after = place
      for follower in followers.sorted() {
        let event = draft.events[follower]
        after = result.insertByTime(
          event, at: event.t + t - draft.events[index].t, after: after,
          from: draft.origins[follower])
      }
      return result
    }
  }

  /// The answers to a request, which move with it; what the app does with the ad does not.
  private func answers(_ index: Int) -> [Int] {
    let request = draft.events[index].request
    return (index..<draft.events.count).filter {
      let event = draft.events[$0]
      return event.request == request && (event.kind == .adLoaded || event.kind == .adFailedToLoad)
    }
  }

  /// Whether an instant lies between the records around an index, without the moved ones.
  private func isBetween(_ t: Int64, _ target: Int, _ moved: Set<Int>) -> Bool {
    guard let before = (0..<target).last(where: { !moved.contains($0) }) else { return false }
    if draft.events[before].t > t { return false }
    let after = (target..<draft.events.count).first { !moved.contains($0) }
    return after.map { draft.events[$0].t >= t } ?? true
  }

  /// Replaces a record by one with another field.
  func replacing(_ index: Int, by record: Event) -> HistoryEdit {
    HistoryEdit(change: change(.replace, record, of: index, consequences: 0)) { [draft] in
      var result = draft
      result.events[index] = record
      return result
    }
  }

  private func change(
    _ action: HistoryChange.Action, _ event: Event, of index: Int, consequences: Int
  ) -> HistoryChange {
    let old = draft.events[index]
    var event = event
    event.seq = old.seq
    return HistoryChange(
      action: action, event: event, seq: old.seq, line: old.line, consequences: consequences,
      formerT: nil)
  }
}

extension SessionDraft {
  /// The session without some records.
  fileprivate func without(_ gone: Set<Int>) -> SessionDraft {
    let kept = events.indices.filter { !gone.contains($0) }
    var result = self
    result.events = kept.map { events[$0] }
    result.origins = kept.map { origins[$0] }
    return result
  }

  /// Inserts a record by its time, behind an index; returns its index.
  @discardableResult
  fileprivate mutating func insertByTime(
    _ record: Event, at t: Int64, after index: Int, from origin: Origin = .added(0)
  ) -> Int {
    var place = index + 1
    while place < events.count && events[place].t <= t && events[place].kind != .sessionEnded {
      place += 1
    }
    let latest = place < events.count ? min(t, events[place].t) : t
    var event = timed(record, at: latest, before: place)
    event.seq = record.seq
    insert(event, from: origin, at: place)
    return place
  }
}
