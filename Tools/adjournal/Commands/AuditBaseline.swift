import AdAudit
import AdFleet
import AdReports
import AdRules
import AdSession
import Platform

extension OptionEntry {
  static let baseline = OptionEntry(
    name: "--baseline", value: .one("FILE"),
    help: "Fail only on problems that FILE does not list, or that occur more often than it says.")

  /// The options of ``AuditBaseline`` in `audit`.
  static let ofBaseline = [
    baseline,
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
  ///
  /// With `problem`, the audit lists only the violations of the problem with this id. With
  /// `--session`, nothing is gone or grown: that depends on all sessions.
  init?(_ arguments: Arguments, rules: [Rule], problem: String? = nil) throws {
    if problem != nil, arguments.has("--update-baseline") {
      throw UsageError(
        "'--update-baseline' needs all problems", hint: "leave out '--problem'")
    }
    let hasAllSessions = !arguments.has("--session")
    if !hasAllSessions, arguments.has("--update-baseline") {
      throw UsageError(
        "'--update-baseline' needs all sessions", hint: "leave out '--session'")
    }
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
    let baseline = try Self.baseline(path, isUpdated: isUpdated)
    let today = String(WallClock.text(SystemCalls.live.wall() / 1_000_000).prefix(10))
    check = BaselineCheck(baseline, rules: rules, today: today)
    check.onlyProblem = problem
    check.hasAllSessions = hasAllSessions
    if let other = baseline.otherTool {
      Terminal.printError(
        "\(path): written by adjournal \(other), and this is \(CommandTable.version): problems with "
          + "other ids are accepted by their rule; write it again with '--update-baseline'")
    }
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

  /// Adds a session of a fleet, or of lines that are merged.
  mutating func add(_ session: FleetSession) { check.add(session) }

  /// The ids of the rows of a comparison with violations of accepted problems only.
  var acceptedRows: Set<String> { check.acceptedRows }

  /// The state of each problem in the baseline, by id.
  func states(of tally: Tally) -> [String: BaselineState] { counted(tally).states }

  private func counted(_ tally: Tally) -> BaselineCheck {
    var check = check
    check.sessions = tally.sessions
    return check
  }

  /// A line of text about the violations that text leaves out; empty without such violations.
  func note(_ tally: Tally) -> String {
    let listing = counted(tally).unlisted
    if listing.violations == 0 { return "" }
    let (violations, isOne) = (listing.violations, listing.violations == 1)
    return "\(AuditText.count(violations, "accepted violation")) of "
      + "\(AuditText.count(listing.problems, "problem")) \(isOne ? "is" : "are") not listed. "
      + "Run 'adjournal triage --baseline \(TerminalEscaping.text(path))' for accepted problems.\n"
  }

  /// Writes the file with `--update-baseline`; prints what is new, grown and gone.
  ///
  /// Returns the counts without the violations of accepted problems, which do not fail.
  func end(_ tally: Tally) throws -> Tally {
    let check = counted(tally)
    if isUpdated { try write(check) } else { print(check) }
    var failing = tally
    for severity in Severity.allCases {
      let accepted = isUpdated ? tally.count(severity) : check.acceptedViolations(severity)
      failing.add(severity: severity, -accepted)
    }
    return failing
  }

  private func write(_ check: BaselineCheck) throws {
    let updated = check.updated
    try NewFile.replace(path, updated.file(tool: CommandTable.version))
    let count = AuditText.count(updated.entries.count, "problem")
    Terminal.printError("\(path): \(count), \(check.new.count) new, \(check.gone.count) gone")
  }

  private func print(_ check: BaselineCheck) {
    let (new, gone, grown, over) = (check.new, check.gone, check.grown, check.over)
    Terminal.printError(
      "\(AuditText.count(check.acceptedCount, "problem")) accepted by \(path), \(new.count) new, "
        + "\(gone.count) gone" + (grown.isEmpty ? "" : ", \(grown.count) grown"))
    Self.printLines(new.map { "new: \($0.text)" })
    Self.printLines(over.map { "accepted only until \($0.until ?? ""): \($0.text)" })
    Self.printLines(
      grown.map { now, before in
        "grown: \(now.text): \(Self.share(now)), accepted with \(Self.share(before))"
      })
    Self.printLines(gone.map { "gone: \($0.text)" })
    if !gone.isEmpty { Terminal.printError("remove what is gone with '--update-baseline'") }
  }

  private static func share(_ entry: Baseline.Entry) -> String {
    "\(entry.sessions ?? 0) of \(AuditText.count(entry.of ?? 0, "session"))"
  }

  /// The maximum number of lines of one kind.
  private static let mostLines = 20

  private static func printLines(_ lines: [String]) {
    for line in lines.prefix(mostLines) { Terminal.printError(line) }
    if lines.count > mostLines { Terminal.printError("and \(lines.count - mostLines) more") }
  }
}
