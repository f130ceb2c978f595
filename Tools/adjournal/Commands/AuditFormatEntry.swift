import AdReports

/// A row of the table of audit formats.
struct AuditFormatEntry: Sendable {
  /// The name, as in `--format NAME`.
  let name: String
  /// Whether it can leave rules out; see ``AuditFormatSettings/only``.
  var leavesOut = false
  /// Makes a writer of the format.
  let make: @Sendable (AuditFormatSettings) -> any AuditFormat

  /// All formats; the first one is the default.
  static let all = [
    AuditFormatEntry(name: "text") { AuditOverview($0) },
    AuditFormatEntry(name: "json", leavesOut: true) { AuditJSON($0) },
    AuditFormatEntry(name: "jsonl", leavesOut: true) { AuditJSONLines($0) },
    AuditFormatEntry(name: "sarif") { AuditSARIF($0) },
    AuditFormatEntry(name: "junit") { AuditJUnit($0) },
    AuditFormatEntry(name: "github") { AuditGitHub($0) },
    AuditFormatEntry(name: "markdown") { AuditMarkdown($0) },
  ]
}
