package import AdAudit
import AdReplay
import JournalInput
package import AdReports
import AdRules
import AdSession
import Foundation
import JSONLines

/// The journals of the repository and small ones that a test writes, read and evaluated.
package enum Samples {
  package static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Journals").path

  /// The factor for the number of random cases: `ADJOURNAL_ROUNDS`, 1 by default.
  package static let rounds =
    ProcessInfo.processInfo.environment["ADJOURNAL_ROUNDS"].flatMap(Int.init) ?? 1

  package static let unlock = "incidents/app-open-shown-after-unlock.jsonl"

  /// Every session of a journal, judged by every rule.
  package static func audited(_ path: String) throws -> [AuditedSession] {
    let data = try Data(contentsOf: URL(fileURLWithPath: "\(root)/\(path)"))
    return judged(Journal.read(bytes: [UInt8](data), path: path))
  }

  /// The sessions of lines that a test wrote.
  package static func audited(lines: [String]) -> [AuditedSession] {
    let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
    return judged(Journal.read(bytes: bytes, path: "test.jsonl"))
  }

  private static func judged(_ readings: [SessionReading]) -> [AuditedSession] {
    let judge = Judge()
    return readings.map { reading in
      AuditedSession(reading, rules: judge.rules, results: judge.judge(reading.trace))
    }
  }

  /// The journals below a folder, sorted.
  package static func paths(in folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: "\(root)/\(folder)")
      .filter { $0.hasSuffix(".jsonl") }.sorted().map { "\(folder)/\($0)" }
  }

  /// One object of JSON as a dictionary.
  package static func object(_ bytes: [UInt8]) throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] ?? [:]
  }

  /// The whole output of a format for an audit of some sessions.
  package static func document(_ format: some AuditFormat, _ sessions: [AuditedSession]) -> String {
    var (format, tally, bytes) = (format, Tally(), [UInt8]())
    format.begin { bytes += $0 }
    for session in sessions {
      tally.add(session.tally)
      format.session(
        format.render(session), damage: session.reading.damage, notes: session.reading.notes
      ) { bytes += $0 }
    }
    format.end(tally) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  package static func json(_ audited: AuditedSession) -> [UInt8] {
    var writer = JSONWriter()
    AuditJSON(rules: audited.rules).write(audited, to: &writer)
    return writer.bytes
  }

  package static func line(_ audited: AuditedSession) -> [UInt8] {
    var writer = JSONWriter()
    AuditJSONLines(rules: audited.rules).write(audited, to: &writer)
    return writer.bytes
  }
}

extension [String: Any] {
  package func objects(_ key: String) -> [[String: Any]] { self[key] as? [[String: Any]] ?? [] }
  package func object(_ key: String) -> [String: Any] { self[key] as? [String: Any] ?? [:] }
  package func text(_ key: String) -> String? { self[key] as? String }
  package func number(_ key: String) -> Int? { (self[key] as? NSNumber)?.intValue }
}
