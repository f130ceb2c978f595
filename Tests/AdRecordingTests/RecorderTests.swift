import AdReplay
import TestJournals
@testable import AdRecording
@testable import JournalFormat
import AdSession
import Foundation
import Testing

/// Recorders without failures.
struct RecorderTests {
  @Test(arguments: Durability.allCases)
  func `a session is written, acknowledged and sealed, and read without findings`(
    durability: Durability
  ) async throws {
    let folder = try TemporaryFolder()
    var options = Recorder.Options(session: "s-1")
    options.durability = durability
    let recorder = Recorder(folder: folder.path + "/own", session: "s-1", options: options)
    #expect(recorder.record(RecordedHeader()) == 1)
    for number in 2...500 { #expect(recorder.record(RecordedNote(number: number)) == number) }
    let acknowledgement = await recorder.flush()
    #expect(acknowledgement.isComplete && acknowledgement.through >= 500)
    #expect(await recorder.close().isComplete)
    #expect(recorder.record(RecordedNote(number: 1)) == 0)
    let recovered = try Recovered(folder: folder.path + "/own")
    #expect(recovered.damage == [])
    #expect(recovered.files == ["s-1.jsonl"])
    #expect(recovered.readings.map(\.noteCodes) == [[]])
    #expect(recovered.notes.count == 499)
    for number in 2...500 {
      #expect(recovered.notes[Int64(number)] == RecordedNote(number: number).text)
    }
    #expect(recovered.readings.first?.trace.events.last?.kind == .sessionSealed)
  }

  @Test func `a long session continues in segments that are linked by hashes`() async throws {
    let folder = try TemporaryFolder()
    var options = Recorder.Options(session: "s-1")
    options.segmentBytes = 20_000
    let key = try SealKey([UInt8](repeating: 7, count: 32))
    options.sealKey = EvolvingKey(key, session: "s-1")
    let recorder = Recorder(folder: folder.path, session: "s-1", options: options)
    recorder.record(RecordedHeader())
    for number in 2...1000 {
      recorder.record(RecordedNote(number: number))
      if number % 100 == 0 { #expect(await recorder.flush().isComplete) }
    }
    await recorder.close()
    let recovered = try Recovered(folder: folder.path)
    #expect(recovered.damage == [])
    #expect(recovered.readings.map(\.noteCodes) == [[]])
    #expect(recovered.notes.count == 999)
    #expect(recovered.files.count >= 5)
    #expect(recovered.readings.count == 1)
  }

  @Test func `an empty session leaves no file`() async throws {
    let folder = try TemporaryFolder()
    let recorder = Recorder(folder: folder.path + "/own", session: "s-1")
    #expect(await recorder.close().isComplete)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/own"))
  }

  @Test func `files and folder are accessible to the owner only`() async throws {
    let folder = try TemporaryFolder()
    let own = folder.path + "/own"
    let recorder = Recorder(folder: own, session: "s-1")
    recorder.record(RecordedHeader())
    await recorder.close()
    let manager = FileManager.default
    let file = try manager.attributesOfItem(atPath: own + "/s-1.jsonl")
    #expect(file[.posixPermissions] as? Int == 0o600)
    #expect(try manager.attributesOfItem(atPath: own)[.posixPermissions] as? Int == 0o700)
  }

  @Test func `records are written soon without a flush`() async throws {
    let folder = try TemporaryFolder()
    let recorder = Recorder(folder: folder.path, session: "s-1")
    recorder.record(RecordedHeader())
    for _ in 0..<1000 where recorder.status.acknowledged < 1 {
      try await Task.sleep(nanoseconds: 5_000_000)
    }
    #expect(recorder.status.acknowledged == 1)
    #expect(try Recovered(folder: folder.path).seqs == [1])
    await recorder.close()
  }

  @Test func `a recorder that is released without closing writes and seals its records`()
    async throws
  {
    let folder = try TemporaryFolder()
    var recorder: Recorder? = Recorder(folder: folder.path, session: "s-1")
    recorder?.record(RecordedHeader())
    recorder = nil
    for _ in 0..<1000 {
      try await Task.sleep(nanoseconds: 5_000_000)
      if let found = try? Recovered(folder: folder.path), found.seqs == [1, 2] { break }
    }
    let recovered = try Recovered(folder: folder.path)
    #expect(recovered.seqs == [1, 2])
    #expect(recovered.readings.first?.trace.events.last?.kind == .sessionSealed)
  }
}
