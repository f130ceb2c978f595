import AdJournal
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

  /// One line for each seed: the seed, and a hash of the bytes of its journals.
  ///
  /// No build and no process may change them. After a deliberate change of the simulated world
  /// `ADJOURNAL_RECORD=1` records them again.
  @Test func `The journals of a seed are those of every other build`() throws {
    var simulation = Simulation(faults: .all)
    simulation.manager = .handwritten
    let lines = (UInt64(0)..<40).map { seed in
      "\(seed)\t\(Self.hash(simulation.sessions(Choices(seed: seed)).flatMap(\.bytes)))"
    }
    let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let recorded = here.appendingPathComponent("journals-of-seeds-0-to-39.txt")
    if ProcessInfo.processInfo.environment["ADJOURNAL_RECORD"] != nil {
      let text = lines.map { $0 + "\n" }.joined()
      try text.write(to: recorded, atomically: true, encoding: .utf8)
      Issue.record("recorded \(recorded.lastPathComponent)")
    }
    let golden = try String(contentsOf: recorded, encoding: .utf8).split(separator: "\n")
    #expect(golden.count == lines.count)
    if let (was, now) = zip(golden, lines).first(where: { $0 != $1 }) {
      Issue.record("the first seed whose journals changed: recorded '\(was)', now '\(now)'")
    }
  }

  /// FNV-1a, as 16 hexadecimal digits.
  private static func hash(_ bytes: [UInt8]) -> String {
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { sum = (sum ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    let digits = String(sum, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
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
