import TestJournals
import JournalFormat
@testable import AdReplay
@testable import JournalInput
import AdSession
import Foundation
import Testing

/// Files that are other ones when lines of them are read again to compare records.
struct ChangedFileTests {
  enum Change: CaseIterable {
    case grown, cut, shifted, replaced, deleted

    /// Changes a file that is open: a reader that goes on sees the bytes that the file had.
    func apply(to path: String) throws {
      let file = URL(fileURLWithPath: path)
      let bytes = try Data(contentsOf: file)
      try FileManager.default.removeItem(at: file)
      switch self {
      case .grown: try (bytes + Lines.sample(session: "s-2").bytes).write(to: file)
      case .cut: try bytes.dropLast(bytes.count / 2).write(to: file)
      case .shifted: try (Lines.sample(session: "s-2").bytes + bytes).write(to: file)
      case .replaced:
        let text = String(decoding: bytes, as: UTF8.self)
        try Data(text.replacingOccurrences(of: "s-1", with: "s-2").utf8).write(to: file)
      case .deleted: break
      }
    }
  }

  /// Reads files; the last one changes when it is open.
  private static func read(
    _ paths: [String], _ change: Change?
  ) throws -> (readings: [SessionReading], failures: [InputError]) {
    let list = InputList(paths, areRegular: true)
    let inputs = JournalInputs(list: list) { input in
      let path = paths[input]
      do {
        let source = try ByteSource(path: path)
        if path == paths.last { try change?.apply(to: path) }
        return .source(source)
      } catch {
        return .failure(InputError(path, .unreadable, "\(error)"))
      }
    }
    var readings: [SessionReading] = []
    var failures: [InputError] = []
    let reader = JournalReader()
    for delivery in JournalDeliveries(reader: reader, judge: { $0 }, inputs: { inputs }) {
      switch delivery {
      case .session(let session): readings.append(session)
      case .failure(let error): failures.append(error)
      case .journal: break
      }
    }
    return (readings, failures)
  }

  @Test(arguments: Change.allCases)
  func `a seal is compared with the lines that were read, whatever happens to the file`(
    change: Change
  ) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.jsonl", SealTests.sealed().bytes)
    let (readings, failures) = try Self.read([path], change)
    #expect(readings.map(\.damageCodes) == [[]])
    #expect(readings.map(\.seqs) == [Array(1...11)])
    #expect(failures.isEmpty)
    #expect(readings.map(\.trace.hasBadSeal) == [false])
    #expect(readings.map(\.seals.count) == [1])
  }

  @Test(arguments: [nil, Change.grown])
  func `a seal that never matched its lines is bad`(change: Change?) throws {
    let lines = SealTests.sealed()
    let text = lines.text(3).replacingOccurrences(of: "\"wall\":\"2026", with: "\"wall\":\"2027")
    let folder = try TemporaryFolder()
    let path = try folder.write("a.jsonl", lines.replacing(3, text))
    let (readings, failures) = try Self.read([path], change)
    #expect(readings.map(\.damageCodes) == [[.badSeal]])
    #expect(failures.isEmpty)
  }

  @Test(arguments: Change.allCases)
  func `repeated records do not count as equal if the file no longer contains them`(
    change: Change
  ) throws {
    let lines = Lines.sample()
    let folder = try TemporaryFolder()
    let path = try folder.write("a.jsonl", lines.bytes + lines.bytes([9, 10]))
    let (readings, failures) = try Self.read([path], change)
    let isSame = change == .grown
    #expect(failures == (isSame ? [] : [.changed(path)]))
    #expect(readings.map(\.noteCodes) == [isSame ? [.seqRepeated, .seqRepeated] : []])
    #expect(readings.map(\.damageCodes) == [isSame ? [] : [.recordConflict, .recordConflict]])
  }

  @Test(arguments: Change.allCases)
  func `a link is compared with the lines that were read, whatever happens to the file`(
    change: Change
  ) throws {
    var lines = Lines.sample()
    let first = lines.bytes(Array(1...9))
    lines.add(
      .sessionContinued, seq: 10,
      [(.segment, .integer(2)), (.previousSha256, .string(SealTests.hash(first)))])
    lines.add(.sessionEnded, seq: 11)
    let folder = try TemporaryFolder()
    // The changed one is read last: the others are read on from what they were.
    let second = try folder.write("2.jsonl", lines.bytes([11, 12]))
    let paths = [second, try folder.write("1.jsonl", first)]
    let (readings, failures) = try Self.read(paths, change)
    #expect(readings.map(\.damageCodes) == [[]])
    #expect(readings.map(\.seqs) == [Array(1...11)])
    #expect(failures.isEmpty)
  }
}
