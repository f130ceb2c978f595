import TestJournals
@testable import AdRecording
@testable import Platform
import AdSession
import Foundation
import Testing

/// Syncs that fail again and again cost attempts with pauses, and one copy of the records.
struct FailingSyncTests {
  private static func trial(
    _ durability: Durability, failing: @escaping (Int) -> RecorderFault?
  ) -> RecorderTrial {
    var syncs: [Int] = []
    return RecorderTrial(RecorderFaultTests.options(durability, queue: 512 << 10)) { number, name in
      guard name == "sync" else { return nil }
      // The drive asks twice for each call.
      if syncs.last != number { syncs.append(number) }
      return failing(syncs.count)
    }
  }

  private static func bytes(_ trial: RecorderTrial) -> Int {
    trial.drive.files.values.reduce(0) { $0 + $1.bytes.count }
  }

  @Test(arguments: [Durability.ordered, .durable], [EIO, ENOSPC, EBADF])
  func `syncs that always fail leave one file with every record once`(
    durability: Durability, error: Int32
  ) throws {
    let trial = Self.trial(durability) { _ in .before(error) }
    let whole = RecorderTrial(RecorderFaultTests.options(.process, queue: 512 << 10)) { _, _ in nil
    }
    for _ in 0..<400 {
      trial.run([.record, .flush])
      whole.run([.record, .flush])
      #expect(trial.drive.files.count <= 1)
    }
    #expect(trial.acknowledged == 0 && trial.dropped == 0)
    #expect(Self.bytes(trial) <= Self.bytes(whole) + 1024)
    // Each attempt after the first ones waits for a pause.
    #expect(trial.drive.names.count { $0 == "sync" } <= 4)
    #expect(trial.answers.allSatisfy { $0.degradation?.cause == .sync })
    trial.run(.close)
    #expect(trial.drive.files.count == 1 && trial.answers.last?.degradation?.cause == .sync)
    #expect(Self.bytes(trial) <= Self.bytes(whole) + 1024)
    try RecorderLossTests.checkAccepted(trial)
  }

  @Test func `the pause after failed syncs doubles, and a sync that succeeds ends it`() throws {
    var isFailing = true
    let trial = Self.trial(.durable) { _ in isFailing ? .before(EIO) : nil }
    trial.run([.burst(3), .flush, .record, .flush])
    let first = trial.drive.names.count { $0 == "sync" }
    #expect(first == 4)
    for pause in [2000, 4000, 8000, 16000] as [Int64] {
      let before = trial.drive.names.count { $0 == "sync" }
      trial.run([.record, .flush, .pause(pause / 2 - 500), .flush])
      #expect(trial.drive.names.count { $0 == "sync" } == before, "\(pause)")
      trial.run([.pause(pause), .turn])
      #expect(trial.drive.names.count { $0 == "sync" } == before + 1, "\(pause)")
      #expect(trial.drive.files.count == 1)
    }
    isFailing = false
    trial.run([.pause(60_000), .turn])
    #expect(trial.status.degradation == nil)
    #expect(trial.status.acknowledged == trial.status.newest)
    trial.run([.record, .flush, .close])
    #expect(trial.answers.last?.isComplete == true && trial.drive.files.count == 1)
    try RecorderLossTests.checkWhole(trial)
  }

  @Test(arguments: 2...6)
  func `where a part of the syncs fails, the files have at most each record twice`(
    period: Int
  ) throws {
    let trial = Self.trial(.durable) { $0 % period == 0 ? .before(EIO) : nil }
    for _ in 0..<200 { trial.run([.record, .flush, .pause(120_000)]) }
    trial.run(.close)
    #expect(trial.answers.last?.isComplete == true)
    let image = trial.drive.afterKill
    let lines = image.values.reduce(0) { $0 + $1.count { $0 == 0x0A } }
    #expect(lines <= 2 * trial.accepted.count + 3 * image.count)
    #expect(image.count <= trial.accepted.count)
    try RecorderLossTests.checkAccepted(trial)
    var random = RecorderRandom(seed: UInt64(period))
    for _ in 0..<10 { #expect(try trial.breach(of: trial.drive.afterPowerCut(&random)) == nil) }
  }

  /// The new file ends where the power fails; the replaced file still has the records.
  @Test func `a replaced file stays until another file has all of its records`() throws {
    for last in 0..<60 {
      var syncs = 0
      let trial = RecorderTrial(RecorderFaultTests.options(.durable)) { number, name in
        if number >= last { return .end }
        syncs += name == "sync" ? 1 : 0
        return name == "sync" && syncs < 4 ? .before(EIO) : nil
      }
      trial.run([.burst(3), .flush])
      let written = trial.drive.afterKill.values.map { $0.count { $0 == 0x0A } }.max() ?? 0
      trial.run([.record, .flush, .pause(60_000), .turn, .record, .flush, .close])
      let left = trial.drive.afterKill.values.map { $0.count { $0 == 0x0A } }.max() ?? 0
      #expect(left >= written, "call \(last)")
      #expect(try trial.breach(of: trial.drive.afterKill) == nil, "call \(last)")
    }
  }

  @Test func `a file of another program under the name of a replaced file stays`() throws {
    let folder = try TemporaryFolder()
    let own = folder.path + "/own"
    let fault = SyncFault()
    var system = SystemCalls.live
    system.sync = { descriptor, call in
      call != .folder && fault.isOn ? -EIO : SystemCalls.live.sync(descriptor, call)
    }
    var options = Recorder.Options(session: "s-1")
    options.durability = .durable
    let recorder = Recorder(folder: own, session: "s-1", options: options, system: system)
    recorder.record(RecordedHeader())
    #expect(recorder.flushAndWait().degradation?.cause == .sync)
    let names = try FileManager.default.contentsOfDirectory(atPath: own)
    #expect(names.count == 1)
    let path = own + "/" + names[0]
    try FileManager.default.removeItem(atPath: path)
    try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
    fault.isOn = false
    recorder.record(RecordedNote(number: 1))
    #expect(recorder.flushAndWait().isComplete)
    #expect(recorder.closeAndWait().isComplete)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
  }

  private final class SyncFault: @unchecked Sendable {
    private let lock = NSLock()
    private var state = true
    var isOn: Bool {
      get { lock.withLock { state } }
      set { lock.withLock { state = newValue } }
    }
  }
}
