import AdAudit
import AdFleet
import AdReplay
import AdReports
import AdRules
import JSONLines
import Platform

/// Reads a fleet: outputs of `audit --format jsonl`, and journals, which it audits.
struct FleetReader {
  private(set) var input: FleetInput
  private(set) var total = InputTally()
  /// The files and folders that were audited.
  private(set) var journals: [String] = []
  private let auditor: Auditor
  private let hasFigures: Bool
  /// The option that needs the facts and figures of each session; nil if none does.
  private let needsFigures: String?
  /// The id of the only problem whose violations are read and counted; nil for all.
  private let problem: String?

  /// Makes a reader; with `hasFigures`, the sessions of journals have ad figures and all facts.
  ///
  /// With `needsFigures`, an option such as `--by version`, a line without them is an error.
  ///
  /// With `problem`, violations of other problems are left out.
  init(
    _ arguments: Arguments, hasFigures: Bool, needsFigures: String? = nil,
    problem: (([Rule]) throws -> ProblemIdentity?) = { _ in nil }
  ) throws {
    self.needsFigures = needsFigures
    let rules = try Selection.rules(arguments)
    self.problem = try problem(rules)?.id
    input = FleetInput(rules: rules)
    self.hasFigures = hasFigures
    auditor = Auditor(
      rules: rules, policy: try Selection.policy(arguments), reader: try arguments.reader())
  }

  /// Calls the body with each session.
  ///
  /// - Throws: An error with the number of the first line that cannot be added.
  mutating func read(
    _ paths: [String], _ body: (FleetSession, FleetInput) -> Void
  ) throws {
    var journals: [String] = []
    for path in paths {
      if try Self.hasLines(path) {
        try read(lines: path, body)
      } else {
        journals.append(path)
      }
    }
    if !journals.isEmpty { try audit(journals, body) }
    self.journals += journals
  }

  /// Prints that sessions count more than once, if any do.
  ///
  /// Those of journals are named with both files, which a line does not have.
  func printRepeatedSessions() {
    let ofJournals = total.repeated
    let all = input.repeated
    let shown = ofJournals.count > 0 && ofJournals.count >= all.count ? ofJournals : all
    if let sentence = shown.sentence { Terminal.printError(sentence) }
  }

  /// Begins another fleet, which can have the same sessions.
  mutating func beginFleet() { input.beginFleet() }

  // MARK: Lines

  private mutating func read(
    lines path: String, _ body: (FleetSession, FleetInput) -> Void
  ) throws {
    var number = 0
    Progress.begin(reading: [path])
    try RawFile.forEachLine(path: path) { line in
      number += 1
      if line.isEmpty { return }
      var session = try session(line, at: "\(path):\(number)")
      if let problem { session.narrow(to: problem) }
      total.add(session.tally, damage: 0)
      body(session, input)
    }
  }

  private mutating func session(_ line: [UInt8], at location: String) throws -> FleetSession {
    let session = try located(location) { try $0.session(line) }
    if let needsFigures, !session.hasAllFigures {
      throw RawFile.Failure(
        description: "\(location): the line lacks what '\(needsFigures)' needs; write it with "
          + "'adjournal audit --format jsonl --figures'")
    }
    return session
  }

  /// Uses the input; an error gets a location.
  private mutating func located<Result>(
    _ location: String, _ body: (inout FleetInput) throws -> Result
  ) throws -> Result {
    do {
      return try body(&input)
    } catch let failure as FleetInput.Failure {
      throw RawFile.Failure(description: "\(location): \(failure.description)")
    }
  }

  /// Whether a path names the output of an audit: a stream, or a file whose first line is such a
  /// line.
  private static func hasLines(_ path: String) throws -> Bool {
    if path == "-" || FileVersion(path)?.isStream == true { return true }
    guard System.type(path: path) == .regular else { return false }
    return try RawFile.firstLine(path: path).map { line in
      beginnings.contains { line.starts(with: $0) }
    } ?? false
  }

  /// The beginnings of a session's line, and of a summary, about which an error is clearer than
  /// about a damaged journal.
  private static let beginnings = [#"{"path":"#, #"{"schema":"adjournal."#].map { Array($0.utf8) }

  // MARK: Journals

  /// The counts of a session without the violations of other problems, which are removed from it.
  private func narrowed(_ session: inout FleetSession, _ tally: Tally) -> Tally {
    guard let problem, !session.violations.isEmpty else { return tally }
    let before = session.tally
    session.narrow(to: problem)
    var left = tally
    for severity in Severity.allCases {
      left.add(severity: severity, session.tally.count(severity) - before.count(severity))
    }
    return left
  }

  private mutating func audit(
    _ paths: [String], _ body: (FleetSession, FleetInput) -> Void
  ) throws {
    let sessions = PackedSessions(
      rules: auditor.rules, tool: CommandTable.version, hasFigures: hasFigures)
    Progress.begin(reading: paths)
    for output in auditor.audit(paths, render: sessions.pack) {
      guard case .session(let packed, let tally, let damage, let notes) = output,
        var session = sessions.session(packed)
      else {
        total.take(output)
        continue
      }
      let left = narrowed(&session, tally)
      total.take(.session(report: [], tally: left, damage: damage, notes: notes))
      try located("audit") { try $0.check(session) }
      body(session, input)
    }
  }
}
