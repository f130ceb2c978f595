import PropertyTesting
import Testing

struct StatefulTests {
  /// A queue with room for three that loses an element when it wraps around.
  struct Ring {
    var slots: [Int?] = [nil, nil, nil]
    var (head, count) = (0, 0)
    var model: [Int] = []
    var isJammed = false

    mutating func push(_ value: Int) {
      slots[(head + count) % 3] = value
      count += 1
      model.append(value)
    }

    mutating func pop() -> Int? {
      defer { (head, count) = ((head + 1) % 2, count - 1) }
      return slots[head]
    }
  }

  static var machine: StateMachine<Ring> {
    StateMachine(
      start: { _ in Ring() },
      commands: [
        Command("push", when: { $0.count < 3 }) { ring, trial in
          ring.push(trial.choices.int(0...9))
        },
        Command("pop", when: { $0.count > 0 }) { ring, trial in
          let value = ring.pop()
          trial.expect(value == ring.model.removeFirst(), "first in, first out")
        },
        Command("peek") { ring, trial in trial.expect(ring.count < 4, "room for three") },
      ], invariants: [Invariant("counts agree") { $0.count == $0.model.count }])
  }

  @Test func `a failing run of a state machine shrinks to the commands that matter`() throws {
    for seed: UInt64 in 0..<20 {
      let verdict = search("a queue", CheckSettings(cases: 500, seed: seed), Self.machine.run)
      let found = try counterexample(of: verdict)
      #expect(
        found.notes == [
          "push(0)", "push(0)", "push(1)", "pop()", "pop()", "pop()",
        ])
    }
  }

  @Test func `a state machine draws only valid commands`() throws {
    let verdict = search("commands are valid", CheckSettings(cases: 200)) { trial in
      var picker = CommandPicker(trial.choices, weights: [1, 1, 1])
      var count = 0
      while let number = picker.begin(where: { $0 != 1 || count > 3 }) {
        trial.expect(number != 1 || count > 3, "valid")
        count += 1
        _ = picker.end()
      }
      trial.label(count > 10 ? "long" : "short")
      trial.expect(trial.choices.spans.allSatisfy { !$0.isDiscarded }, "nothing is thrown away")
    }
    guard case .passed(let coverage) = verdict else {
      Issue.record("\(verdict)")
      return
    }
    #expect(coverage.count(of: "long") > 50)
  }

  @Test func `swarm testing finds a bug that needs many repetitions of one command`() throws {
    func machine(swarm: Bool) -> StateMachine<Int> {
      var machine = StateMachine<Int>(
        start: { _ in 0 },
        commands: [
          Command("up") { level, _ in level += 1 }, Command("down") { level, _ in level = 0 },
          Command("left") { level, _ in level = 0 }, Command("right") { level, _ in level = 0 },
        ], invariants: [Invariant("low") { $0 < 12 }])
      machine.usesSwarm = swarm
      return machine
    }
    let settings = CheckSettings(cases: 1_000)
    let found = try counterexample(of: search("low", settings, machine(swarm: true).run))
    #expect(found.notes == Array(repeating: "up()", count: 12))
    guard case .passed = search("low", settings, machine(swarm: false).run) else {
      Issue.record("also found without swarm")
      return
    }
  }

  @Test func `a state machine that does not recover after the faults stop fails`() throws {
    struct Loader {
      var isWaiting = false
      var failures = 0
      var isLoaded = false
    }
    let loader = StateMachine<Loader>(
      start: { _ in Loader() },
      commands: [
        Command("load", when: { !$0.isWaiting }) { loader, _ in loader.isWaiting = true },
        Command("fail", when: { $0.isWaiting }) { loader, _ in
          loader.failures += 1
          if loader.failures < 2 { loader.isWaiting = false }
        },
      ],
      heal: { loader, trial in
        if !loader.isWaiting { loader.isLoaded = true }
        if loader.isWaiting && loader.failures < 2 { loader.isLoaded = true }
        trial.expect(loader.isLoaded, "an ad is loaded in the end")
      })
    let found = try counterexample(of: search("it recovers", CheckSettings(cases: 300), loader.run))
    #expect(found.notes == ["load()", "fail()", "load()", "fail()"])
  }

  @Test func `an asynchronous state machine shrinks like a synchronous one`() async throws {
    actor Counter {
      var value = 0
      func add() { value += 1 }
    }
    let machine = AsyncStateMachine<Counter>(
      start: { _ in Counter() },
      commands: [
        Command("add") { (counter: inout Counter, trial: Trial) async throws in
          await counter.add()
          let value = await counter.value
          trial.expect(value < 3, "less than three")
        }
      ])
    let verdict = await search("a counter", CheckSettings(cases: 50)) {
      (trial: Trial) async throws in try await machine.run(trial)
    }
    #expect(try counterexample(of: verdict).notes == ["add()", "add()", "add()"])
  }
}
