/// A queue of actions ordered by time; actions due at the same time keep the order of planning.
struct Agenda {
  /// A planned action.
  struct Entry {
    /// The time in milliseconds since the process began.
    let due: Int64
    /// The number of actions planned before it.
    let order: Int
    /// Whether the action waits until the process is no longer suspended.
    let needsProcess: Bool
    let action: () -> Void

    fileprivate func isBefore(_ other: Entry) -> Bool {
      due != other.due ? due < other.due : order < other.order
    }
  }

  private var heap: [Entry] = []
  private var count = 0

  /// The time of the next action; nil if there is none.
  var nextDue: Int64? { heap.first?.due }

  mutating func plan(at due: Int64, needsProcess: Bool, _ action: @escaping () -> Void) {
    heap.append(Entry(due: due, order: count, needsProcess: needsProcess, action: action))
    count += 1
    var child = heap.count - 1
    while child > 0, heap[child].isBefore(heap[(child - 1) / 2]) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  /// Removes and returns the next action.
  mutating func takeNext() -> Entry? {
    guard let next = heap.first else { return nil }
    let last = heap.removeLast()
    if !heap.isEmpty {
      heap[0] = last
      sink()
    }
    return next
  }

  private mutating func sink() {
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
        if heap[child].isBefore(heap[least]) { least = child }
      }
      if least == parent { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
