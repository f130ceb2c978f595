import TestJournals
@testable import AdRecording
@testable import AdReplay
@testable import JournalInput
@testable import JournalFormat
import AdSession
import Foundation
import Testing

/// The times at which a session continues in a new file and records are synced.
struct RecorderSegmentTests {
  private static func kinds(_ trial: RecorderTrial) -> [EventKind] {
    RecorderTrial.reading(trial.drive.afterKill).flatMap(\.trace.events).map(\.kind)
  }

  private static func trial(
    _ durability: Durability = .process, _ change: (inout Recorder.Options) -> Void
  ) -> RecorderTrial {
    var options = RecorderFaultTests.options(durability)
    change(&options)
    return RecorderTrial(options) { _, _ in nil }
  }

  @Test func `a file that is too old is sealed before the next record`() throws {
    let trial = Self.trial { $0.segmentMilliseconds = 60_000 }
    trial.run([.record, .flush, .pause(59_000), .record, .flush])
    #expect(trial.drive.files.count == 1)
    trial.run([.pause(2000), .record, .flush, .record, .flush])
    #expect(trial.drive.files.count == 2)
    #expect(Self.kinds(trial).filter { $0 == .sessionSealed }.count == 1)
    try RecorderLossTests.checkWhole(trial)
  }

  @Test(arguments: [Durability.process, .ordered, .durable])
  func `a file that is too long is sealed and the numbers continue`(durability: Durability) throws {
    let trial = Self.trial(durability) { $0.segmentBytes = 1500 }
    for _ in 0..<20 { trial.run([.burst(4), .flush]) }
    trial.run(.close)
    #expect(trial.drive.files.count > 5)
    try RecorderLossTests.checkWhole(trial)
    let reading = RecorderTrial.reading(trial.drive.afterKill).first
    #expect(reading?.notes.isEmpty == true)
    #expect(reading?.trace.events.map(\.seq) == Array(1...Int64(reading?.recordCount ?? 0)))
  }

  @Test func `without seals the session continues in several files`() throws {
    let trial = Self.trial { $0.seals = false }
    trial.run([.record, .flush, .rotate, .turn, .record, .flush, .rotate, .turn, .record, .close])
    #expect(trial.drive.files.count == 3)
    let kinds = Self.kinds(trial)
    #expect(!kinds.contains(.sessionSealed))
    #expect(kinds.filter { $0 == .sessionContinued }.count == 2)
    try RecorderLossTests.checkWhole(trial)
  }

  @Test func `a rotation without new records makes no file`() {
    let trial = Self.trial { _ in }
    trial.run([.record, .flush, .rotate, .turn, .rotate, .turn, .flush, .rotate, .turn, .close])
    #expect(trial.drive.files.count == 1)
  }

  @Test func `a rotation during the pause after a failure ends the file`() throws {
    let trial = Self.trial { _ in }
    trial.run([.record, .flush, .space(0), .record, .flush])
    #expect(trial.answers.last?.isComplete == false)
    trial.run([.space(nil), .rotate, .turn, .flush])
    #expect(trial.answers.last?.isComplete == true)
    #expect(Self.kinds(trial).last == .sessionSealed)
    trial.run([.record, .close])
    #expect(trial.drive.files.count == 2)
    try RecorderLossTests.checkWhole(trial)
  }

  @Test func `a rotation before the file was opened ends it once`() throws {
    let trial = Self.trial {
      $0.seals = false
      $0.segmentMilliseconds = 60_000
    }
    trial.run([.record, .flush, .rotate, .turn, .record, .space(0), .rotate, .turn])
    trial.run([.pause(61_000), .flush, .space(nil), .flush, .record, .close])
    #expect(trial.drive.files.count == 3)
    try RecorderLossTests.checkWhole(trial)
  }

  @Test func `a file deleted for the limit after the end of the session is not recorded`() throws {
    let trial = Self.trial { $0.totalBytes = 1 }
    for _ in 0..<3 { trial.run([.record, .flush, .rotate, .turn]) }
    trial.run([.end, .turn, .close])
    #expect(Self.kinds(trial).suffix(2) == [.sessionEnded, .sessionSealed])
  }

  @Test func `the size limit never deletes the file with the header`() throws {
    var writes = 0
    var options = RecorderFaultTests.options(.process)
    options.totalBytes = 1
    let trial = RecorderTrial(options) { _, name in
      guard name == "write" else { return nil }
      writes += 1
      return writes <= 2 ? .before(EIO) : nil
    }
    for _ in 0..<4 { trial.run([.record, .flush, .rotate, .turn]) }
    trial.run([.record, .close])
    #expect(trial.drive.afterKill["s-1.jsonl"] == nil)
    #expect(Self.kinds(trial).first == .sessionBegan)
  }

  @Test func `records are synced by their number, by age or when one is urgent`() {
    let trial = Self.trial(.durable) {
      $0.syncRecords = 5
      $0.syncMilliseconds = 1000
    }
    trial.run([.burst(3), .turn])
    #expect(trial.status.acknowledged == 0)
    trial.run([.record, .turn])
    #expect(trial.status.acknowledged == 5)
    trial.run([.record, .turn, .pause(900), .turn])
    #expect(trial.status.acknowledged == 5)
    trial.run([.pause(200), .turn])
    #expect(trial.status.acknowledged == 6)
    trial.run([.urgent, .turn])
    #expect(trial.status.acknowledged == 7)
  }

  @Test func `a keyed session is valid with its key and invalid with another`() async throws {
    let folder = try TemporaryFolder()
    let key = try SealKey([UInt8](repeating: 7, count: 32))
    var options = Recorder.Options(session: "s-1")
    options.segmentBytes = 3000
    options.sealKey = EvolvingKey(key, session: "s-1")
    let recorder = Recorder(folder: folder.path, session: "s-1", options: options)
    recorder.record(RecordedHeader())
    for number in 2...100 {
      recorder.record(RecordedNote(number: number))
      if number % 10 == 0 { _ = await recorder.flush() }
    }
    await recorder.close()
    let files = try Recovered(folder: folder.path).files.map { folder.path + "/" + $0 }
    #expect(files.count > 3)
    let other = try SealKey([UInt8](repeating: 8, count: 32))
    for (key, isRight) in [(key, true), (other, false)] {
      var reader = JournalReader()
      reader.sealKey = key
      var damage: [DamageCode] = []
      for delivery in reader.read(files, judge: { $0.damageCodes }) {
        if case .session(let codes) = delivery { damage += codes }
      }
      #expect(isRight ? damage == [] : Set(damage) == [.badSeal])
    }
  }
}
