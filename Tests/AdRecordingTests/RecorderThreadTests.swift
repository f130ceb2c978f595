import TestJournals
@testable import AdRecording
@testable import Platform
import AdSession
import Foundation
import Synchronization
import Testing

/// Recorders with several threads on the real file system.
struct RecorderThreadTests {
  @Test func `the events of each of many threads keep their order`() async throws {
    let folder = try TemporaryFolder()
    var options = Recorder.Options(session: "s-1")
    options.segmentBytes = 200_000
    let recorder = Recorder(folder: folder.path, session: "s-1", options: options)
    recorder.record(RecordedHeader())
    let count = 2000 * recorderRounds
    let dropped = await withTaskGroup(of: Int.self) { group in
      for thread in 0..<4 {
        let numbers = thread * count..<(thread + 1) * count
        group.addTask { numbers.count { recorder.record(RecordedNote(number: $0)) == 0 } }
      }
      return await group.reduce(0, +)
    }
    let answer = await recorder.close()
    #expect(answer.isComplete && answer.lost == Int64(dropped))
    let recovered = try Recovered(folder: folder.path)
    #expect(recovered.damage == [] && recovered.readings.count == 1)
    #expect(recovered.notes.count == 4 * count - dropped)
    #expect(recovered.gapRecords.reduce(0) { $0 + $1.dropped } == Int64(dropped))
    var last = [Int](repeating: -1, count: 4)
    for (_, text) in recovered.notes.sorted(by: { $0.key < $1.key }) {
      let number = try #require(text.split(separator: " ").dropFirst().first.flatMap { Int($0) })
      #expect(text == RecordedNote(number: number).text)
      #expect(number > last[number / count], "\(number)")
      last[number / count] = number
    }
  }

