import TestJournals
@testable import AdRecording
@testable import AdReplay
@testable import JournalInput
@testable import JournalFormat
import AdSession
import Foundation
import Testing

/// Seals of segments that were concatenated to one file after a failed sync had records written
/// again.
struct RewrittenSealTests {
  /// A session in which one system call fails.
  private static func trial(_ durability: Durability, failing call: Int) throws -> RecorderTrial {
    var options = RecorderFaultTests.options(durability)
    options.segmentBytes = 2500
    options.sealKey = EvolvingKey(try key(), session: "s-1")
    let trial = RecorderTrial(options) { number, _ in number == call ? .before(EIO) : nil }
    for _ in 0..<6 { trial.run([.burst(3), .flush, .record, .turn]) }
    trial.run(.close)
    return trial
  }

  private static func key() throws -> SealKey {
    try SealKey([UInt8](repeating: 7, count: 32), name: "k1")
  }

  private static func readings(_ bytes: [UInt8]) throws -> [SessionReading] {
    let folder = try TemporaryFolder()
    let path = try folder.write("x.jsonl", bytes)
    var reader = JournalReader(jobs: 1)
    reader.sealKey = try key()
    var readings: [SessionReading] = []
    for delivery in reader.read([path], judge: { $0 }) {
      if case .session(let reading) = delivery { readings.append(reading) }
    }
    return readings
  }

  /// The contents of all files of a drive, in the order of their segments.
  private static func joined(_ trial: RecorderTrial) -> [UInt8] {
    let image = trial.drive.afterKill
    let names = image.keys.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    return names.flatMap { image[$0] ?? [] }
  }

  @Test(arguments: [Durability.process, .durable])
  func `a failure of any call never leads to an invalid seal`(durability: Durability) throws {
    var repeated = 0
    var call = 0
    while true {
      let trial = try Self.trial(durability, failing: call)
      if call >= trial.drive.calls { break }
      let readings = try Self.readings(Self.joined(trial))
      #expect(readings.flatMap(\.damageCodes) == [], "call \(call), \(trial.drive.names[call])")
      #expect(readings.first?.seals.count == readings.first?.seals.verified, "call \(call)")
      repeated += readings.flatMap(\.noteCodes).contains(.seqRepeated) ? 1 : 0
      call += 1
    }
    #expect(call > 40)
    // Records are written again only if the policy syncs.
    #expect(durability == .process || repeated > 3)
  }

  @Test func `a changed byte is detected, even in a record that was written again`() throws {
    var found = 0
    for call in 0..<60 {
      let trial = try Self.trial(.durable, failing: call)
      let bytes = Self.joined(trial)
      guard let reading = try Self.readings(bytes).first,
        reading.noteCodes.contains(.seqRepeated)
      else { continue }
      found += 1
      var lines = bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
      let last = try #require(lines.lastIndex { $0.contains("session.sealed") })
      for index in lines.indices where index < last {
        let line = lines[index]
        guard let changed = line.firstRange(of: "note ") else { continue }
        lines[index].replaceSubrange(changed, with: "nota ")
        let text = lines.joined(separator: "\n") + "\n"
        let damage = try Self.readings(Array(text.utf8)).flatMap(\.damageCodes)
        #expect(!damage.isEmpty, "line \(index + 1)")
        lines[index] = line
      }
      if found == 3 { break }
    }
    #expect(found == 3)
  }
}
