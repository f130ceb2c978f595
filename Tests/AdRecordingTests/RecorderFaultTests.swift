import TestJournals
@testable import AdRecording
import AdSession
import Foundation
import Testing

/// The law under failing calls, kills and power failures at every call.
struct RecorderFaultTests {
  static func options(_ durability: Durability, queue: Int = 64 << 10) -> Recorder.Options {
    var options = Recorder.Options(session: "s-1")
    options.durability = durability
    options.queueBytes = queue
    options.reservedBytes = 1024
    options.syncRecords = 3
    options.totalBytes = 0
    return options
  }

  /// Writes, syncs, rotates and closes; about a hundred calls.
  static let script: [RecorderTrial.Step] = [
    .record, .flush, .burst(3), .turn, .record, .flush, .rotate, .burst(2), .flush, .record,
    .turn, .burst(4), .pause(2000), .turn, .rotate, .turn, .record, .flush, .record, .flush,
    .close,
  ]

  /// Errors that the recorder treats differently; all errors with ADJOURNAL_ROUNDS, as in
  /// `.ci/run`.
  @Test(arguments: [Durability.process, .ordered, .durable])
  func `a single failure of any call loses nothing`(durability: Durability) throws {
    let early = recorderRounds > 1 ? RecorderFault.errors : [ENOSPC, EIO, EINTR, EAGAIN, EBADF]
    let late = recorderRounds > 1 ? RecorderFault.errors : [EIO, ENOSPC]
    for fault in early.map(RecorderFault.before) + late.map(RecorderFault.after) {
      var failing = 0
      while try Self.failOnce(fault, at: failing, durability) { failing += 1 }
      #expect(failing > 35, "the script makes \(failing) calls")
    }
  }

  /// Returns false if the script ends before that call.
  static func failOnce(
    _ fault: RecorderFault, at failing: Int, _ durability: Durability
  ) throws -> Bool {
    let trial = RecorderTrial(options(durability)) { number, _ in
      number == failing ? fault : nil
    }
    trial.run(script)
    if trial.drive.calls <= failing { return false }
    try checkWhole(trial, "\(fault) at call \(failing), \(trial.drive.names[failing])")
    return true
  }

  /// Checks that all submitted events are recovered and the reader finds no damage.
  static func checkWhole(_ trial: RecorderTrial, _ name: String) throws {
    let image = trial.drive.afterKill
    #expect(try trial.breach(of: image) == nil, "\(name)")
    #expect(trial.recovered == trial.accepted.count, "\(name)")
    #expect(trial.dropped == 0, "\(name)")
    #expect(trial.answers.last?.isComplete == true, "\(name): \(trial.answers.last as Any)")
    let different = Set(image.values.flatMap { $0.split(separator: 0x0A) }).count
    // If lines occur twice, the seals of the concatenated files cannot be checked.
    let lines = image.values.reduce(0) { $0 + $1.count { $0 == 0x0A } }
    let readings = RecorderTrial.reading(image)
    #expect(readings.count == 1, "\(name)")
    if different == lines { #expect(readings.flatMap(\.damageCodes) == [], "\(name)") }
  }

  @Test(arguments: [Durability.process, .ordered, .durable])
  func `a kill at any call keeps every acknowledged record`(
    durability: Durability
  ) throws {
    var index = 0
    while true {
      let last = index
      let trial = RecorderTrial(Self.options(durability)) { number, _ in number >= last ? .end : nil
      }
      trial.run(Self.script)
      #expect(try trial.breach(of: trial.drive.afterKill) == nil, "killed at call \(last)")
      if !trial.drive.hasEnded { break }
      index += 1
    }
    #expect(index > 25)
  }

  @Test(arguments: [Durability.ordered, .durable])
  func `a power failure at any call keeps every acknowledged record`(
    durability: Durability
  ) throws {
    var index = 0
    while true {
      let last = index
      let trial = RecorderTrial(Self.options(durability)) { number, _ in number >= last ? .end : nil
      }
      trial.run(Self.script)
      for seed in 0..<UInt64(5 * recorderRounds) {
        var random = RecorderRandom(seed: seed)
        let image = trial.drive.afterPowerCut(&random)
        #expect(try trial.breach(of: image) == nil, "cut at call \(last), seed \(seed)")
      }
      if !trial.drive.hasEnded { break }
      index += 1
    }
    #expect(index > 25)
  }

  @Test func `a write can stop after any byte`() throws {
    for count in 1...400 {
      var shortened: Int?
      let trial = RecorderTrial(Self.options(.process)) { number, name in
        guard name == "write", number > 5 else { return nil }
        shortened = shortened ?? number
        if number == shortened { return .short(count) }
        return count % 2 == 0 && number == (shortened ?? 0) + 1 ? .before(ENOSPC) : nil
      }
      trial.run(Self.script)
      try Self.checkWhole(trial, "short write of \(count)")
    }
  }

  @Test(arguments: [Durability.process, .ordered, .durable])
  func `a write that succeeds but reports a failure and cannot be truncated causes no damage`(
    durability: Durability
  ) throws {
    var failing = 0
    while true {
      let trial = RecorderTrial(Self.options(durability)) { number, name in
        if name == "truncate" { return .before(EIO) }
        return name == "write" && number == failing ? .after(EIO) : nil
      }
      trial.run(Self.script)
      if trial.drive.calls <= failing { break }
      let image = trial.drive.afterKill
      #expect(try trial.breach(of: image) == nil, "call \(failing)")
      #expect(trial.recovered == trial.accepted.count, "call \(failing)")
      #expect(RecorderTrial.reading(image).flatMap(\.damageCodes) == [], "call \(failing)")
      failing += 1
    }
    #expect(failing > 35)
  }
}
