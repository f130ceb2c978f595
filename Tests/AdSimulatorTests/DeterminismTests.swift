import AdReplay
import AdRules
import AdSession
import AdSimulator
import Foundation
import PropertyTesting
import Testing

struct DeterminismTests {
  @Test func `Equal seeds give equal bytes, and other seeds others`() {
    let simulation = Simulation(faults: .all)
    for seed in UInt64(0)..<60 {
      let bytes = simulation.sessions(Choices(seed: seed)).map(\.bytes)
      #expect(bytes == simulation.sessions(Choices(seed: seed)).map(\.bytes))
      #expect(bytes != simulation.sessions(Choices(seed: seed &+ 1_000)).map(\.bytes))
    }
  }

  @Test func `A recording gives the bytes that it was recorded from`() {
    let simulation = Simulation(faults: .all)
    for seed in UInt64(0)..<60 {
      let choices = Choices(seed: seed)
      let bytes = simulation.sessions(choices).map(\.bytes)
      let again = simulation.sessions(Choices(replaying: choices.indexes)).map(\.bytes)
      #expect(bytes == again, "seed \(seed)")
    }
  }

  /// A checksum over many journals that no build and no process may change by itself; after a
  /// deliberate change of the simulated world `ADJOURNAL_RECORD=1` writes it anew.
  @Test func `The journals of a seed are those of every other build`() throws {
    var simulation = Simulation(faults: .all)
    simulation.manager = .handwritten
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    for seed in UInt64(0)..<40 {
      for byte in simulation.sessions(Choices(seed: seed)).flatMap(\.bytes) {
        sum = (sum ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
      }
    }
    let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let recorded = here.appendingPathComponent("journals-of-seeds-0-to-39.txt")
    let text = String(sum, radix: 16) + "\n"
    if ProcessInfo.processInfo.environment["ADJOURNAL_RECORD"] != nil {
      try text.write(to: recorded, atomically: true, encoding: .utf8)
      Issue.record("recorded \(recorded.lastPathComponent)")
    }
    #expect(try String(contentsOf: recorded, encoding: .utf8) == text)
  }

  @Test func `What is written is read back whole, with the same verdicts`() throws {
    let judge = Judge()
    for seed in UInt64(200)..<240 {
      for trace in Simulation(faults: .all).sessions(Choices(seed: seed)) {
        let readings = Journal.read(bytes: trace.bytes, path: "simulated")
        let reading = try #require(readings.first)
        #expect(readings.count == 1)
        #expect(reading.damage.isEmpty)
        #expect(reading.trace.events.count == trace.events.count)
        #expect(reading.trace.end == trace.end && reading.trace.gaps == trace.gaps)
        let verdicts = judge.judge(trace).map(\.verdict)
        #expect(judge.judge(reading.trace).map(\.verdict) == verdicts)
      }
    }
  }
}
