import TestJournals
@testable import AdRecording
@testable import AdReplay
import AdSession
import Foundation
import Testing

/// Recorders on real file systems that are full, lose power, or fail.
@Suite(.serialized)
struct RecorderDiskTests {
  @Test(
    .enabled(if: TestVolume.canMount, "a small file system in memory can only be mounted by root"))
  func `a gap counts exactly the records lost on a full disk`() async throws {
    let volume = try TestVolume(tmpfs: "16m")
    let own = volume.path + "/own"
    let filler = volume.path + "/filler"
    var options = Recorder.Options(session: "s-1")
    options.queueBytes = 64 << 10
    options.reservedBytes = 4 << 10
    options.retryMilliseconds = 1
    options.longestRetryMilliseconds = 1
    let recorder = Recorder(folder: own, session: "s-1", options: options)
    recorder.record(RecordedHeader())
    #expect(await recorder.flush().isComplete)
    var accepted: [Int64: String] = [:]
    var dropped: Int64 = 0
    for round in 0..<min(100, 5 * recorderRounds) {
      Self.fill(filler)
      for number in 0..<600 {
        let note = RecordedNote(number: round * 600 + number)
        let seq = recorder.record(note)
        if seq == 0 { dropped += 1 } else { accepted[seq] = note.text }
      }
      let answer = await recorder.flush()
      #expect(answer.degradation?.errno == ENOSPC && answer.degradation?.cause == .write)
      try FileManager.default.removeItem(atPath: filler)
      #expect(await recorder.flush().isComplete)
      #expect(try Recovered(folder: own).notes == accepted)
    }
    #expect(await recorder.close().lost == dropped)
    let recovered = try Recovered(folder: own)
    #expect(recovered.notes == accepted && recovered.damage == [])
    #expect(dropped > 0)
    #expect(recovered.gapRecords.reduce(0) { $0 + $1.dropped } == dropped)
    #expect(Set(recovered.gapRecords.map(\.reason)).isSubset(of: ["disk_full", "buffer_full"]))
  }

  /// Fills the file system.
  private static func fill(_ path: String) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    let block = [UInt8](repeating: 1, count: 4096)
    while write(file, block, block.count) > 0 {}
    close(file)
  }

  @Test(
    .enabled(
      if: TestVolume.canLoop,
      "a file system in a file, whose image is what a power cut leaves, needs root and loop devices"
    ),
    arguments: [Durability.ordered, .durable])
  func `after a power failure every acknowledged record is on the drive`(policy: Durability) throws
  {
    let folder = try TemporaryFolder()
    let image = folder.path + "/image"
    try TestVolume.makeImage(image, megabytes: 8)
    let volume = try TestVolume(image: image)
    let child = try ChildProcess(
      "write", volume.path + "/own", "s-1", policy.rawValue, "100000", folder: folder)
    defer { child.kill() }
    var acknowledged: Int64 = 0
    for cut in 0..<(6 * recorderRounds) {
      usleep(UInt32.random(in: 1000..<60_000))
      child.suspend()
      // Later syncs are not in the report.
      let report = child.report
      let copy = folder.path + "/copy-\(cut)"
      try TestVolume.run("cp", image, copy)
      child.resume()
      let breach = try Self.breach(copy, report)
      #expect(breach == nil, "power cut \(cut), acknowledged through \(report.through)")
      acknowledged = max(acknowledged, report.through)
      try FileManager.default.removeItem(atPath: copy)
    }
    #expect(acknowledged > 10)
    child.kill()
    _ = child.wait()
  }

  /// Returns how an image of a drive breaks the law; nil if it does not.
  private static func breach(_ image: String, _ report: ChildProcess.Report) throws -> String? {
    let volume = try TestVolume(image: image)
    let own = volume.path + "/own"
    let exists = FileManager.default.fileExists(atPath: own)
    let recovered = exists ? try Recovered(folder: own) : Recovered()
    let harmless: Set<DamageCode> = [.tornTail, .nulPadding]
    let damage = Set(recovered.damage).subtracting(harmless)
    return report.breach(of: recovered) ?? (damage.isEmpty ? nil : "damage \(damage)")
  }

  @Test(
    .enabled(
      if: TestVolume.canLoop,
      "a drive that fails is a file in a small file system, which needs root and loop devices"))
  func `after a failed sync a later success is not trusted`() throws {
    let small = try TestVolume(tmpfs: "12m")
    let folder = try TemporaryFolder()
    let image = small.path + "/image"
    try TestVolume.makeImage(image, megabytes: 64)
    let volume: TestVolume? = try TestVolume(image: image)
    let own = (volume?.path ?? "") + "/own"
    let child = try ChildProcess("write", own, "s-1", "durable", "100000", folder: folder)
    while child.report.through < 20, child.isRunning { usleep(1000) }
    Self.fill(small.path + "/filler")
    usleep(300_000)
    try FileManager.default.removeItem(atPath: small.path + "/filler")
    // The recorder writes the records to another file after a pause of at most two seconds.
    usleep(3_000_000)
    child.kill()
    let report = child.wait()
    // This drops pages of the cache that are not on the drive.
    try TestVolume.run("sh", "-c", "umount \(volume?.path ?? "") && sync")
    #expect(report.through >= 20)
    let said = report.lines.filter { $0.hasPrefix("through") }
    #expect(Set(said).count < said.count, "nothing failed")
    let again = try TestVolume(image: image)
    let recovered = try Recovered(folder: again.path + "/own")
    #expect(report.breach(of: recovered) == nil)
  }
}
