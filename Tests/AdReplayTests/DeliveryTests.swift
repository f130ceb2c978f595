@testable import AdReplay
@testable import JournalInput
import Testing

struct DeliveryTests {
  @Test(arguments: [false, true], [1, 7, 5000, 9001])
  func `results that arrive in any order are delivered in the order of the sessions`(
    isHeld: Bool, count: Int
  ) {
    let queue = DeliveryQueue<Int>(workers: 1)
    queue.open(0, path: "a.jsonl", isHeld: isHeld)
    let orders = (0..<count).map { $0 * 3 + 1 }
    queue.begin(0, orders: orders)
    var delivered: [Int] = []
    var summary: JournalSummary?
    func take() {
      for delivery in queue.next(waits: false) {
        if case .sessions(let sessions) = delivery {
          #expect(sessions.allSatisfy { $0.result == $0.order + 7 })
          delivered += sessions.map(\.order)
        }
        if case .journal(let whole) = delivery { summary = whole }
        if case .superseded = delivery { Issue.record("no session was evaluated twice") }
      }
    }
    for order in orders.shuffled() {
      queue.put([Self.evaluated(order, result: order + 7, records: 2)])
      if count < 10 { take() }
    }
    #expect(!isHeld || delivered.isEmpty)
    queue.end(0, summary: JournalSummary(path: "a.jsonl"), failure: nil, isSettled: true)
    for _ in 0...count / 500 { take() }
    #expect(delivered == orders)
    #expect(summary?.sessions == count && summary?.records == count * 2)
  }

  @Test func `a second result of a session replaces the first, which is delivered as superseded`() {
    let queue = DeliveryQueue<Int>(workers: 1)
    queue.open(0, path: "a.jsonl", isHeld: true)
    queue.begin(0, orders: [1, 5])
    for (order, result) in [(5, 50), (1, 10), (5, 51), (3, 30)] {
      queue.put([Self.evaluated(order, result: result, records: 1)])
    }
    queue.end(0, summary: JournalSummary(path: "a.jsonl"), failure: nil, isSettled: true)
    var superseded: [Int] = []
    var results: [Int] = []
    for delivery in queue.next(waits: false) {
      if case .superseded(let earlier) = delivery { superseded += earlier }
      if case .sessions(let sessions) = delivery { results += sessions.map(\.result) }
    }
    #expect(superseded == [50])
    #expect(results == [10, 30, 51])
  }

  private static func evaluated(
    _ order: Int, result: Int, records: Int
  ) -> EvaluatedSession<Int> {
    EvaluatedSession(input: 0, order: order, result: result, records: records)
  }
}
