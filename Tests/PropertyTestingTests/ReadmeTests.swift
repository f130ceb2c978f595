import PropertyTesting
import Testing

/// The queue under test in the example below, which the documentation of AdTesting contains line
/// for line.
private struct Queue {
  private var numbers: [Int] = []
  mutating func push(_ number: Int) { numbers.append(number) }
  mutating func pop() -> Int? { numbers.isEmpty ? nil : numbers.removeFirst() }
}

@Test func `a queue returns its elements in order`() throws {
  let machine = StateMachine(
    start: { _ in (queue: Queue(), model: [Int]()) },
    commands: [
      Command("push") { pair, trial in
        let number = trial.choices.int(0...9)
        pair.queue.push(number)
        pair.model.append(number)
      },
      Command("pop", when: { !$0.model.isEmpty }) { pair, trial in
        trial.expect(pair.queue.pop() == pair.model.removeFirst(), "first in, first out")
      },
    ])
  try check("a queue is in order", CheckSettings(cases: 1_000)) { try machine.run($0) }
}
