internal import AdSession

/// A changed session, and the last change.
struct HistoryEdit {
  let draft: SessionDraft
  let change: HistoryChange
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
    var result = draft
    result.keep { !gone.contains($0) }
    return HistoryEdit(
      draft: result,
      change: change(.remove, draft.events[index], of: index, consequences: gone.count - 1))
  }

  /// Turns the decision to show an ad into one to skip, and removes the call with what follows from it; nil
  /// if no decision led to the call.
  func skipping(_ index: Int) -> HistoryEdit? {
    guard let decision = records.decision(of: index) else { return nil }
    var skip = draft.events[decision]
    (skip.outcome, skip.reason, skip.remaining) = (.skip, .absent, nil)
    let gone = Set([index] + records.consequences(of: index))
    var result = draft
    result.events[decision] = skip
    result.keep { !gone.contains($0) }
    return HistoryEdit(
      draft: result, change: change(.replace, skip, of: decision, consequences: gone.count))
  }

  /// Adds a record before an index, with the answer that the SDK gives to a request.
  func adding(_ record: Event, at t: Int64, before index: Int, answer: Answer?) -> HistoryEdit {
    var result = draft
    let event = draft.timed(record, at: t, before: index)
    result.insert(event, from: .added(0), at: index)
    if let answer {
      result.insertByTime(answer.record, at: t + answer.delay, after: index)
    }
    let before = index > 0 ? draft.events[index - 1] : nil
    return HistoryEdit(
      draft: result,
      change: HistoryChange(
        action: .add, event: event, seq: before?.seq, line: 0, consequences: answer == nil ? 0 : 1,
        formerT: nil))
  }

  /// The record with which the SDK answers, and when.
  struct Answer {
    let record: Event
    let delay: Int64
  }

  /// Moves a record, and what follows from it at the same distance, to before an index; nil if it stays.
  func moving(_ index: Int, to t: Int64, before target: Int) -> HistoryEdit? {
    if target == index || target == index + 1 && draft.events[index].t == t { return nil }
    let event = draft.events[index]
    let followers = event.kind == .adRequested ? answers(index) : records.consequences(of: index)
    let moved = Set([index] + followers)
    var result = draft
    result.keep { !moved.contains($0) }
    let place = target - ([index] + followers).filter { $0 < target }.count
    guard isBetween(t, place, result.events) else { return nil }
    var head = result.timed(event, at: t, before: place)
    head.seq = event.seq
    result.insert(head, from: draft.origins[index], at: place)
    var after = place
    for follower in followers.sorted() {
      after = result.insertByTime(
        draft.events[follower], at: draft.events[follower].t + t - event.t, after: after,
        from: draft.origins[follower])
    }
    return HistoryEdit(
      draft: result,
      change: HistoryChange(
        action: .move, event: head, seq: event.seq, line: event.line,
        consequences: followers.count, formerT: event.t))
  }

  /// The answers to a request, which move with it; what the app does with the ad does not.
  private func answers(_ index: Int) -> [Int] {
    let request = draft.events[index].request
    return (index..<draft.events.count).filter {
      let event = draft.events[$0]
      return event.request == request && (event.kind == .adLoaded || event.kind == .adFailedToLoad)
    }
  }

  private func isBetween(_ t: Int64, _ place: Int, _ events: [Event]) -> Bool {
    if place == 0 { return false }
    if events[place - 1].t > t { return false }
    return place == events.count || events[place].t >= t
  }

  /// Replaces a record by one with another field.
  func replacing(_ index: Int, by record: Event) -> HistoryEdit {
    var result = draft
    result.events[index] = record
    return HistoryEdit(
      draft: result, change: change(.replace, record, of: index, consequences: 0))
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
  /// Removes the records that do not pass.
  fileprivate mutating func keep(_ isKept: (Int) -> Bool) {
    let kept = events.indices.filter(isKept)
    events = kept.map { events[$0] }
    origins = kept.map { origins[$0] }
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
