import AdSession
import AdSimulator
import PropertyTesting
import Testing

/// The processes of an install, and how they shrink.
struct InstallTests {
  private func worlds(_ choices: Choices) -> [World] {
    Simulation(faults: .all).worlds(choices) { ManagerKind.deciding.make($0, nil) }
  }

  @Test func `the simplest install is launched once, for the first time, at noon in UTC`() {
    let worlds = worlds(Choices(replaying: []))
    #expect(worlds.count == 1)
    #expect(worlds[0].trace.header?.launchCount == 1)
    #expect(worlds[0].trace.header?.utcOffsetMinutes == 0)
    #expect(worlds[0].trace.events[0].wall % 86_400_000 == 43_200_000)
    #expect(worlds[0].drawnFaults.isEmpty)
  }

  @Test func `one to three processes follow each other, and the launches are counted`() {
    var counts: Set<Int> = []
    for seed in UInt64(0)..<60 {
      let worlds = worlds(Choices(seed: seed))
      counts.insert(worlds.count)
      let launches = worlds.compactMap { $0.trace.header?.launchCount }
      #expect(launches == (0..<Int64(worlds.count)).map { launches[0] + $0 })
      for (one, next) in zip(worlds, worlds.dropFirst()) {
        #expect(one.wall < next.trace.events[0].wall)
      }
    }
    #expect(counts == [1, 2, 3])
  }

  @Test func `shrinking drops the processes that a failure does not need`() throws {
    let verdict = search("no process has a memory warning", CheckSettings(cases: 500)) { trial in
      let worlds = worlds(trial.choices)
      trial.note("\(worlds.count)")
      trial.expect(
        !worlds.contains { $0.trace.events.contains { $0.kind == .appMemoryWarning } }, "warning")
    }
    guard case .failed(let found) = verdict else {
      Issue.record("\(verdict)")
      return
    }
    #expect(found.notes == ["1"])
  }
}
