public import AdReplay
internal import Platform

/// A delivery of a ``DeliveryQueue`` about a journal, in this order.
@usableFromInline
package enum QueueDelivery<Result> {
  /// A journal's sessions follow.
  case begin(input: Int, path: String)
  /// Sessions in the order of their first lines.
  case sessions([SessionInTurn<Result>])
  /// All sessions of the journal were delivered.
  case journal(JournalSummary)
  /// A file could not be read, or not to its end.
  case failure(InputError)
}

/// A session whose turn it is.
@usableFromInline
package struct SessionInTurn<Result> {
  /// The result of the session.
  @usableFromInline package var result: Result
  /// The first line of the session.
  @usableFromInline package var order: Int

  @inlinable
  init(result: Result, order: Int) {
    self.result = result
    self.order = order
  }
}

/// The result of one session on its way to the queue.
struct EvaluatedSession<Result> {
  var input: Int
  /// The first line of the session.
  var order: Int
  /// The result; nil for a later segment of a session that is reported with its first one.
  var result: Result?
  var records: Int
}

/// Sorts results, which arrive in any order, into the order in which their sessions began.
///
/// Journals follow each other in the order of the call. Millions of results can wait, so they should
/// be small.
final class DeliveryQueue<Result>: @unchecked Sendable {
  private let lock = ConditionLock()
  /// Whether the thread that takes deliveries sleeps until it is woken.
  @exclusivity(unchecked) private var isAsleep = false
  @exclusivity(unchecked) private var journals: [Int: DeliveryJournal<Result>] = [:]
  /// The journal that was asked for last: usually the same again.
  @exclusivity(unchecked) private var lastUsed: (input: Int, journal: DeliveryJournal<Result>)?
  @exclusivity(unchecked) private var current = 0
  @exclusivity(unchecked) private var running: Int
  @exclusivity(unchecked) private var isStopped = false

  /// A queue that ends when this many workers have ended.
  init(workers: Int) { running = workers }

  /// Notes that a journal is being read.
  func open(_ input: Int, path: String) {
    locked { journal(input).path = path }
  }

  /// Notes that sessions began in these lines.
  func begin(_ input: Int, orders: [Int]) {
    if orders.isEmpty { return }
    locked {
      let journal = journal(input)
      for order in orders { journal.slots.append(order: order) }
    }
  }

  /// Takes the results of sessions.
  func put(_ results: [EvaluatedSession<Result>]) {
    if results.isEmpty { return }
    locked {
      for result in results {
        journal(result.input).put(result)
      }
      wakeIfReady()
    }
  }

  private func journal(_ input: Int) -> DeliveryJournal<Result> {
    if let (number, journal) = lastUsed, number == input { return journal }
    let journal = journals[input] ?? DeliveryJournal()
    journals[input] = journal
    lastUsed = (input, journal)
    return journal
  }

  /// Notes that the journal was read to its end, or could not be read.
  func end(_ input: Int, summary: JournalSummary?, failure: InputError?) {
    locked {
      let journal = journal(input)
      journal.summary = summary
      journal.failure = journal.failure ?? failure
      journal.isEnded = true
      wakeIfReady()
    }
  }

  /// Notes that a journal whose sessions are not all evaluated yet could not be read again.
  func fail(_ input: Int, _ failure: InputError) {
    locked {
      let journal = journal(input)
      journal.failure = journal.failure ?? failure
    }
  }

  /// Notes that one worker has ended.
  func leave() {
    locked {
      running -= 1
      lock.wakeAll()
    }
  }

  /// Asks the workers to end early.
  func stop() { locked { isStopped = true } }

  var shouldStop: Bool { locked { isStopped } }

  /// The deliveries that are ready; empty at the end.
  ///
  /// Waits for at least one if `waits` is true.
  func next(waits: Bool) -> [QueueDelivery<Result>] {
    locked {
      var naps = 0
      while true {
        let ready = takeReady()
        if !ready.isEmpty || !waits || running == 0 { return ready }
        isAsleep = naps == DeliveryLimits.naps
        lock.wait(nanoseconds: isAsleep ? nil : DeliveryLimits.nap)
        naps = min(naps + 1, DeliveryLimits.naps)
        isAsleep = false
      }
    }
  }

  private func wakeIfReady() {
    if isAsleep, let journal = journals[current], journal.isReady { lock.wakeAll() }
  }

  private func locked<Value>(_ body: () -> Value) -> Value {
    lock.lock()
    defer { lock.unlock() }
    return body()
  }

  private func takeReady() -> [QueueDelivery<Result>] {
    var ready: [QueueDelivery<Result>] = []
    var count = 0
    while count < DeliveryLimits.batch, let journal = journals[current] {
      count += 1
      if journal.isReady { count += journal.takeSlots(current, &ready) }
      guard journal.isEnded, journal.slots.isEmpty else { break }
      journal.takeEnd(&ready)
      journals[current] = nil
      if lastUsed?.input == current { lastUsed = nil }
      current += 1
    }
    return ready
  }
}

/// Constants of a ``DeliveryQueue``.
enum DeliveryLimits {
  /// The maximum number of results handed out at once.
  static let batch = 1024
  /// Nanoseconds between two looks at the queue, and the number of looks before the thread falls
  /// asleep: while results keep coming, waking it for each one would cost more than judging a short
  /// session.
  static let nap: Int64 = 500_000
  static let naps = 8
}
