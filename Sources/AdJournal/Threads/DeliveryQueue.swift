/// Brings results, which come in any order, into the order in which their sessions began.
///
/// Journals follow each other in the order of the call. A journal that may be read twice is given
/// out as a whole, any other session by session.
final class DeliveryQueue<Result>: @unchecked Sendable {
  fileprivate struct Slot {
    var order: Int
    var isDone = false
    var result: Result?
    var records = 0
  }

  fileprivate struct Journal {
    var isHeld = false
    var slots: [Slot] = []
    var head = 0
    /// How many sessions that began are not judged yet.
    var waiting = 0
    var records = 0
    var sessions = 0
    var summary: JournalSummary?
    var failure: InputError?
    /// Whether nothing more is to be changed.
    var isSettled = false
  }

  private let monitor = Monitor()
  private var journals: [Int: Journal] = [:]
  private var current = 0
  private var running: Int
  private var isStopped = false

  /// A queue that ends when so many workers have ended.
  init(workers: Int) { running = workers }

  /// Says that a journal is being read.
  func open(_ input: Int, isHeld: Bool) {
    locked { journals[input, default: Journal()].isHeld = isHeld }
  }

  /// Sessions began in these lines.
  func begin(_ input: Int, orders: [Int]) {
    locked {
      journals[input, default: Journal()].slots.append(contentsOf: orders.map { Slot(order: $0) })
      journals[input, default: Journal()].waiting += orders.count
    }
  }

  /// A session is judged; without a result it is reported elsewhere.
  func put(_ input: Int, order: Int, result: Result?, records: Int) {
    let slot = Slot(order: order, isDone: true, result: result, records: records)
    locked {
      journals[input, default: Journal()].put(slot)
      if isReady(input) { monitor.wakeAll() }
    }
  }

  /// Whether something of a journal can be given out.
  private func isReady(_ input: Int) -> Bool {
    guard input == current, let place = journals.index(forKey: input) else { return false }
    return journals.values[place].isReady
  }

  /// The journal was read to its end, or could not be read.
  func end(_ input: Int, summary: JournalSummary?, failure: InputError?, isSettled: Bool) {
    locked {
      journals[input, default: Journal()].summary = summary
      journals[input, default: Journal()].failure = failure
      journals[input, default: Journal()].isSettled = isSettled
      monitor.wakeAll()
    }
  }

  /// Nothing of a journal that has ended will be changed any more.
  func settle(_ input: Int) {
    locked {
      journals[input, default: Journal()].isSettled = true
      monitor.wakeAll()
    }
  }

  /// One worker has ended.
  func leave() {
    locked {
      running -= 1
      monitor.wakeAll()
    }
  }

  /// Asks the workers to end early.
  func stop() { locked { isStopped = true } }

  var shouldStop: Bool { locked { isStopped } }

  /// What can be given out now; waits for more unless told not to, and is empty at the end.
  func next(waits: Bool) -> [Delivery<Result>] {
    locked {
      while true {
        let ready = takeReady()
        if !ready.isEmpty || !waits || running == 0 { return ready }
        monitor.wait()
      }
    }
  }

  private func locked<Value>(_ body: () -> Value) -> Value {
    monitor.lock()
    defer { monitor.unlock() }
    return body()
  }

  private func takeReady() -> [Delivery<Result>] {
    var ready: [Delivery<Result>] = []
    while var journal = journals.removeValue(forKey: current) {
      if journal.isReady { journal.takeSlots(&ready) }
      guard journal.isEnded, journal.head == journal.slots.count else {
        journals[current] = journal
        break
      }
      journal.takeEnd(&ready)
      current += 1
    }
    return ready
  }
}

extension DeliveryQueue.Journal {
  fileprivate var isEnded: Bool { isSettled && (summary != nil || failure != nil) }

  /// Whether something can be given out.
  fileprivate var isReady: Bool {
    if isHeld || head == slots.count { return isEnded && waiting == 0 }
    return slots[head].isDone
  }

  /// Takes a judged session, in the place of an earlier result of the same session if there is one.
  fileprivate mutating func put(_ slot: DeliveryQueue<Result>.Slot) {
    let place = slots.partition(order: slot.order)
    if place < slots.count, slots[place].order == slot.order {
      if !slots[place].isDone { waiting -= 1 }
      slots[place] = slot
    } else {
      slots.insert(slot, at: place)
    }
  }

  /// Takes the results at the front that are there.
  fileprivate mutating func takeSlots(_ ready: inout [Delivery<Result>]) {
    while head < slots.count, slots[head].isDone {
      if let result = slots[head].result {
        ready.append(.session(result))
        records += slots[head].records
        sessions += 1
      }
      slots[head].result = nil
      head += 1
    }
    if head > 1024, head * 2 > slots.count {
      slots.removeFirst(head)
      head = 0
    }
  }

  fileprivate mutating func takeEnd(_ ready: inout [Delivery<Result>]) {
    if var summary {
      summary.records = records
      summary.sessions = sessions
      ready.append(.journal(summary))
    }
    if let failure { ready.append(.failure(failure)) }
  }
}

extension Array {
  /// The first place whose order is not smaller.
  fileprivate func partition<Result>(order: Int) -> Int
  where Element == DeliveryQueue<Result>.Slot {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle].order < order { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
