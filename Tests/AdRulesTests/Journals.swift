import AdReplay
import JournalInput
import AdRules
import AdSession
import Foundation

/// The journals that come with the project, as tests read them.
enum Journals {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Journals")

  /// The journals below a folder, by path, sorted.
  static func paths(in folder: String) throws -> [String] {
    let start = root.appendingPathComponent(folder)
    return try FileManager.default.subpathsOfDirectory(atPath: start.path)
      .filter { $0.hasSuffix(".jsonl") }.sorted().map { "\(folder)/\($0)" }
  }

  /// The sessions of one journal.
  static func sessions(_ path: String) throws -> [SessionReading] {
    let data = try Data(contentsOf: root.appendingPathComponent(path))
    return Journal.read(bytes: [UInt8](data), path: path)
  }

  /// The text of a file beside a journal; nil where there is none.
  static func text(_ path: String) -> String? {
    try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The rows with a key in the `rule.tsv` of a rule, as cells without the key.
  static func facts(_ key: String, of rule: String) -> [[String]] {
    let lines = (text("rules/\(rule)/rule.tsv") ?? "").split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    return lines.filter { $0[0] == key }.map { Array($0.dropFirst()) }
  }

  /// Every session of these folders, whole ones first for laws over them.
  static func traces(in folders: [String]) throws -> [Trace] {
    try folders.flatMap { try paths(in: $0) }.flatMap { try sessions($0) }.map(\.trace)
  }
}

extension Judge {
  /// The results by rule id.
  func results(_ trace: Trace, otherShows: OtherShows = .unknown) -> [String: RuleResult] {
    Dictionary(uniqueKeysWithValues: zip(rules.map(\.id), judge(trace, otherShows: otherShows)))
  }
}
