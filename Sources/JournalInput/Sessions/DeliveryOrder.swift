public import AdReplay

/// A delivery of a ``JournalReader``: first the sessions of a journal, then the journal.
public enum Delivery<Result> {
  /// The result of one session; sessions come in the order of their first lines.
  case session(Result)
  /// All sessions of a journal were delivered.
  case journal(JournalSummary)
  /// A file could not be read, or not to its end.
  case failure(InputError)
}

/// Sorts results, which come in the order in which sessions are complete, into the order in which
/// they began.
///
/// Journals follow each other in the order of the call. Millions of results can wait, so they
/// should be small.
struct DeliveryOrder<Result> {
  private let list: InputList
  private var journals: [Int: WaitingJournal<Result>] = [:]
  private var current = 0
  /// The names of the sessions so far; nil if there is only one input.
  private var names: RepeatedNames?

  init(_ list: InputList) {
    self.list = list
    names = list.count > 1 ? RepeatedNames() : nil
  }

  mutating func add(_ event: InputEvent<JudgedSession<Result>>) {
    switch event {
    case .began(let place): journal(place.input).begin(line: place.line)
    case .complete(let place, let session):
      let journal = journal(place.input)
      journal.put(.done(session.result), records: session.records, at: place.line)
      if session.hasChanged { journal.failure = .changed(list.paths[place.input]) }
      if let other = names?.add(session.name, in: place.input), other != place.input {
        journal.repeated.add(session.name.note(line: place.line, other: list.paths[other]))
      }
    case .reportedElsewhere(let place):
      journal(place.input).put(.reportedElsewhere, records: 0, at: place.line)
    case .ended(let end): journal(end.input).end(end)
    }
  }

  private mutating func journal(_ input: Int) -> WaitingJournal<Result> {
    if let journal = journals[input] { return journal }
    let journal = WaitingJournal<Result>()
    journals[input] = journal
    return journal
  }

  /// The next delivery; nil if its session is not complete yet.
  mutating func next() -> Delivery<Result>? {
    while let journal = journals[current] {
      if let delivery = journal.next() { return delivery }
      guard journal.isDelivered else { return nil }
      journals[current] = nil
      current += 1
    }
    return nil
  }
}

/// A journal whose sessions were not all delivered yet.
private final class WaitingJournal<Result> {
  enum State {
    case waiting
    case reportedElsewhere
    case done(Result)
  }

  /// A session that began.
  private struct Slot {
    let line: UInt32
    var records: UInt32 = 0
    var state = State.waiting
  }

  /// The sessions by their first lines; those before ``head`` were delivered.
  private var slots: [Slot] = []
  private var head = 0
  private var summary: JournalSummary?
  var failure: InputError?
  /// The sessions that another journal has, too.
  var repeated: [Note] = []
  private var isEnded = false
  private var records = 0
  private var sessions = 0
  private var continuedSessions = 0

  /// Whether everything was delivered.
  var isDelivered: Bool {
    isEnded && head == slots.count && summary == nil && failure == nil
  }

  func begin(line: Int) { slots.append(Slot(line: UInt32(truncatingIfNeeded: line))) }

  func put(_ state: State, records: Int, at line: Int) {
    let index = index(of: UInt32(truncatingIfNeeded: line))
    slots[index].state = state
    slots[index].records = UInt32(clamping: records)
  }

  private func index(of line: UInt32) -> Int {
    var (low, high) = (head, slots.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if slots[middle].line <= line { low = middle } else { high = middle }
    }
    return low
  }

  func end(_ end: InputEnd) {
    summary = end.summary
    failure = failure ?? end.failure
    isEnded = true
  }

  func next() -> Delivery<Result>? {
    while head < slots.count {
      switch slots[head].state {
      case .waiting: return nil
      case .reportedElsewhere:
        continuedSessions += 1
        removeFirst()
      case .done(let result):
        sessions += 1
        records += Int(slots[head].records)
        removeFirst()
        return .session(result)
      }
    }
    return isEnded ? takeEnd() : nil
  }

  private func removeFirst() {
    // The memory of the result is free as soon as the caller is done with it.
    slots[head].state = .waiting
    head += 1
    guard head == slots.count || head > 4096 && head * 2 > slots.count else { return }
    slots.removeFirst(head)
    head = 0
  }

  private func takeEnd() -> Delivery<Result>? {
    if var summary {
      self.summary = nil
      summary.records = records
      summary.sessions = sessions
      summary.continuedSessions = continuedSessions
      summary.notes.add(contentsOf: repeated)
      return .journal(summary)
    }
    defer { failure = nil }
    return failure.map { .failure($0) }
  }
}
