import AdReplay
import JournalInput
import AdRules
import AdSession
import Foundation

/// The journals that come with the project, as tests read them.
enum Journals {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Journals")

  /// The sessions of one journal.
  static func sessions(_ path: String) throws -> [SessionReading] {
    let data = try Data(contentsOf: root.appendingPathComponent(path))
    return Journal.read(bytes: [UInt8](data), path: path)
  }

  /// The sessions of every third journal of a folder, or of all with ADJOURNAL_ROUNDS, as in
  /// `.ci/run`.
  static func sampleOfSessions(in folder: String) throws -> [SessionReading] {
    let isWhole = ProcessInfo.processInfo.environment["ADJOURNAL_ROUNDS"] != nil
    let names = try FileManager.default.contentsOfDirectory(
      atPath: root.appendingPathComponent(folder).path
    ).filter { $0.hasSuffix(".jsonl") }.sorted()
    return try stride(from: 0, to: names.count, by: isWhole ? 1 : 3).flatMap {
      try sessions("\(folder)/\(names[$0])")
    }
  }
}

/// A journal that an explanation wrote, read back.
struct ReadBack {
  let reading: SessionReading

  /// Reads a journal of one session; nil if it is damaged or has gaps.
  init?(_ bytes: [UInt8]) {
    let read = Journal.readAll(bytes: bytes)
    guard read.sessions.count == 1, read.summary.damage.isEmpty else { return nil }
    reading = read.sessions[0]
    if !reading.damage.isEmpty || !reading.trace.gaps.isEmpty { return nil }
  }

  /// The result of a rule.
  func result(_ rule: Rule) -> RuleResult { Judge(rules: [rule]).judge(reading.trace)[0] }

  /// The ids of the violated rules.
  var violated: Set<String> {
    let judge = Judge()
    let results = judge.judge(reading.trace)
    return Set(zip(judge.rules, results).filter { $1.verdict == .violated }.map(\.0.id))
  }
}
