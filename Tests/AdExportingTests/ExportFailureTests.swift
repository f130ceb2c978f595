import AdExporting
import AdRecording
import Foundation
import Platform
import TestJournals
import Testing

/// What happens when the system refuses a call.
struct ExportFailureTests {
  /// The failure of an export; checks that it left nothing behind and changed no journal.
  private static func failure(
    _ trial: ExportTrial, _ options: ExportOptions = ExportOptions(),
    _ change: (inout SystemCalls) -> Void
  ) throws -> ExportFailure {
    var options = options
    options.notesFreeSpace = false
    _ = trial.session.recorder.flushAndWait()
    let before = try trial.content()
    var system = SystemCalls.live
    change(&system)
    let failure = try #require(throws: ExportFailure.self) {
      try trial.export(options, system: system)
    }
    #expect(try trial.exported() == [])
    #expect(try trial.content() == before)
    return failure
  }

  @Test func `a full disk fails at any write and leaves no file`() throws {
    let trial = try ExportTrial()
    trial.record(0..<3000)
    var options = ExportOptions()
    options.compresses = false
    for accepted in [0, 1, 2] {
      let failure = try Self.failure(trial, options) { system in
        let count = Counter()
        let write = system.write
        system.write = { file, bytes in
          if count.next() < accepted { return write(file, .init(rebasing: bytes.prefix(1000))) }
          return accepted == 2 ? 0 : -Int(ENOSPC)
        }
      }
      #expect(failure.cause == .diskFull)
      #expect(failure.path.hasSuffix("/exports/export.jsonl.gz"))
    }
  }

  @Test func `short and interrupted writes are continued`() throws {
    let trial = try ExportTrial()
    trial.record(0..<100)
    var system = SystemCalls.live
    let count = Counter()
    let write = system.write
    system.write = { file, bytes in
      count.next() % 2 == 0 ? -Int(EINTR) : write(file, .init(rebasing: bytes.prefix(100)))
    }
    let exported = try trial.export(system: system)
    #expect(try ExportTrial.notes(exported.path).count == 100)
  }

  @Test func `a failed call has a cause of its own`() throws {
    let trial = try ExportTrial()
    trial.record(0..<3)
    let causes: [(ExportFailure.Cause, Int32, (inout SystemCalls) -> Void)] = [
      (.folder, ENOENT, { $0.openFolder = { _ in -ENOENT } }),
      (.create, EACCES, { $0.create = { _, _ in -EACCES } }),
      (.diskFull, EDQUOT, { $0.create = { _, _ in -EDQUOT } }),
      (.write, EIO, { $0.write = { _, _ in -Int(EIO) } }),
      (.read, EACCES, { $0.open = { _, _ in -EACCES } }),
      (.read, 0, { $0.read = { _, _, _ in -Int(EIO) } }),
      (.noJournal, 0, { $0.files = { _ in [] } }),
    ]
    for (cause, errno, change) in causes {
      let failure = try Self.failure(trial, ExportOptions(), change)
      #expect(failure.cause == cause && failure.errno == errno, "\(failure)")
    }
  }

  @Test func `a file that is deleted during the export is counted`() throws {
    let trial = try ExportTrial()
    trial.record(0..<3)
    var system = SystemCalls.live
    let files = system.files
    system.files = {
      files($0) + [.init(name: "gone.jsonl", bytes: 10, changed: .max)]
    }
    let exported = try trial.export(system: system)
    #expect(exported.vanishedFiles == 1 && exported.files == 1)
  }

  @Test func `records that cannot be written are reported and all others exported`() throws {
    let root = try ExportTrial()
    var system = SystemCalls.live
    let isFull = Flag()
    let write = system.write
    system.write = { isFull.isSet ? -Int(ENOSPC) : write($0, $1) }
    let session = SessionRecorder(
      folder: root.root.path + "/full",
      facts: .init(
        app: "a", appVersion: "1", build: .debug, os: "iOS", osVersion: "26.1", sdk: "s",
        sdkVersion: "1"), system: system)
    session.record(.note(text: "note 1"))
    _ = session.recorder.flushAndWait()
    isFull.set()
    session.record(.note(text: "note 2"))
    let exported = try session.exportAndWait(to: root.exports + "/partial.jsonl.gz")
    #expect(exported.degradation?.cause == .write)
    #expect(try ExportTrial.notes(exported.path) == ["note 1"])
  }

  @Test func `the folder of the journals is refused`() throws {
    let trial = try ExportTrial()
    let failure = #expect(throws: ExportFailure.self) {
      try trial.session.exportAndWait(to: trial.journals + "/export.jsonl")
    }
    #expect(failure?.cause == .amongJournals)
  }

  @Test func `a missing folder is an error and an existing file is replaced`() async throws {
    let trial = try ExportTrial()
    await #expect(throws: ExportFailure(.create, path: "/none/x.gz", errno: ENOENT)) {
      try trial.session.exportAndWait(to: "/none/x.gz")
    }
    let path = trial.exports + "/export.jsonl.gz"
    try Data("old".utf8).write(to: URL(fileURLWithPath: path))
    trial.record(0..<1)
    #expect(try ExportTrial.notes(trial.export().path).count == 1)
  }

  @Test func `a system without threads is an error at once`() async throws {
    let trial = try ExportTrial()
    var system = SystemCalls.live
    system.startThread = { _ in false }
    await #expect(throws: ExportFailure(.thread, path: trial.journals)) {
      try await trial.session.export(system: system)
    }
  }

  @Test func `each failure is a sentence that says what to do`() {
    let sentences: [ExportFailure.Cause: String] = [
      .folder: "/a: the folder of the journals cannot be opened: Permission denied",
      .noJournal: "/a: the folder has no journal to export: Permission denied",
      .read: "/a: the journal cannot be read: Permission denied",
      .create: "/a: the file cannot be created: Permission denied",
      .diskFull: "/a: the disk is full; free some space and export again",
      .write: "/a: the file cannot be written: Permission denied",
      .amongJournals:
        "/a: an export cannot be in the folder of the journals; use another folder: "
        + "Permission denied",
      .redaction: "/a: the journal cannot be redacted: Permission denied",
      .thread: "/a: the system has no thread for the export: Permission denied",
    ]
    for (cause, sentence) in sentences {
      #expect(ExportFailure(cause, path: "/a", errno: EACCES).description == sentence)
    }
    #expect(ExportFailure(.thread, path: "/a").description.hasSuffix("for the export"))
  }
}

/// Counts calls of several threads.
private final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  func next() -> Int {
    lock.withLock {
      count += 1
      return count - 1
    }
  }
}

private final class Flag: @unchecked Sendable {
  private let lock = NSLock()
  private var value = false

  var isSet: Bool { lock.withLock { value } }
  func set() { lock.withLock { value = true } }
}
