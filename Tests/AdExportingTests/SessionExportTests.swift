import AdExporting
import AdRecording
@testable import AdReplay
import AdSession
import Foundation
@testable import JournalInput
import Platform
import TestJournals
import Testing

/// Exports of a session that is being recorded.
struct SessionExportTests {
  @Test(arguments: [true, false])
  func `an export has every record of all segments in order`(compresses: Bool) throws {
    let trial = try ExportTrial { $0.segmentBytes = 2000 }
    for number in 0..<20 {
      trial.record(number * 10..<(number + 1) * 10)
      _ = trial.session.recorder.flushAndWait()
    }
    var options = ExportOptions()
    options.compresses = compresses
    options.notesFreeSpace = false
    let exported = try trial.export(options)
    let files = try trial.content().keys.filter { $0.hasSuffix(".jsonl") }
    #expect(files.count > 5)
    #expect(exported.files == files.count && exported.sessions == 1)
    #expect(exported.vanishedFiles == 0 && exported.degradation == nil)
    let numbers: (String) -> Int = { Int($0.split(separator: "-").last?.dropLast(6) ?? "") ?? 1 }
    let recorded = try files.sorted { numbers($0) < numbers($1) }.flatMap {
      try ExportTrial.lines(trial.journals + "/" + $0)
    }
    #expect(try ExportTrial.lines(exported.path) == recorded)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: exported.path))
    #expect(bytes.starts(with: [0x1F, 0x8B]) == compresses)
    #expect(exported.bytes == Int64(bytes.count))
  }

  @Test func `an export changes no journal and recording goes on`() throws {
    let trial = try ExportTrial()
    trial.record(0..<10)
    _ = trial.session.recorder.flushAndWait()
    let before = try trial.content()
    var options = ExportOptions()
    options.notesFreeSpace = false
    _ = try trial.export(options)
    #expect(try trial.content() == before)
    trial.record(10..<20)
    let exported = try trial.export(options)
    #expect(try ExportTrial.notes(exported.path) == (0..<20).map { "note \($0)" })
    #expect(try trial.exported() == ["export.jsonl.gz"])
  }

  @Test func `a session that has ended is exported`() throws {
    let trial = try ExportTrial()
    trial.record(0..<3)
    trial.session.endAndWait()
    let exported = try trial.export()
    #expect(exported.degradation == nil)
    #expect(try ExportTrial.notes(exported.path).count == 3)
  }

  @Test func `a note has the text of the app and the free space`() throws {
    let trial = try ExportTrial()
    var options = ExportOptions()
    options.note = "the user saw no reward"
    let lines = try ExportTrial.lines(trial.export(options).path)
    let last = String(decoding: lines.last ?? [], as: UTF8.self)
    #expect(last.contains(#/"text":"the user saw no reward; exported with \d+ MiB free"/#))
  }

  @Test func `eight threads record while the session is exported`() async throws {
    let trial = try ExportTrial { $0.segmentBytes = 20_000 }
    let (session, exports) = (trial.session, trial.exports)
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<8 {
        group.addTask {
          for number in 0..<1000 { session.record(.note(text: "note \(thread) \(number)")) }
        }
      }
      group.addTask {
        for _ in 0..<10 {
          do {
            let before = session.status.newest
            let exported = try await session.export(to: exports)
            let readings = try Self.read(exported.path)
            #expect(readings.count == 1 && readings[0].damage.isEmpty)
            let seqs = readings[0].trace.events.map(\.seq)
            #expect(seqs == Array(1...Int64(seqs.count)))
            #expect((seqs.last ?? 0) >= before)
          } catch {
            Issue.record(error)
          }
        }
      }
    }
    #expect(try trial.exported().count == 1)
  }

  static func read(_ path: String) throws -> [SessionReading] {
    var readings: [SessionReading] = []
    for delivery in JournalReader(jobs: 1).read([path], judge: { $0 }) {
      switch delivery {
      case .session(let reading): readings.append(reading)
      case .failure(let error): throw error
      case .journal: break
      }
    }
    return readings
  }
}

/// The sessions that an export contains.
struct ExportedSessionTests {
  private static func export(_ sessions: ExportOptions.Sessions) throws -> [String] {
    let trial = try ExportTrial()
    try trial.add("old.jsonl", Lines.sample(session: "old", checksums: true).bytes, daysAgo: 30)
    try trial.add("killed.jsonl", Lines.sample(session: "killed").bytes, daysAgo: 2)
    trial.record(0..<2)
    var options = ExportOptions()
    options.sessions = sessions
    let exported = try trial.export(options)
    let ids = try SessionExportTests.read(exported.path).map(\.id)
    #expect(exported.sessions == ids.count)
    return ids.map { $0 == trial.session.session ? "running" : $0 }
  }

  @Test func `the default has the sessions of seven days, the running one last`() throws {
    #expect(ExportOptions().sessions == .lastDays(7))
    #expect(try Self.export(.lastDays(7)) == ["killed", "running"])
  }

  @Test func `the running session alone, a day, and all sessions can be exported`() throws {
    #expect(try Self.export(.current) == ["running"])
    #expect(try Self.export(.lastDays(1)) == ["running"])
    #expect(try Self.export(.lastDays(-1)) == ["running"])
    #expect(try Self.export(.lastDays(.max)) == ["old", "killed", "running"])
    #expect(try Self.export(.all) == ["old", "killed", "running"])
  }

  @Test func `a session is exported with all of its files, however old they are`() throws {
    let trial = try ExportTrial()
    let lines = Lines.sample(session: "long")
    try trial.add("long-2.jsonl", lines.bytes([6, 7, 8, 9, 10]), daysAgo: 1)
    try trial.add("long.jsonl", lines.bytes([1, 2, 3, 4, 5]), daysAgo: 9)
    let exported = try trial.export()
    let readings = try SessionExportTests.read(exported.path)
    #expect(readings[0].id == "long" && readings[0].seqs == Array(1...10))
    #expect(readings[0].damage.isEmpty)
  }

  @Test func `a torn line of a killed session stays damage and costs no other session a record`()
    throws
  {
    let trial = try ExportTrial()
    let whole = Lines.sample(session: "killed", checksums: true)
    try trial.add("killed.jsonl", Array(whole.bytes.dropLast(20)), daysAgo: 1)
    trial.record(0..<2)
    let readings = try SessionExportTests.read(trial.export().path)
    #expect(readings.map(\.seqs.count) == [9, 4])
    #expect(readings[0].damage.count == 1 && readings[1].damage.isEmpty)
    #expect(readings[0].trace.gaps.count == 1)
  }

  @Test func `a line that is on its way to the open file is left out`() throws {
    let trial = try ExportTrial()
    trial.record(0..<5)
    _ = trial.session.recorder.flushAndWait()
    var system = SystemCalls.live
    let files = system.files
    system.files = {
      files($0).map { .init(name: $0.name, bytes: $0.bytes - 7, changed: $0.changed) }
    }
    var options = ExportOptions()
    options.notesFreeSpace = false
    let exported = try trial.export(options, system: system)
    #expect(try ExportTrial.notes(exported.path) == (0..<4).map { "note \($0)" })
    #expect(try SessionExportTests.read(exported.path)[0].damage.isEmpty)
  }

  @Test func `a file without a readable line is exported as it is`() throws {
    let trial = try ExportTrial()
    try trial.add("broken-2.jsonl", Array("{\"v\":1,".utf8), daysAgo: 1)
    try trial.add("empty.jsonl", [], daysAgo: 1)
    let lines = try ExportTrial.lines(trial.export().path)
    #expect(lines.first == Array("{\"v\":1,".utf8))
  }
}
