import TestJournals
@testable import AdRecording
import AdReplay
import Foundation
import Testing

/// Seals that cannot be written.
struct FailingSealTests {
  private static let scripts: [[RecorderTrial.Step]] = [
    [.burst(3), .flush, .close],
    [.burst(3), .end, .close],
    [.record, .flush, .rotate, .turn, .record, .close],
    [.record, .rotate, .close],
    [.record, .flush, .rotate, .close],
  ]

  /// Runs a script in which the writes of seals fail whose bit is set.
  private static func trial(
    _ script: [RecorderTrial.Step], _ durability: Durability, _ fault: RecorderFault, failing: Int,
    truncates: Bool
  ) -> RecorderTrial {
    let trial = RecorderTrial(RecorderFaultTests.options(durability)) { _, _ in nil }
    var number = 0
    trial.drive.faults = { [unowned trial] _, name in
      if name == "truncate" { return truncates ? nil : .before(EIO) }
      guard name == "write", trial.drive.isWritingSeal else { return nil }
      // A write asks for its fault twice: for its length and for its result.
      defer { number += 1 }
      return failing >> (number / 2) & 1 == 1 ? fault : nil
    }
    trial.run(script)
    return trial
  }

  @Test(arguments: [Durability.process, .ordered, .durable])
  func `a seal that cannot be written leaves no hole, and closing reports it`(
    durability: Durability
  ) throws {
    var unsealed = 0
    let faults: [(fault: RecorderFault, truncates: Bool)] = [
      (.before(EIO), true), (.before(ENOSPC), true), (.after(EIO), true), (.after(EIO), false),
    ]
    for (number, script) in Self.scripts.enumerated() {
      for (fault, truncates) in faults {
        for failing in 0..<32 {
          let trial = Self.trial(script, durability, fault, failing: failing, truncates: truncates)
          let name = "script \(number), \(fault), \(failing), truncates \(truncates)"
          let image = trial.drive.afterKill
          let readings = RecorderTrial.reading(image)
          #expect(readings.flatMap(\.damageCodes) == [], "\(name)")
          let isSealed = readings.map(\.seals.coverTheEnd) == [true]
          #expect(trial.answers.last?.isComplete == isSealed, "\(name)")
          #expect(try trial.breach(of: image) == nil, "\(name)")
          unsealed += isSealed ? 0 : 1
        }
      }
    }
    #expect(unsealed > 50)
  }
}
