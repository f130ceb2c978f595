@testable import AdReplay
@testable import JournalInput
import Testing

struct DeliveryTests {
  private static let list = InputList(["a.jsonl", "b.jsonl"], areRegular: true)

  private static func complete(
    _ line: Int, in input: Int = 0, name: String? = nil, hasChanged: Bool = false
  ) -> InputEvent<JudgedSession<Int>> {
    .complete(
      SessionPlace(input: input, line: line),
      JudgedSession(
        result: line + 7, records: 2,
        name: NamedSession(
          id: name ?? "s-\(input)-\(line)",
          hash: (name ?? "s-\(input)-\(line)").utf8.reduce(7) { $0 &* 31 &+ UInt64($1) },
          byte: line * 100),
        hasChanged: hasChanged))
  }

  private static func end(
    _ input: Int, failure: InputError? = nil
  ) -> InputEvent<JudgedSession<Int>> {
    let summary = JournalSummary(path: list.paths[input])
    return .ended(InputEnd(input: input, summary: summary, failure: failure))
  }

  /// Deliveries in short.
  private static func take(_ order: inout DeliveryOrder<Int>) -> [String] {
    var taken: [String] = []
    while let delivery = order.next() {
      switch delivery {
      case .session(let result): taken.append("\(result)")
      case .journal(let journal):
        taken.append(
          "\(journal.path) \(journal.sessions) \(journal.records) \(journal.continuedSessions)")
      case .failure(let error): taken.append(error.description)
      }
    }
    return taken
  }

  @Test(arguments: [1, 7, 5000, 9001])
  func `results that come in any order are delivered in the order of the sessions`(count: Int) {
    var order = DeliveryOrder<Int>(Self.list)
    let lines = (0..<count).map { $0 * 3 + 1 }
    for line in lines { order.add(.began(SessionPlace(input: 0, line: line))) }
    var delivered: [String] = []
    for line in lines.shuffled() {
      order.add(Self.complete(line))
      delivered += Self.take(&order)
    }
    order.add(Self.end(0))
    delivered += Self.take(&order)
    #expect(delivered == lines.map { "\($0 + 7)" } + ["a.jsonl \(count) \(count * 2) 0"])
  }

  @Test func `a journal waits for the segments of its sessions in later journals`() {
    var order = DeliveryOrder<Int>(Self.list)
    for input in [0, 1] { order.add(.began(SessionPlace(input: input, line: 1))) }
    order.add(.began(SessionPlace(input: 1, line: 9)))
    order.add(Self.complete(9, in: 1))
    order.add(Self.end(0))
    order.add(Self.end(1))
    #expect(Self.take(&order) == [])
    order.add(.reportedElsewhere(SessionPlace(input: 1, line: 1)))
    order.add(Self.complete(1))
    #expect(Self.take(&order) == ["8", "a.jsonl 1 2 0", "16", "b.jsonl 1 2 1"])
  }

  @Test func `a failure comes behind the sessions and the journal`() {
    var order = DeliveryOrder<Int>(Self.list)
    order.add(.began(SessionPlace(input: 0, line: 1)))
    order.add(Self.end(0, failure: InputError("a.jsonl", .unreadable, "it ends")))
    #expect(Self.take(&order) == [])
    order.add(Self.complete(1))
    #expect(Self.take(&order) == ["8", "a.jsonl 1 2 0", "a.jsonl: it ends"])
  }

  @Test func `a file that changed is a failure behind its journal`() {
    var order = DeliveryOrder<Int>(Self.list)
    order.add(.began(SessionPlace(input: 0, line: 1)))
    order.add(Self.complete(1, hasChanged: true))
    order.add(Self.end(0))
    #expect(
      Self.take(&order) == ["8", "a.jsonl 1 2 0", "a.jsonl: it changed while it was read"])
  }

  @Test func `a session of another journal is noted once for each further journal`() throws {
    let list = InputList(["a.jsonl", "b.jsonl", "c.jsonl"], areRegular: true)
    var order = DeliveryOrder<Int>(list)
    for input in 0..<3 {
      for (line, name) in [(1, "x"), (4, input == 1 ? "y" : "z")] {
        order.add(.began(SessionPlace(input: input, line: line)))
        order.add(Self.complete(line, in: input, name: name))
      }
      let summary = JournalSummary(path: list.paths[input])
      order.add(.ended(InputEnd(input: input, summary: summary, failure: nil)))
    }
    var notes: [String] = []
    while let delivery = order.next() {
      guard case .journal(let journal) = delivery else { continue }
      notes += journal.notes.map {
        "\(journal.path) \($0.code.rawValue) \($0.line) \($0.byte) \($0.because)"
      }
    }
    #expect(
      notes == [
        "b.jsonl session-repeated 1 100 session x is also in a.jsonl, where it counts as well",
        "c.jsonl session-repeated 1 100 session x is also in a.jsonl, where it counts as well",
        "c.jsonl session-repeated 4 400 session z is also in a.jsonl, where it counts as well",
      ])
  }
}
