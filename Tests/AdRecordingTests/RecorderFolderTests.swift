import TestJournals
@testable import AdRecording
@testable import Platform
import AdSession
import Foundation
import Testing

/// Changes of a recorder's folder during a session.
struct RecorderFolderTests {
  @Test(arguments: [Durability.process, .durable])
  func `a folder that is removed with its parents is created again`(durability: Durability) throws {
    let folder = try TemporaryFolder()
    let own = folder.path + "/ads/2026/journals"
    try FileManager.default.createDirectory(
      atPath: folder.path + "/ads/2026", withIntermediateDirectories: true)
    var options = Recorder.Options(session: "s-1")
    options.durability = durability
    let recorder = Recorder(folder: own, session: "s-1", options: options)
    recorder.record(RecordedHeader())
    #expect(recorder.flushAndWait().isComplete)
    try FileManager.default.removeItem(atPath: folder.path + "/ads")
    recorder.record(RecordedNote(number: 1))
    let lost = recorder.flushAndWait()
    #expect(lost.isComplete, "\(lost.degradation?.description ?? "")")
    let seq = recorder.record(RecordedNote(number: 2))
    #expect(recorder.closeAndWait().isComplete)
    #expect(try Recovered(folder: own).notes[seq] == RecordedNote(number: 2).text)
  }

  @Test func `missing parents of a new folder are not created`() throws {
    let folder = try TemporaryFolder()
    let recorder = Recorder(folder: folder.path + "/not/there", session: "s-1")
    recorder.record(RecordedHeader())
    #expect(recorder.closeAndWait().degradation?.cause == .folder)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/not"))
  }

  @Test(arguments: [Durability.ordered, .durable], [false, true])
  func `the parents of a new folder are synced before a record is acknowledged`(
    durability: Durability, isMadeByOthers: Bool
  ) throws {
    let folder = try TemporaryFolder()
    let own = folder.path + "/ads/2026/journals"
    let synced = SyncedFolders()
    let session = SessionRecorder(
      folder: own, facts: .sample, system: synced.system, configure: { $0.durability = durability })
    let made = ["", "/ads", "/ads/2026", "/ads/2026/journals"].map { folder.path + $0 }
    #expect(session.recorder.flushAndWait().isComplete)
    #expect(synced.all.isSuperset(of: try made.map(SyncedFolders.number)))
    synced.forget()
    try FileManager.default.removeItem(atPath: folder.path + "/ads")
    if isMadeByOthers {
      try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
    }
    session.record(.note(text: "one after it"))
    #expect(session.recorder.flushAndWait().isComplete)
    #expect(synced.all.isSuperset(of: try made.map(SyncedFolders.number)))
    session.endAndWait()
  }

  @Test(arguments: [EACCES, EPERM, EINVAL])
  func `an unreadable parent folder does not prevent writing`(
    error: Int32
  ) throws {
    let folder = try TemporaryFolder()
    var options = Recorder.Options(session: "s-1")
    options.durability = .durable
    var system = SystemCalls.live
    system.openFolder = { path in
      error != EINVAL && path.hasSuffix("/.") ? -error : SystemCalls.live.openFolder(path)
    }
    let own = SystemCalls.live.openFolder(folder.path)
    let number = SystemCalls.live.identity(own).inode
    _ = SystemCalls.live.close(own)
    system.sync = { descriptor, call in
      let isAbove = call == .folder && SystemCalls.live.identity(descriptor).inode != number
      return error == EINVAL && isAbove ? -error : SystemCalls.live.sync(descriptor, call)
    }
    let recorder = Recorder(
      folder: folder.path, session: "s-1", options: options, system: system)
    recorder.record(RecordedHeader())
    let seq = recorder.record(RecordedNote(number: 1))
    #expect(recorder.closeAndWait().isComplete)
    #expect(try Recovered(folder: folder.path).notes[seq] == RecordedNote(number: 1).text)
  }

