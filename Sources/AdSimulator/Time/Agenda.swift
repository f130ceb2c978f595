/// What is to happen, by the time at which it is due; of two things due at once the older comes first.
struct Agenda {
  /// One thing that is to happen.
  struct Entry {
    /// When, in `t`.
    let due: Int64
    /// The number of things planned before it.
    let order: Int
    /// Whether it needs the app's process to run: a suspended app gets it when it returns.
    let needsProcess: Bool
    /// What happens.
    let action: () -> Void

    fileprivate func isBefore(_ other: Entry) -> Bool {
      due != other.due ? due < other.due : order < other.order
    }
  }

  private var heap: [Entry] = []
  private var count = 0

  /// When the next thing is due; nil: nothing is.
  var nextDue: Int64? { heap.first?.due }

  /// Plans something.
  mutating func plan(at due: Int64, needsProcess: Bool, _ action: @escaping () -> Void) {
    heap.append(Entry(due: due, order: count, needsProcess: needsProcess, action: action))
    count += 1
    var child = heap.count - 1
    while child > 0, heap[child].isBefore(heap[(child - 1) / 2]) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  /// Takes out what is due next.
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
