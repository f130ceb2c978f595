import TestJournals
@testable import AdRecording
@testable import Platform
import AdSession
import Foundation
import Testing

/// The table "What the recorder needs from the system" of the documentation, row by row.
struct StartResourceTests {
  private static let article = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources/AdRecording/AdRecording.docc/AdRecording.md")

  /// The resources of the table.
  static let resources: [String] = {
    let text = (try? String(contentsOf: article, encoding: .utf8)) ?? ""
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let start = lines.firstIndex { $0.hasPrefix("| Resource |") } ?? lines.endIndex
    return lines[start...].dropFirst(2).prefix { $0.hasPrefix("|") }
      .compactMap { $0.split(separator: "|").first?.trimmingCharacters(in: .whitespaces) }
  }()

  @Test func `the table has a row for each resource`() {
    #expect(
      Set(Self.resources) == [
        "thread", "memory of the queue", "folder", "file", "space on the drive", "sync",
        "clock that counts sleep", "file `install`",
      ])
  }

  /// Refuses a resource and records a session of 20 notes under the policy `durable`.
  @Test(arguments: resources)
  func `a refused resource loses nothing silently`(resource: String) throws {
    let folder = try TemporaryFolder()
    var system = SystemCalls.live
    var cause: Degradation.Cause?
    switch resource {
    case "thread": system.startThread = { _ in false }
    case "memory of the queue": system.allocate = { $0 > 100_000 ? nil : malloc($0) }
    case "folder":
      cause = .folder
      system.openFolder = { _ in -EACCES }
    case "file":
      cause = .open
      system.create = { _, _ in -EMFILE }
    case "space on the drive":
      cause = .write
      system.write = { _, _ in -Int(ENOSPC) }
    case "sync":
      cause = .sync
      system.sync = { _, call in call == .folder ? 0 : -EIO }
    // The live clock chooses another one itself; the fault injection refuses it.
    case "clock that counts sleep": break
    case "file `install`":
      let path = folder.path + "/install"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      let facts = SessionFacts(
        app: "a", appVersion: "1", build: .debug, os: "o", osVersion: "1", sdk: "s",
        sdkVersion: "1")
      let recorder = SessionRecorder(folder: folder.path, facts: facts)
      #expect(recorder.install == nil && recorder.endAndWait().isComplete)
      return
    default: Issue.record("a resource without a test: \(resource)")
    }
    try Self.record(in: folder, system, expecting: cause, resource)
  }

  private static func record(
    in folder: TemporaryFolder, _ system: SystemCalls, expecting cause: Degradation.Cause?,
    _ resource: String
  ) throws {
    var options = Recorder.Options(session: "s-1")
    options.durability = .durable
    let recorder = Recorder(
      folder: folder.path, session: "s-1", options: options, system: system)
    recorder.record(RecordedHeader())
    let dropped = (0..<20).count { recorder.record(RecordedNote(number: $0)) == 0 }
    #expect(recorder.flushAndWait().degradation?.cause == cause)
    #expect(recorder.status.degradation?.cause == cause)
    #expect(recorder.status.writesOnCallers == (resource == "thread"))
    let answer = recorder.closeAndWait()
    #expect(answer.isComplete == (cause == nil) && answer.lost == Int64(dropped))
    #expect(answer.through == 0 || cause == nil)
    if cause == nil {
      let recovered = try Recovered(folder: folder.path)
      #expect(recovered.notes.count == 20 - dropped && recovered.damage == [])
    }
  }

  @Test func `a queue that gets less memory than requested uses the largest available size`() {
    let more = FieldWriter.maximumEvent
    for most in [1 << 20, 200_000, 80_000] {
      let ring = EventRing(capacity: 1 << 19) { $0 > most ? nil : malloc($0) }
      defer { ring.deallocate() }
      #expect(ring.capacity + more <= most)
      #expect(ring.capacity == 1 << 19 || 2 * ring.capacity + more + 64 > most)
    }
    let least = EventRing(capacity: 1 << 19) { _ in nil }
    #expect(least.capacity == 4096)
    least.deallocate()
  }
}
