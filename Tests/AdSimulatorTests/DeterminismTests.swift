import AdReplay
import JournalInput
import AdRules
import AdSession
import AdSimulator
import Foundation
import PropertyTesting
import Testing

struct DeterminismTests {
  @Test func `the same seed gives the same journals, and another seed gives others`() {
    let simulation = Simulation(faults: .all)
    for seed in UInt64(0)..<60 {
      let bytes = simulation.sessions(Choices(seed: seed)).map(\.bytes)
      #expect(bytes == simulation.sessions(Choices(seed: seed)).map(\.bytes))
      #expect(bytes != simulation.sessions(Choices(seed: seed &+ 1_000)).map(\.bytes))
    }
  }

  @Test func `a recording of choices gives the same journals as its seed`() {
    let simulation = Simulation(faults: .all)
    for seed in UInt64(0)..<60 {
      let choices = Choices(seed: seed)
      let bytes = simulation.sessions(choices).map(\.bytes)
      let again = simulation.sessions(Choices(replaying: choices.indexes)).map(\.bytes)
      #expect(bytes == again, "seed \(seed)")
    }
  }

  /// Compares a checksum for each seed with the recorded one.
  ///
  /// After a deliberate change of the simulation, run the test with `ADJOURNAL_RECORD=1` to record
  /// the checksums again.
  @Test func `the journals of a seed are the same in every build`() throws {
    var simulation = Simulation(faults: .all)
    simulation.manager = .handwritten
    let lines = (UInt64(0)..<40).map { seed in
      "\(seed) \(Self.checksum(simulation.sessions(Choices(seed: seed)).flatMap(\.bytes)))"
    }
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("journals-of-seeds-0-to-39.txt")
    if ProcessInfo.processInfo.environment["ADJOURNAL_RECORD"] != nil {
      let text = lines.map { $0 + "\n" }.joined()
      try text.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("recorded \(file.lastPathComponent)")
    }
    let recorded = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .map(String.init)
    #expect(recorded.count == lines.count)
    let difference = zip(lines, recorded).first { $0 != $1 }
    #expect(difference == nil, "first different line (simulated, recorded)")
  }

  /// The FNV-1a hash of some bytes, with 16 hexadecimal digits.
  private static func checksum(_ bytes: [UInt8]) -> String {
    let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  @Test func `a simulated journal is read without damage and gets the same verdicts`() throws {
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
