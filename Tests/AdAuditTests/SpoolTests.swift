@testable import AdAudit
import AdReplay
import JournalInput
import Foundation
import Platform
import TestReports
import Testing

struct SpoolTests {
  @Test(arguments: [0, 16, 1 << 20])
  func `Reports are returned unchanged, from memory and from the file`(limit: Int) {
    let loss = DiskLoss()
    let spool = Spool(limit: limit, loss: loss)
    for _ in 0..<3 {
      let reports = (0..<20).map { number in [UInt8](repeating: UInt8(number), count: number) }
      let offsets = reports.map { spool.put($0) }
      for number in [19, 3, 0, 7] { #expect(spool.take(offsets[number]) == reports[number]) }
      let rest = Set(0..<20).subtracting([19, 3, 0, 7])
      for number in rest { #expect(spool.take(offsets[number]) == reports[number]) }
    }
    #expect(!loss.happened)
    #expect(loss.error == nil)
  }

  @Test func `Bytes beyond the limit go to the file without a copy in memory`() {
    var file = TemporaryFile(limit: 1 << 10)
    let pieces = [10, 1 << 20, 20, 1 << 18].map { [UInt8](repeating: UInt8($0 % 251), count: $0) }
    let offsets = pieces.map { file.append($0) }
    #expect(file.capacity < 1 << 14)
    for (offset, piece) in zip(offsets, pieces) {
      #expect(file.read(offset, piece.count) == piece)
    }
  }

  @Test func `A temporary file deletes no file with a similar name, however old`() throws {
    let path = "\(TemporaryFile.folder)/adjournal-\(UUID().uuidString.prefix(6))"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data([1]).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -1_000_000)], ofItemAtPath: path)
    var file = TemporaryFile(limit: 1 << 10)
    _ = file.append([UInt8](repeating: 1, count: 1 << 20))
    #expect(file.capacity < 1 << 14, "the bytes are in memory, not in a file")
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test func `A read of lost bytes fails and does not change the array`() {
    var reader = TemporaryFileSnapshot.Reader(.unreadable(count: 100))
    var bytes: [UInt8] = [1]
    #expect(!reader.read(40, 10, to: &bytes))
    #expect(bytes == [1])
    #expect(reader.integer(at: 40, as: UInt32.self) == nil)
    #expect(reader.integer(at: 100, as: UInt32.self) == nil)
  }

  @Test func `A report that was never stored counts as lost`() {
    let loss = DiskLoss()
    let spool = Spool(limit: 16, loss: loss)
    let offset = spool.put([1, 2, 3])
    #expect(spool.take(offset + 100).isEmpty)
    #expect(loss.happened)
    #expect(
      loss.error?.sentence
        == "a temporary file could not be read back: parts of this report are missing")
  }

  @Test func `Losses of the caller and of the auditor are reported as one error`() throws {
    let loss = DiskLoss()
    loss.note()
    var sentences: [String] = []
    let auditor = Auditor(reader: JournalReader(jobs: 1))
    let outputs = auditor.audit(
      ["\(Samples.root)/\(Samples.unlock)"], render: { _ in [] }, loss: loss)
    for case .failure(let error) in outputs { sentences.append(error.sentence) }
    #expect(
      sentences == ["a temporary file could not be read back: parts of this report are missing"])
  }

  @Test(arguments: [0, 1, 28, 4096])
  func `A report beyond the limit is returned with the bytes behind it`(tail: Int) {
    let loss = DiskLoss()
    let spool = Spool(limit: 1000, loss: loss)
    let report = (0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let end = (0..<tail).map { UInt8(truncatingIfNeeded: $0 &* 3) }
    let first = spool.put(Array("first".utf8))
    let offset = spool.put(report, end)
    let last = spool.put(Array("last".utf8))
    #expect(spool.take(offset) == report + end)
    #expect(spool.take(first) == Array("first".utf8) && spool.take(last) == Array("last".utf8))
    #expect(!loss.happened)
  }
}
