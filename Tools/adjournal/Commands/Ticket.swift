import AdFleet
import AdRedaction
import AdReplay
import AdReports
import AdRules
import AdSession
import AdTickets
import JournalFormat
import JournalInput
import Platform

extension CommandEntry {
  static let ticket = CommandEntry(
    name: "ticket", summary: "Write a ticket about a problem for the vendor of an ad SDK.",
    operands: "FILE…", fewest: 1,
    options: [
      OptionEntry(
        name: "--for", value: .one("VENDOR"),
        help: "The vendor: applovin, google or levelplay. Required.",
        choices: TicketVendor.allCases.map(\.rawValue)),
      .problem("Write about this problem of 'adjournal triage' (default: the first one)."),
      OptionEntry(
        name: "--to", value: .one("FOLDER"),
        help: "Write ticket.md and journal.jsonl to a new folder instead of standard output."),
      OptionEntry(
        name: "--with-ids",
        help: "Name the app, ad unit, creative, response, device and time, too."),
      .key(
        "Use this key file for pseudonyms: 32 bytes, or 64 hexadecimal digits (default: a random key)."
      ),
    ] + OptionEntry.ofSelection + [.filesFrom, .jobs],
    examples: [
      Example(
        "adjournal ticket --for google --rule dismiss-once Journals/incidents/dismissed-twice.jsonl",
        "print a ticket about one rule"),
      Example(
        "adjournal ticket --for applovin --to ticket Journals/incidents",
        "write a ticket about the first problem of AppLovin MAX, and its journal"),
    ],
    details: """
      The ticket answers what the support of the vendor asks: versions and device, what happens, steps,
      since which version of the SDK, how often, and the ad. What no journal says is left to fill in,
      with what to attach. FILE is a journal or a folder. Give many sessions, of several versions of the
      SDK: rates and the first version come from all of them. Only sessions of the vendor's SDK count,
      if there are any.

      The problem is the first one of 'adjournal triage', or that of --problem, among the rules of
      --rule. Rates have intervals as in 'adjournal compare --by sdk_version'. The steps are the records
      of the smallest journal that shows the problem (see 'adjournal shrink'); it is redacted as by
      'adjournal redact --keep adapter,network', and still violates the rule.

      Without --with-ids, the ticket has no name of the app, no ad unit, creative, response id or date.
      A vendor needs some of them to find the session in its own data: decide for each ticket. An app
      that does not set keepsResponseIDs records a hash of the response id, which no vendor can look up.

      The exit status is 0 if there is a ticket, and 2 if no session has such a problem.
      """
  ) { arguments, terminal in
    var command = try TicketCommand(arguments)
    return try command.run(&terminal)
  }
}

/// One execution of `adjournal ticket`.
private struct TicketCommand {
  private let vendor: TicketVendor
  private let paths: [String]
  private let folder: String?
  private let ids: TicketCase.IDs
  private let policy: [PolicySetting]
  private let problem: ProblemIdentity?
  private let key: SealKey
  private var reader: FleetReader
  private let all: TicketFleet

  init(_ arguments: Arguments) throws {
    let choices = TicketVendor.allCases.map(\.rawValue)
    guard let name = arguments.value("--for") else {
      throw UsageError.missing("--for", choices)
    }
    guard let vendor = TicketVendor(rawValue: name) else {
      throw UsageError.invalid(name, for: "--for", choices)
    }
    self.vendor = vendor
    paths = try FileList.paths(arguments)
    if paths.contains("-") {
      throw UsageError("'ticket' needs regular files; '-' is a stream")
    }
    folder = try arguments.newFile()
    if let folder { try NewFile.refuseExisting([folder]) }
    ids = arguments.has("--with-ids") ? .all : .redacted
    policy = try Selection.policy(arguments)
    // Only sessions with figures have the facts of the header if nothing is violated.
    reader = try FleetReader(arguments, hasFigures: true, problem: arguments.problem)
    problem = try arguments.problem(of: reader.input.rules)
    key = try arguments.sealKey() ?? Redaction.randomKey()
    all = TicketFleet(rules: reader.input.rules)
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitCode {
    let fleet = try read()
    guard let problem = fleet.table.sorted.first else { throw noProblem() }
    guard let rule = reader.input.rules.first(where: { $0.id == problem.identity.rule }) else {
      throw noProblem()
    }
    let example = try self.example(problem, rule)
    let text = TicketText(for: vendor, problem, rule, fleet, example)
    if let folder {
      try write(text, example, to: folder)
      terminal.write(
        "\(TerminalEscaping.text(folder))  ticket.md, journal.jsonl: \(rule.id)  \(problem.id)\n")
    } else {
      terminal.write(plain: text.text(attachment: nil))
    }
    if rule.actor == .app || rule.actor == .user {
      Terminal.printError(
        "'\(rule.id)' is about the code of the app; the vendor may ask for it")
    }
    terminal.flush()
    return ExitCode.worst(reader.total.codes)
  }

  /// The sessions of the vendor's SDK, or all sessions if there are none of it.
  private mutating func read() throws -> TicketFleet {
    var (own, other, sessions) = (all, all, 0)
    let sdk = vendor.sdk
    try reader.read(paths) { session, input in
      sessions += 1
      if session.facts.sdk == sdk { own.add(session, of: input) }
      other.add(session, of: input)
    }
    reader.printRepeatedSessions()
    if reader.journals.count < paths.count {
      throw UsageError("'ticket' needs journals, not the output of 'adjournal audit'")
    }
    if own.table.sessions > 0 { return own }
    if sessions > 0 {
      Terminal.printError(
        "no session has the SDK '\(sdk)'; the ticket is about all \(sessions) of them")
    }
    return other
  }

  private func noProblem() -> UsageError {
    UsageError(
      "no session has \(problem == nil ? "a problem" : "this problem")",
      hint: "'adjournal triage FILE' prints the problems")
  }

  /// The smallest session with the problem; segments in other files are read only if it needs them.
  private func example(_ problem: Problem, _ rule: Rule) throws -> TicketCase {
    let name = problem.exemplar.session
    var redaction = Redaction(key: key, keeping: ids.kept)
    let shrinker = ProblemShrinker(reader.input.rules, policy: policy)
    var failure = "the session '\(name)' is gone"
    for files in [[problem.exemplar.path], paths] {
      for delivery in JournalReader.onAllCores.read(files, judge: { $0.id == name ? $0 : nil }) {
        guard case .session(let reading?) = delivery else { continue }
        do throws(TicketCase.Failure) {
          return try TicketCase(
            problem.identity, of: rule, in: reading, ids, shrinker: shrinker, policy: policy,
            redaction: &redaction)
        } catch {
          failure = error.description
        }
      }
    }
    throw UsageError(
      "no ticket of problem \(problem.id): \(failure)",
      hint: "'adjournal triage FILE' prints other problems for '--problem'")
  }

  private func write(
    _ text: TicketText, _ example: TicketCase, to folder: String
  ) throws {
    if SystemCalls.makePlainFolder(folder) < 0 {
      throw NewFile.Failure(description: "\(folder): cannot create the folder")
    }
    // Both are made to be shared.
    try NewFile.write(example.journal, to: "\(folder)/journal.jsonl", from: [])
    try NewFile.write(
      Array(text.text(attachment: "journal.jsonl").utf8), to: "\(folder)/ticket.md", from: [])
  }
}
