/// What a ``DeliveryQueue`` gives out of a journal, in this order.
package enum QueueDelivery {
  /// A journal's sessions follow; with a summary, all of them were judged, and nothing of it changes
  /// any more.
  case begin(input: Int, path: String, whole: JournalSummary?)
  /// Sessions that began one after the other.
  case sessions([SessionInTurn])
  /// All sessions of the journal were given out.
  case journal(JournalSummary)
  /// A file could not be read, or not to its end.
  case failure(InputError)

  /// The greatest number that a judge may return.
  package static let greatestToken: UInt64 = 1 << 62 - 1
}

/// A session whose turn it is.
package struct SessionInTurn {
  /// What the judge returned for it.
  package var token: UInt64
  /// The line with which it begins.
  package var order: Int
}

/// What became of one session.
struct JudgedSession {
  var input: Int
  /// The line with which it begins.
  var order: Int
  /// What its judge returned; nil where it is reported elsewhere.
  var token: UInt64?
  var records: Int
  /// Whether its journal was read a second time for it.
  var isAgain = false
}

/// Brings results, which come in any order, into the order in which their sessions began.
///
/// Journals follow each other in the order of the call. A journal that may be read twice is given
/// out as a whole, any other session by session. A result is a number that the caller chose, so
/// that millions of sessions can wait.
final class DeliveryQueue: @unchecked Sendable {
  /// A journal; used under the lock, and so not checked for access.
  fileprivate final class Journal {
    @exclusivity(unchecked) var path = ""
    @exclusivity(unchecked) var isHeld = false
    @exclusivity(unchecked) var hasBegun = false
    @exclusivity(unchecked) var slots = DeliverySlots()
    /// How many sessions that began are not judged yet.
    @exclusivity(unchecked) var waiting = 0
    @exclusivity(unchecked) var records = 0
    @exclusivity(unchecked) var sessions = 0
    @exclusivity(unchecked) var summary: JournalSummary?
    @exclusivity(unchecked) var failure: InputError?
    /// Whether nothing more is to be changed.
    @exclusivity(unchecked) var isSettled = false
    /// The sessions for which the journal was read again: what was found before may come later.
    @exclusivity(unchecked) var again: Set<Int> = []
  }

  /// At most so many results are given out at once.
  fileprivate static let batch = 1024

  private let monitor = TimedMonitor()
  /// Whether the thread that gives out sleeps until it is woken.
  @exclusivity(unchecked) private var isAsleep = false
  /// It looks again after so long, so often, before it falls asleep: while results keep coming, to
  /// wake it for each would cost more than to judge a short session.
  private static let nap: Int64 = 500_000
  private static let naps = 8
  @exclusivity(unchecked) private var journals: [Int: Journal] = [:]
  /// The journal that was asked for last: mostly the same again.
  @exclusivity(unchecked) private var lastUsed: (input: Int, journal: Journal)?
  @exclusivity(unchecked) private var current = 0
  @exclusivity(unchecked) private var running: Int
  @exclusivity(unchecked) private var isStopped = false

  /// A queue that ends when so many workers have ended.
  init(workers: Int) { running = workers }

  /// Says that a journal is being read.
  func open(_ input: Int, path: String, isHeld: Bool) {
    locked {
      let journal = journal(input)
      journal.path = path
      journal.isHeld = isHeld
    }
  }

  /// Sessions began in these lines.
  func begin(_ input: Int, orders: [Int]) {
    if orders.isEmpty { return }
    locked {
      let journal = journal(input)
      for order in orders { journal.slots.append(order: order) }
      journal.waiting += orders.count
    }
  }

  /// Sessions are judged; those without a result are reported elsewhere.
  ///
  /// Returns earlier results of the same sessions, which nobody needs any more.
  func put(_ results: [JudgedSession]) -> [UInt64] {
    if results.isEmpty { return [] }
    return locked {
      var earlier: [UInt64] = []
      for result in results {
        let journal = journal(result.input)
        if let token = journal.put(result) { earlier.append(token) }
      }
      wakeIfReady()
      return earlier
    }
  }

