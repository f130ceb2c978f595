import AdAudit
import AdFleet
import AdReports
import AdRules

extension OptionEntry {
  /// The options of ``AuditBaseline``.
  static let ofBaseline = [
    OptionEntry(
      name: "--baseline", value: .one("FILE"),
      help: "Fail only on problems that FILE does not list; report those that are gone."),
    OptionEntry(
      name: "--update-baseline",
      help: "Write the problems of this audit to the file of --baseline, and accept them."),
  ]
}

/// The accepted problems of an audit.
///
/// The report of each session carries its problems in front of what the format rendered, because
/// the problems of a session are known only where it is judged.
struct AuditBaseline {
  private let path: String
  private let isUpdated: Bool
  private let sessions: PackedSessions
  private var check: BaselineCheck

  /// The baseline of a command line or configuration; nil without one.
  init?(_ arguments: Arguments, rules: [Rule]) throws {
    isUpdated = arguments.has("--update-baseline")
    guard let path = arguments.value("--baseline") ?? arguments.configuration.baseline else {
      if isUpdated {
        throw UsageError(
          "'--update-baseline' needs '--baseline FILE'", hint: "or 'baseline' in .adjournal.json")
      }
      return nil
    }
    if path == "-" { throw UsageError("'--baseline' needs a regular file; '-' is a stream") }
    self.path = path
    sessions = PackedSessions(rules: rules, tool: CommandTable.version)
    check = BaselineCheck(try Self.baseline(path, isUpdated: isUpdated), rules: rules)
  }

  private static func baseline(_ path: String, isUpdated: Bool) throws -> Baseline {
    if !NewFile.exists(path) {
      if isUpdated { return Baseline([]) }
      throw UsageError(
        "\(path): no such baseline", hint: "write it with '--update-baseline'")
    }
    let bytes = try RawFile.bytes(path: path, most: 1 << 26, "a baseline of at most 64 MiB")
    do throws(Baseline.Failure) {
      return try Baseline(file: bytes, tool: CommandTable.version)
    } catch {
      // A baseline of another version is replaced as a whole.
      if isUpdated && error.isOtherVersion { return Baseline([]) }
      throw UsageError("\(path): \(error.description)")
    }
  }

  /// The accepted problems, for formats that show them.
  var accepted: AcceptedProblems { check.accepted }

  /// Renders a session as `render` does, with the packed session in front if it has violations.
  func render(
    _ render: @escaping @Sendable (AuditedSession) -> [UInt8]
  ) -> @Sendable (AuditedSession) -> [UInt8] {
    let sessions = sessions
    return { audited in
      let report = render(audited)
      if report.isEmpty && !audited.isViolated { return [] }
      return sessions.report(report, behind: audited.isViolated ? audited : nil)
    }
  }

  /// Adds the session of a report and returns what the format rendered.
  mutating func take(_ report: [UInt8]) -> [UInt8] {
    let (session, rendered) = sessions.parts(of: report)
    if let session { check.add(session) }
    return rendered
  }

  /// The counts without the violations of accepted problems, which do not fail.
  func failing(_ tally: Tally) -> Tally {
    var failing = tally
    for severity in Severity.allCases {
      let accepted = isUpdated ? tally.count(severity) : check.acceptedViolations(severity)
      failing.add(severity: severity, -accepted)
    }
    return failing
  }

  /// Writes the file with `--update-baseline`; prints what is new and what is gone.
  func end() throws {
    if isUpdated {
      let updated = check.updated
      try NewFile.replace(path, updated.file(tool: CommandTable.version))
      let count = AuditText.count(updated.entries.count, "problem")
      Terminal.printError("\(path): \(count), \(check.new.count) new, \(check.gone.count) gone")
      return
    }
    Terminal.printError(
      "\(AuditText.count(check.acceptedCount, "problem")) accepted by \(path), "
        + "\(check.new.count) new, \(check.gone.count) gone")
    for entry in check.new { Terminal.printError("new: \(entry.text)") }
    for entry in check.gone { Terminal.printError("gone: \(entry.text)") }
    if !check.gone.isEmpty {
      Terminal.printError("remove what is gone with '--update-baseline'")
    }
  }
}
