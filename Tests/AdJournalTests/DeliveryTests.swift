import Testing

@testable import AdJournal

/// Results that come in any order go out in the order of their beginnings.
struct DeliveryTests {
  @Test(arguments: [false, true], [1, 7, 5000, 9001])
  func `in order, whatever order they come in`(isHeld: Bool, count: Int) {
    let queue = DeliveryQueue(workers: 1)
    queue.open(0, path: "a.jsonl", isHeld: isHeld)
    let orders = (0..<count).map { $0 * 3 + 1 }
    queue.begin(0, orders: orders)
    var out: [Int] = []
    var summary: JournalSummary?
    func take() {
      for delivery in queue.next(waits: false) {
        if case .sessions(let sessions) = delivery {
          #expect(sessions.allSatisfy { $0.token == UInt64($0.order) + 7 })
          out += sessions.map(\.order)
        }
        if case .journal(let whole) = delivery { summary = whole }
      }
    }
    for order in orders.shuffled() {
      #expect(queue.put(0, order: order, token: UInt64(order) + 7, records: 2) == nil)
      if count < 10 { take() }
    }
    #expect(!isHeld || out.isEmpty)
    queue.end(0, summary: JournalSummary(path: "a.jsonl"), failure: nil, isSettled: true)
    for _ in 0...count / 500 { take() }
    #expect(out == orders)
    #expect(summary?.sessions == count && summary?.records == count * 2)
  }

  @Test func `a second result takes the place of the first, which is given back`() {
    let queue = DeliveryQueue(workers: 1)
    queue.open(0, path: "a.jsonl", isHeld: true)
    queue.begin(0, orders: [1, 5])
    #expect(queue.put(0, order: 5, token: 50, records: 1) == nil)
    #expect(queue.put(0, order: 1, token: 10, records: 1) == nil)
    #expect(queue.put(0, order: 5, token: 51, records: 3) == 50)
    #expect(queue.put(0, order: 3, token: 30, records: 1) == nil)
    queue.end(0, summary: JournalSummary(path: "a.jsonl"), failure: nil, isSettled: true)
    let tokens = queue.next(waits: false).flatMap { delivery -> [UInt64] in
      if case .sessions(let sessions) = delivery { sessions.map(\.token) } else { [] }
    }
    #expect(tokens == [10, 30, 51])
  }
}
