/// What a ``DeliveryQueue`` gives out of a journal, in this order.
package enum QueueDelivery {
  /// A journal's sessions follow; a whole one's were all judged, and nothing of it changes any more.
  case begin(input: Int, path: String, isWhole: Bool)
  /// What the judge returned for a session, and the line with which the session begins.
  case session(token: UInt64, order: Int)
  /// All sessions of the journal were given out.
  case journal(JournalSummary)
  /// A file could not be read, or not to its end.
  case failure(InputError)

  /// The greatest number that a judge may return.
  package static let greatestToken: UInt64 = 1 << 62 - 1
}

/// Brings results, which come in any order, into the order in which their sessions began.
///
/// Journals follow each other in the order of the call. A journal that may be read twice is given
/// out as a whole, any other session by session. A result is a number that the caller chose, so
/// that millions of sessions can wait.
final class DeliveryQueue: @unchecked Sendable {
  fileprivate struct Journal {
    var path = ""
    var isHeld = false
    var hasBegun = false
    var slots = DeliverySlots()
    /// How many sessions that began are not judged yet.
    var waiting = 0
    var records = 0
    var sessions = 0
    var summary: JournalSummary?
    var failure: InputError?
    /// Whether nothing more is to be changed.
    var isSettled = false
  }

  /// At most so many results are given out at once.
  fileprivate static let batch = 1024

  private let monitor = Monitor()
  private var journals: [Int: Journal] = [:]
  private var current = 0
  private var running: Int
  private var isStopped = false

  /// A queue that ends when so many workers have ended.
  init(workers: Int) { running = workers }

  /// Says that a journal is being read.
  func open(_ input: Int, path: String, isHeld: Bool) {
    locked {
      journals[input, default: Journal()].path = path
      journals[input, default: Journal()].isHeld = isHeld
    }
  }

  /// Sessions began in these lines.
  func begin(_ input: Int, orders: [Int]) {
    if orders.isEmpty { return }
    locked {
      for order in orders { journals[input, default: Journal()].slots.append(order: order) }
      journals[input, default: Journal()].waiting += orders.count
    }
  }

  /// A session is judged; without a result it is reported elsewhere.
  ///
  /// Returns an earlier result of the same session, which nobody needs any more.
  func put(_ input: Int, order: Int, token: UInt64?, records: Int) -> UInt64? {
    locked {
      let earlier = journals[input, default: Journal()].put(order, token, records)
      if isReady(input) { monitor.wakeAll() }
      return earlier
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
  func next(waits: Bool) -> [QueueDelivery] {
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

  private func takeReady() -> [QueueDelivery] {
    var ready: [QueueDelivery] = []
    while ready.count < Self.batch, var journal = journals.removeValue(forKey: current) {
      if journal.isReady { journal.takeSlots(current, &ready) }
      guard journal.isEnded, journal.slots.isEmpty else {
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
    if isHeld || slots.isEmpty { return isEnded && waiting == 0 }
    return slots.first?.isDone ?? false
  }

  /// Takes a judged session, in the place of an earlier result of the same session if there is one.
  fileprivate mutating func put(_ order: Int, _ token: UInt64?, _ records: Int) -> UInt64? {
    var slot = DeliverySlots.Slot(order: order)
    slot.finish(token, records: records)
    guard let earlier = slots.put(slot) else { return nil }
    if !earlier.isDone { waiting -= 1 }
    return earlier.token
  }

  /// Takes the results at the front that are there.
  fileprivate mutating func takeSlots(_ input: Int, _ ready: inout [QueueDelivery]) {
    if !hasBegun {
      hasBegun = true
      ready.append(.begin(input: input, path: path, isWhole: isHeld))
    }
    while ready.count < DeliveryQueue.batch, let slot = slots.first, slot.isDone {
      slots.removeFirst()
      guard let token = slot.token else { continue }
      ready.append(.session(token: token, order: slot.order))
      records += Int(slot.records)
      sessions += 1
    }
  }

  fileprivate mutating func takeEnd(_ ready: inout [QueueDelivery]) {
    if var summary {
      summary.records = records
      summary.sessions = sessions
      ready.append(.journal(summary))
    }
    if let failure { ready.append(.failure(failure)) }
  }
}