  @Test func `recorders that share a folder never share a file`() async throws {
    let folder = try TemporaryFolder()
    let own = folder.path + "/own"
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<4 { group.addTask { await Self.recordNotes(own, "s-\(index)") } }
    }
    for index in 0..<4 {
      let recovered = try Recovered(folder: folder.path + "/own", session: "s-\(index)")
      #expect(recovered.notes.count == 300)
      #expect(recovered.damage == [] && recovered.readings.count == 4)
      #expect(
        Set(recovered.notes.values) == Set((0..<300).map { RecordedNote(number: $0).text }))
    }
  }

  private static func recordNotes(_ folder: String, _ session: String) async {
    var options = Recorder.Options(session: session)
    options.segmentBytes = 10_000
    let recorder = Recorder(folder: folder, session: session, options: options)
    recorder.record(RecordedHeader())
    for number in 0..<300 {
      recorder.record(RecordedNote(number: number))
      if number % 50 == 0 { _ = await recorder.flush() }
    }
    await recorder.close()
  }

  @Test func `a second recorder with the same file name fails`() async throws {
    let folder = try TemporaryFolder()
    let first = Recorder(folder: folder.path, session: "s-1")
    first.record(RecordedHeader())
    #expect(await first.flush().isComplete)
    let second = Recorder(folder: folder.path, session: "s-1")
    second.record(RecordedHeader())
    let answer = await second.flush()
    #expect(
      answer
        == Acknowledgement(
          through: 0, degradation: Degradation(.open, errno: EEXIST, first: 1)))
    await second.close()
    await first.close()
    #expect(try Recovered(folder: folder.path).seqs == [1, 2])
  }

  @Test func `a slow sync does not block recording`() async throws {
    let folder = try TemporaryFolder()
    let gate = Gate()
    var system = SystemCalls.live
    system.sync = { _, _ in
      gate.pass()
      return 0
    }
    var options = Recorder.Options(session: "s-1")
    options.durability = .durable
    let recorder = Recorder(
      folder: folder.path, session: "s-1", options: options, system: system)
    recorder.record(RecordedHeader(), urgent: true)
    gate.waitUntilSomebodyIsHere()
    // The writer stays in its sync until this thread opens the gate.
    for number in 0..<1000 { #expect(recorder.record(RecordedNote(number: number)) > 0) }
    #expect(recorder.status.acknowledged == 0)
    gate.open()
    #expect(await recorder.close().isComplete)
    #expect(try Recovered(folder: folder.path).notes.count == 1000)
  }

  /// A gate that blocks threads until it is opened.
  final class Gate: @unchecked Sendable {
    private let monitor = ConditionLock()
    private var isOpen = false
    private var isVisited = false

    func pass() {
      monitor.lock()
      isVisited = true
      monitor.wakeAll()
      while !isOpen { monitor.wait(nanoseconds: nil) }
      monitor.unlock()
    }

    func waitUntilSomebodyIsHere() {
      monitor.lock()
      while !isVisited { monitor.wait(nanoseconds: nil) }
      monitor.unlock()
    }

    func open() {
      monitor.withLock { isOpen = true }
      monitor.wakeAll()
    }
  }

  @Test func `nothing is written through a folder that became a link`() async throws {
    let folder = try TemporaryFolder()
    let elsewhere = folder.path + "/elsewhere"
    let own = folder.path + "/own"
    let manager = FileManager.default
    try manager.createDirectory(atPath: elsewhere, withIntermediateDirectories: true)
    let recorder = Recorder(folder: own, session: "s-1")
    recorder.record(RecordedHeader())
    #expect(await recorder.flush().isComplete)
    try manager.removeItem(atPath: own)
    try manager.createSymbolicLink(atPath: own, withDestinationPath: elsewhere)
    recorder.record(RecordedNote(number: 1))
    let answer = await recorder.flush()
    #expect(answer.degradation?.cause == .folder && answer.through == 1)
    #expect(try manager.contentsOfDirectory(atPath: elsewhere) == [])
    try manager.removeItem(atPath: own)
    #expect(await recorder.flush().isComplete)
    await recorder.close()
    #expect(try manager.contentsOfDirectory(atPath: elsewhere) == [])
    // The other note reports the records that are gone with the folder.
    #expect(
      try Recovered(folder: own).notes.values.sorted() == [
        RecordedNote(number: 1).text,
        "s-1.jsonl was deleted, replaced or truncated during recording: 1 records are gone",
      ])
  }

  @Test func `a link with the name of the journal is not followed`() async throws {
    let folder = try TemporaryFolder()
    let target = folder.path + "/target"
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/s-1.jsonl", withDestinationPath: target)
    let recorder = Recorder(folder: folder.path, session: "s-1")
    recorder.record(RecordedHeader())
    #expect(await recorder.flush().degradation?.cause == .open)
    await recorder.close()
    #expect(!FileManager.default.fileExists(atPath: target))
  }

  @Test func `a folder that is a file is reported as a degradation`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("own", [])
    let recorder = Recorder(folder: path, session: "s-1")
    recorder.record(RecordedHeader())
    let answer = await recorder.flush()
    #expect(answer.degradation == Degradation(.folder, errno: ENOTDIR, first: 1))
    #expect(
      answer.degradation?.description
        == "record 1 and later records do not meet the durability policy: the folder cannot be "
        + "opened: Not a directory")
    await recorder.close()
  }

  @Test func `the size limit deletes the oldest sealed files and records which`() async throws {
    let folder = try TemporaryFolder()
    for index in 1...4 {
      let recorder = Recorder(folder: folder.path, session: "old-\(index)")
      recorder.record(RecordedHeader())
      for number in 0..<50 { recorder.record(RecordedNote(number: number)) }
      if index == 1 { #expect(await recorder.flush().isComplete) } else { await recorder.close() }
      if index == 1 { Self.kept.withLock { $0.append(recorder) } }
      let past = Date(timeIntervalSinceNow: Double(index) * 10 - 1000)
      try FileManager.default.setAttributes(
        [.modificationDate: past], ofItemAtPath: folder.path + "/old-\(index).jsonl")
    }
    var options = Recorder.Options(session: "new")
    let sizes = try [1, 4].map {
      let path = folder.path + "/old-\($0).jsonl"
      return try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    }
    options.totalBytes = sizes.reduce(0, +)
    let recorder = Recorder(folder: folder.path, session: "new", options: options)
    recorder.record(RecordedHeader())
    await recorder.close()
    let recovered = try Recovered(folder: folder.path, session: "new")
    // The unsealed one may still be in use.
    #expect(recovered.files == ["new.jsonl", "old-1.jsonl", "old-4.jsonl"])
    let notes = recovered.notes.values.sorted()
    #expect(notes.count == 2)
    #expect(notes[0].hasPrefix("deleted old-2.jsonl ("))
    #expect(notes[1].hasSuffix(" bytes) because of the size limit of the folder"))
    #expect(recovered.damage == [])
    Self.kept.withLock { $0.removeAll() }
  }

  private static let kept = Mutex<[Recorder]>([])
}
