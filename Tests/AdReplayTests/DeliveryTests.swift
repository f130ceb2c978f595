@testable import AdReplay
@testable import JournalInput
import Testing

struct DeliveryTests {
  @Test(arguments: [1, 7, 5000, 9001])
  func `results that arrive in any order are delivered in the order of the sessions`(
    count: Int
  ) {
    let queue = DeliveryQueue<Int>(workers: 1)
    queue.open(0, path: "a.jsonl")
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
      }
    }
    for order in orders.shuffled() {
      queue.put([Self.evaluated(order, result: order + 7, records: 2)])
      if count < 10 { take() }
    }
    queue.end(0, summary: JournalSummary(path: "a.jsonl"), failure: nil)
    for _ in 0...count / 500 { take() }
    #expect(delivered == orders)
    #expect(summary?.sessions == count && summary?.records == count * 2)
  }

  private static func evaluated(
    _ order: Int, result: Int, records: Int
  ) -> EvaluatedSession<Int> {
    EvaluatedSession(input: 0, order: order, result: result, records: records)
  }
}
