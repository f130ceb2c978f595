import AdAudit
import AdRedaction
import AdReplay
import JournalInput
import AdReports
import AdRules
import AdSession
import Foundation
import JournalFormat

/// Journals in a folder, and what a redaction makes of them.
final class RedactedJournals {
  let before: URL
  let after: URL
  private(set) var counts: [Redaction.Counts] = []
  private let root: URL

  static func key(_ byte: UInt8 = 7) throws -> SealKey {
    try SealKey([UInt8](repeating: byte, count: SealKey.byteCount))
  }

  /// Writes files and redacts them in one call.
  init(
    _ files: [(name: String, bytes: [UInt8])], key: SealKey? = nil,
    keeping kept: Set<FieldName> = [], shift: ClockShift = ClockShift()
  ) throws {
    root = FileManager.default.temporaryDirectory.appendingPathComponent(
      "adjournal-redaction-\(UUID().uuidString)")
    before = root.appendingPathComponent("before")
    after = root.appendingPathComponent("after")
    for folder in [before, after] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    for file in files {
      try Data(file.bytes).write(to: before.appendingPathComponent(file.name))
    }
    var redaction = Redaction(key: try key ?? Self.key(), keeping: kept, shift: shift)
    let paths = files.map { before.appendingPathComponent($0.name).path }.sorted()
    try redaction.prepare(paths, jobs: 1)
    for (number, path) in paths.enumerated() {
      var bytes: [UInt8] = []
      counts.append(try redaction.redact(path) { bytes += $0 })
      try Data(bytes).write(to: after.appendingPathComponent("\(1000 + number).jsonl"))
    }
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  /// The redacted bytes of all files, in order.
  func output() throws -> [UInt8] {
    try FileManager.default.contentsOfDirectory(atPath: after.path).sorted().flatMap {
      [UInt8](try Data(contentsOf: after.appendingPathComponent($0)))
    }
  }

  /// All that must be the same: one text for each session and each journal.
  static func judgement(
    _ folder: URL, rules: [Rule] = RuleBook.all, policy: [PolicySetting] = []
  ) throws -> [String] {
    var texts: [String] = []
    let auditor = Auditor(rules: rules, policy: policy, reader: JournalReader(jobs: 1))
    for output in auditor.audit([folder.path], render: text) {
      switch output {
      case .session(let report, _, let damage, let notes):
        texts.append(String(decoding: report, as: UTF8.self))
        texts.append(
          "  damage \(damage.map(\.line)) notes \(notes.map { "\($0.code) \($0.line)" })")
      case .journal(let summary):
        texts.append(
          "journal \(summary.lines) lines, \(summary.records) records, \(summary.sessions) sessions, "
            + "damage \(summary.damage.map(\.line)), version \(summary.highestVersion)")
      case .failure(let error): texts.append(error.reason.rawValue)
      }
    }
    return texts
  }

  private static let text: @Sendable (AuditedSession) -> [UInt8] = { audited in
    let trace = audited.reading.trace
    let gaps = trace.gaps.map { "\($0.position):\($0.dropped)" }
    var text = "\(audited.reading.ordinal) \(trace.end) \(gaps) bad seal \(trace.hasBadSeal)"
    text += " seqs \(trace.events.map(\.seq)) t \(trace.events.map(\.t))"
    text += " kinds \(trace.events.map { $0.kind == .sessionSealed ? .note : $0.kind })"
    for (rule, result) in zip(audited.rules, audited.results) {
      let violations = result.violations.map {
        "\($0.certainAt) \($0.witness) \(String(describing: $0.missing)) \($0.policy) "
          + "\(String(describing: $0.measured))"
      }
      let undecided = result.undecided.map {
        "\($0.seq) \($0.why) \(String(describing: $0.remainingMs))"
      }
      text += "\n  \(rule.id) \(result.verdict) \(result.activations) \(violations) \(undecided)"
    }
    return Array(text.utf8)
  }

  /// The statistics by several lists of fields: for each list, the figures of all groups, whatever
  /// the groups are called.
  static func figures(_ folder: URL, by lists: [[StatisticsField]]) throws -> [[String]] {
    var sums = lists.map { AdStatistics(by: $0) }
    let sessions = JournalReader(jobs: 1).read([folder.path]) { reading in
      lists.map { AdStatistics(of: reading.trace, by: $0) }
    }
    for case .session(let statistics) in sessions {
      for index in sums.indices { sums[index].add(statistics[index]) }
    }
    return sums.map { sum in
      ["\(sum.sessions) \(sum.records) \(sum.cut) \(sum.withGaps) \(sum.strayShows)"]
        + sum.groups.entries.map { text(of: $0.value) }.sorted()
    }
  }

  /// All figures without the names of examples; the entries of tables in one order, because a
  /// currency that is none becomes a pseudonym.
  private static func text(of figures: AdFigures) -> String {
    let parts = Mirror(reflecting: figures).children.map { label, value in
      let counts = (value as? SortedTable<RevenueKind, Int>)?.entries.map { "\($0)" }
      let sums = (value as? SortedTable<RevenueKind, Int64>)?.entries.map { "\($0)" }
      let entries = (counts ?? sums)?.map { entry in
        entry.replacing(#/currency: "(?![A-Za-z]{3}")[^"]+"/#, with: "other")
      }
      let text = "\(value)".replacing(#/session: "[^"]*"/#, with: "session")
      return "\(label ?? "") \(entries.map { "\($0.sorted())" } ?? text)"
    }
    return parts.joined(separator: "\n")
  }
}