  /// An unsealed file of another session that was changed just now.
  private static func writeLiveFile(_ folder: TemporaryFolder) throws -> String {
    let path = folder.path + "/live.jsonl"
    try Data("{}\n".utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// A recorder with a size limit of one byte and adjustable clocks.
  private static func recorder(
    _ folder: TemporaryFolder, _ days: Days, session: String = "s-1"
  ) -> Recorder {
    var options = Recorder.Options(session: session)
    options.totalBytes = 1
    var system = SystemCalls.live
    system.now = { SystemCalls.live.now() + days.passed * Days.nanoseconds }
    system.wall = {
      SystemCalls.live.wall() + (days.passed + days.wallIsAhead) * Days.nanoseconds
    }
    return Recorder(folder: folder.path, session: session, options: options, system: system)
  }

  @Test(arguments: [2, -2] as [Int64])
  func `setting the clock does not make a file look abandoned`(jump: Int64) throws {
    let folder = try TemporaryFolder()
    let days = Days()
    days.wallIsAhead = jump < 0 ? -jump : 0
    let recorder = Self.recorder(folder, days)
    recorder.record(RecordedHeader())
    #expect(recorder.flushAndWait().isComplete)
    let live = try Self.writeLiveFile(folder)
    days.wallIsAhead += jump
    recorder.rotate()
    #expect(recorder.flushAndWait().isComplete)
    recorder.record(RecordedNote(number: 1))
    #expect(recorder.closeAndWait().isComplete)
    #expect(FileManager.default.fileExists(atPath: live))
  }

  /// Returns whether an unsealed file survives two processes that begin a day apart.
  private static func isThere(
    _ live: String, _ folder: TemporaryFolder, _ days: Days, meanwhile: () throws -> Void = {}
  ) throws -> [Bool] {
    try (0..<2).map { day in
      days.passed = Int64(day)
      let recorder = Self.recorder(folder, days, session: "s-\(day)")
      recorder.record(RecordedHeader())
      #expect(recorder.closeAndWait().isComplete)
      if day == 0 { try meanwhile() }
      return FileManager.default.fileExists(atPath: live)
    }
  }

  @Test(arguments: [2, -30] as [Int64])
  func `a file from before a clock change is deleted a day after it was first seen`(
    jump: Int64
  ) throws {
    let folder = try TemporaryFolder()
    let days = Days()
    let live = try Self.writeLiveFile(folder)
    days.wallIsAhead = jump
    #expect(try Self.isThere(live, folder, days) == [true, false])
  }

  @Test func `a file that changes after it was first seen is kept`() throws {
    let folder = try TemporaryFolder()
    let days = Days()
    let live = try Self.writeLiveFile(folder)
    days.wallIsAhead = 2
    let there = try Self.isThere(live, folder, days) {
      try Data("{}\n{}\n".utf8).write(to: URL(fileURLWithPath: live))
    }
    #expect(there == [true, true])
  }

  @Test func `erasing removes the list of unsealed files`() throws {
    let folder = try TemporaryFolder()
    let days = Days()
    days.wallIsAhead = 2
    #expect(try Self.isThere(Self.writeLiveFile(folder), folder, days).first == true)
    #expect(SessionRecorder.erase(folder: folder.path))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test func `sparse files of any length do not overflow the total`() throws {
    let folder = try TemporaryFolder()
    var options = Recorder.Options(session: "s-1")
    options.totalBytes = 1
    var system = SystemCalls.live
    system.files = { _ in
      ["a.jsonl", "b.jsonl"].map { SystemCalls.File(name: $0, bytes: .max, changed: 0) }
    }
    let recorder = Recorder(folder: folder.path, session: "s-1", options: options, system: system)
    recorder.record(RecordedHeader())
    #expect(recorder.closeAndWait().isComplete)
  }

  @Test func `a file without changes for a day is deleted`() throws {
    let folder = try TemporaryFolder()
    let days = Days()
    let recorder = Self.recorder(folder, days)
    recorder.record(RecordedHeader())
    #expect(recorder.flushAndWait().isComplete)
    let live = try Self.writeLiveFile(folder)
    days.passed = 2
    recorder.rotate()
    #expect(recorder.flushAndWait().isComplete)
    recorder.record(RecordedNote(number: 1))
    #expect(recorder.closeAndWait().isComplete)
    #expect(!FileManager.default.fileExists(atPath: live))
  }
}

/// The days that clocks are ahead of those of the system.
private final class Days: @unchecked Sendable {
  static let nanoseconds: Int64 = 86_400_000_000_000
  private let lock = NSLock()
  private var values: (passed: Int64, wallIsAhead: Int64) = (0, 0)

  /// Days on both clocks.
  var passed: Int64 {
    get { lock.withLock { values.passed } }
    set { lock.withLock { values.passed = newValue } }
  }
  /// Days on the wall clock only.
  var wallIsAhead: Int64 {
    get { lock.withLock { values.wallIsAhead } }
    set { lock.withLock { values.wallIsAhead = newValue } }
  }
}

/// The folders that were synced, by inode.
private final class SyncedFolders: @unchecked Sendable {
  private let lock = NSLock()
  private var numbers: Set<UInt64> = []

  var all: Set<UInt64> { lock.withLock { numbers } }

  func forget() { lock.withLock { numbers = [] } }

  var system: SystemCalls {
    var system = SystemCalls.live
    system.sync = { descriptor, call in
      let number = SystemCalls.live.identity(descriptor).inode
      if call == .folder { self.lock.withLock { _ = self.numbers.insert(number) } }
      return SystemCalls.live.sync(descriptor, call)
    }
    return system
  }

  static func number(_ path: String) throws -> UInt64 {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.systemFileNumber] as? NSNumber).uint64Value
  }
}