  /// One session is judged.
  func put(_ input: Int, order: Int, token: UInt64?, records: Int) -> UInt64? {
    put([JudgedSession(input: input, order: order, token: token, records: records)]).first
  }

  private func journal(_ input: Int) -> Journal {
    if let (number, journal) = lastUsed, number == input { return journal }
    let journal = journals[input] ?? Journal()
    journals[input] = journal
    lastUsed = (input, journal)
    return journal
  }

  /// The journal was read to its end, or could not be read.
  func end(_ input: Int, summary: JournalSummary?, failure: InputError?, isSettled: Bool) {
    locked {
      let journal = journal(input)
      journal.summary = summary
      journal.failure = journal.failure ?? failure
      journal.isSettled = isSettled
      wakeIfReady()
    }
  }

  /// A journal whose sessions are not all judged yet could not be read again.
  func fail(_ input: Int, _ failure: InputError) {
    locked {
      let journal = journal(input)
      journal.failure = journal.failure ?? failure
    }
  }

  /// Nothing of a journal that has ended will be changed any more; or it could not be read again.
  func settle(_ input: Int, _ failure: InputError?) {
    locked {
      let journal = journal(input)
      journal.failure = journal.failure ?? failure
      journal.isSettled = true
      wakeIfReady()
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
      var naps = 0
      while true {
        let ready = takeReady()
        if !ready.isEmpty || !waits || running == 0 { return ready }
        isAsleep = naps == Self.naps
        monitor.wait(nanoseconds: isAsleep ? nil : Self.nap)
        naps = min(naps + 1, Self.naps)
        isAsleep = false
      }
    }
  }

  private func wakeIfReady() {
    if isAsleep, let journal = journals[current], journal.isReady { monitor.wakeAll() }
  }

  private func locked<Value>(_ body: () -> Value) -> Value {
    monitor.lock()
    defer { monitor.unlock() }
    return body()
  }

  private func takeReady() -> [QueueDelivery] {
    var ready: [QueueDelivery] = []
    var count = 0
    while count < Self.batch, let journal = journals[current] {
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

extension DeliveryQueue.Journal {
  fileprivate var isEnded: Bool { isSettled && (summary != nil || failure != nil) }

  /// Whether something can be given out.
  fileprivate var isReady: Bool {
    if isHeld || slots.isEmpty { return isEnded && waiting == 0 }
    return slots.first?.isDone ?? false
  }

  /// Takes a judged session, in the place of an earlier result of the same session if there is one.
  fileprivate func put(_ result: JudgedSession) -> UInt64? {
    if result.isAgain {
      again.insert(result.order)
    } else if again.contains(result.order) {
      return result.token
    }
    var slot = DeliverySlots.Slot(order: result.order)
    slot.finish(result.token, records: result.records)
    guard let earlier = slots.put(slot) else { return nil }
    if !earlier.isDone { waiting -= 1 }
    return earlier.token
  }

  /// Takes the results at the front that are there, and returns how many.
  fileprivate func takeSlots(_ input: Int, _ ready: inout [QueueDelivery]) -> Int {
    if !hasBegun {
      hasBegun = true
      ready.append(.begin(input: input, path: path, whole: isHeld ? summary : nil))
    }
    var taken: [SessionInTurn] = []
    while taken.count < DeliveryQueue.batch, let slot = slots.first, slot.isDone {
      slots.removeFirst()
      guard let token = slot.token else { continue }
      taken.append(SessionInTurn(token: token, order: slot.order))
      records += Int(slot.records)
    }
    sessions += taken.count
    if !taken.isEmpty { ready.append(.sessions(taken)) }
    return taken.count
  }

  fileprivate func takeEnd(_ ready: inout [QueueDelivery]) {
    if var summary {
      summary.records = records
      summary.sessions = sessions
      ready.append(.journal(summary))
    }
    if let failure { ready.append(.failure(failure)) }
  }
}
