import TestJournals
@testable import AdReplay
import AdSession
import Foundation
import Testing

/// Sessions of streams that wait for others are packed and unpacked.
struct SessionArchiveTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Journals/sessions")

  @Test func `every complete session is archived and read without a difference`() throws {
    var archived = 0
    for file in try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    where file.hasSuffix(".jsonl") {
      let bytes = [UInt8](try Data(contentsOf: Self.folder.appending(path: file)))
      for reading in Journal.read(bytes: bytes, path: file) {
        guard let packed = SessionArchive.bytes(of: reading) else { continue }
        let back = SessionArchive.reading(of: packed)
        archived += 1
        #expect(back.path == reading.path && back.ordinal == reading.ordinal)
        #expect(describe(back.trace) == describe(reading.trace), "\(file)")
      }
    }
    #expect(archived > 10)
  }

  @Test func `a session in segments is archived with its files`() throws {
    let folder = try TemporaryFolder()
    let paths = try SegmentTests.segments().enumerated().map {
      try folder.write("\($0).jsonl", $1)
    }
    var files: [[String?]] = []
    try JournalReader(jobs: 1).read(
      paths,
      judge: { reading in
        let packed = SessionArchive.bytes(of: reading)
        return [reading, packed.map { SessionArchive.reading(of: $0) }].map { reading in
          (reading?.trace.events.indices).map { $0.map { reading?.path(ofEvent: $0) } } ?? []
        }
      },
      deliver: { if case .session(let found) = $0 { files += found } })
    let expected = [nil, paths[1], paths[2]].enumerated().flatMap { place, path in
      [String?](repeating: path, count: [9, 10, 2][place])
    }
    #expect(files == [expected, expected])
  }

  @Test func `a session with a gap is not packed`() throws {
    var lines = Lines()
    lines.begin()
    lines.request("r-1", seq: 4)
    let reading = try #require(Journal.read(bytes: lines.bytes).first)
    #expect(SessionArchive.bytes(of: reading) == nil)
  }

  /// All that a judge can see of a trace.
  private func describe(_ trace: Trace) -> String {
    let events = trace.events.map { event in
      let symbols = [event.unit, event.scene, event.ad, event.request, event.load, event.text]
      return """
        \(event.seq) \(event.t) \(event.wall) \(event.line) \(event.kind) \
        \(event.words) \(event.numbers) \(event.flags) \(event.flagsPresent) \(symbols.map(trace.symbols.text))
        """
    }
    let header = trace.header.map {
      """
      \($0.app) \($0.appVersion) \($0.os) \($0.osVersion) \($0.device) \($0.sdk) \($0.sdkVersion) \
      \($0.timezone) \($0.install) \($0.build) \($0.utcOffsetMinutes) \
      \(String(describing: $0.launchCount)) \(String(describing: $0.multiScene)) \
      \(String(describing: $0.testDevice)) \(String(describing: $0.checksums)) \
      \(String(describing: $0.captures)) \($0.policy)
      """
    }
    let changes = trace.policyChanges.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return ([trace.id, trace.end.rawValue, header ?? "-"] + changes + events)
      .joined(separator: "\n")
  }
}
