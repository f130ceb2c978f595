import AdAudit
import AdFleet
import AdReports
import AdRules
import JSONLines

extension CommandEntry {
  static let compare = CommandEntry(
    name: "compare", summary: "Compare two fleets, or the versions, days or networks of one.",
    operands: "FILE…", fewest: 1,
    options: [
      OptionEntry(
        name: "--by", value: .one("FIELD"),
        help:
          "Compare each version, sdk_version, os, day or build with the one before it, or each adapter, "
          + "network or creative with all others.",
        choices: ComparisonField.allCases.map(\.rawValue)),
      OptionEntry(name: "--all", help: "Also print rows without a difference."),
      .textOrJSON,
      OptionEntry(
        name: "--baseline", value: .one("FILE"),
        help: "Mark the problems that FILE accepts, and fail on them only if they are worse."),
    ] + OptionEntry.ofSelection + OptionEntry.ofExitPolicy.filter { $0.name != "--strict" } + [
      .filesFrom, .jobs,
    ],
    examples: [
      Example(
        "adjournal compare Journals/sessions Journals/incidents",
        "compare two folders of journals"),
      Example(
        "adjournal compare --by version --exit-zero --format json Journals/incidents",
        "compare each version of the app with the one before it"),
      Example(
        "adjournal compare --by adapter --exit-zero Journals/incidents",
        "compare each adapter with all others"),
    ],
    details: """
      Without --by, the two operands are the fleet before and the fleet after. With --by, all operands
      are one fleet. An operand is a journal, a folder, or the output of 'adjournal audit --format jsonl
      --figures'. Lines without --figures have no ad figures; with --by, they are an error. By os and
      sdk_version, only versions of one system or SDK are compared. 4.9 comes before 4.10, and
      4.11.0-beta.2 before 4.11.0.

      The first row is the share of sessions without a violation of severity warning or error. For each
      problem (see 'adjournal triage'), and each rule that does not have exactly one problem: the share
      of violated sessions among those in which the rule applied, and the smallest session of a
      difference. For the ads, fill rate, show rate and load duration (geometric mean), also of each
      format and of the 20 units with the most requests, and revenue per session. In parentheses, the
      interval that contains the true value with a probability of 95 %: exact (Clopper-Pearson) for
      shares.

      With --by adapter, network or creative, each one is compared with all others together, by the
      sessions with its ads. A violation counts for the ad that its witness is about. Further rows are
      those of 'adjournal stats --by network': missing rewards and dismissals, early clicks, unclean ends,
      the time on the screen (geometric mean), and eCPM. No row is new or gone.

      A row is new, worse, gone or better only if Fisher's exact test (for means, Welch's t test) finds
      a difference. All tests of a call are corrected together (Benjamini-Hochberg): on average at most
      5 % of the reported differences are wrong. Most of these 5 % go to tests for more violations, and
      to those that can find a doubling. A row is unchanged if a doubling of its rate would have
      been found, for a figure a change by a tenth; otherwise there are too few sessions to tell.
      Sessions of one install are not independent: the design effect of installs widens intervals.

      The exit status is 1 if a problem or rule of at least --severity is new or worse. A new problem
      that --baseline accepts does not count, nor a new rule with violations of accepted problems only.
      An accepted problem that is worse counts: the baseline accepts that it occurs, not that it occurs
      more often.
      """
  ) { arguments, terminal in
    var command = try CompareCommand(arguments)
    return try command.run(&terminal)
  }
}

/// A fact of the header, or of the ads, by which sessions are grouped.
enum ComparisonField: String, CaseIterable {
  case version
  case sdkVersion = "sdk_version"
  case os
  case day
  case build
  case adapter
  case network
  case creative

  /// The field of the ads; nil for a fact of the header.
  var ofAds: StatisticsField? {
    StatisticsField(rawValue: rawValue).flatMap { $0.isOfNetwork ? $0 : nil }
  }

  /// What a group of sessions is a version of; nil where versions of everything are compared.
  func product(_ facts: HeaderFacts) -> String? {
    switch self {
    case .sdkVersion: facts.sdk
    case .os: facts.os
    default: nil
    }
  }

  /// Why no two groups can be compared.
  var absenceOfPairs: String {
    switch self {
    case .sdkVersion: "no SDK has two versions"
    case .os: "no system has two versions"
    default: "there are not two groups"
    }
  }

  /// The value of a session; nil if its header does not say it.
  func value(_ facts: HeaderFacts) -> String? {
    switch self {
    case .version: facts.appVersion
    case .sdkVersion: facts.sdkWithVersion
    case .os: facts.system
    case .day: facts.day
    case .build: facts.build
    case .adapter, .network, .creative: nil
    }
  }
}

/// One execution of `adjournal compare`.
private struct CompareCommand {
  private let arguments: Arguments
  private let paths: [String]
  private let field: ComparisonField?
  private var reader: FleetReader
  /// The accepted problems; nil without a baseline.
  private var baseline: AuditBaseline?

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    paths = try FileList.paths(arguments)
    field = arguments.value("--by").flatMap(ComparisonField.init(rawValue:))
    if field == nil && paths.count != 2 {
      throw UsageError(
        "'compare' needs two operands, BEFORE and AFTER, not \(paths.count)",
        hint: "or group one fleet with '--by FIELD'")
    }
    reader = try FleetReader(
      arguments, hasFigures: true, needsFigures: field.map { "--by \($0.rawValue)" })
    baseline = try AuditBaseline(arguments, rules: reader.input.rules)
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitCode {
    var (groups, comparison) = try compared()
    if let baseline { comparison.accept(baseline.acceptedRows) }
    reader.printRepeatedSessions()
    if arguments.value("--format") == "json" {
      var writer = JSONWriter()
      ComparisonJSON.write(
        comparison, groups, tool: reader.input.tool,
        repeatedSessions: reader.input.repeated.count, to: &writer)
      writer.endLine()
      terminal.write(json: writer.bytes)
    } else if !reader.total.codes.contains(.unreadable) {
      var text = ComparisonText(comparison, groups, style: terminal.style)
      text.repeatedSessions = reader.input.repeated.count
      terminal.write(text.text(all: arguments.has("--all")))
    }
    terminal.flush()
    let isWorse = comparison.isWorse(atLeast: ExitPolicy(arguments).least)
    let fails = isWorse && !arguments.has("--exit-zero")
    return ExitCode.worst(reader.total.codes + (fails ? [.violated] : []))
  }

  private mutating func compared() throws -> ([FleetGroup], FleetComparison) {
    if let field = field?.ofAds {
      let networks = try networks(by: field)
      return (networks.sorted, FleetComparison(networks, rules: reader.input.rules))
    }
    let groups = try field.map { try self.groups(by: $0) } ?? sides()
    return (groups, FleetComparison(groups, rules: reader.input.rules))
  }

  /// The adapters, networks or creatives of one fleet.
  private mutating func networks(by field: StatisticsField) throws -> NetworkGroups {
    var networks = NetworkGroups(by: field, rules: reader.input.rules.count)
    try reader.read(paths) { session, input in
      networks.add(session, of: input)
      baseline?.add(session)
    }
    if networks.sorted.isEmpty {
      Terminal.printError("no ad has the field '\(field.rawValue)'")
    }
    return networks
  }

  /// The fleets of the two operands.
  private mutating func sides() throws -> [FleetGroup] {
    var groups: [FleetGroup] = []
    for path in paths {
      var group = FleetGroup(path, rules: reader.input.rules.count)
      reader.beginFleet()
      try reader.read([path]) { session, input in
        group.add(session, of: input)
        baseline?.add(session)
      }
      groups.append(group)
    }
    return groups
  }

  /// The groups of one fleet, in natural order, those of a system or an SDK together.
  private mutating func groups(by field: ComparisonField) throws -> [FleetGroup] {
    let count = reader.input.rules.count
    var groups: [String: FleetGroup] = [:]
    var unknown = 0
    try reader.read(paths) { session, input in
      baseline?.add(session)
      guard let value = field.value(session.facts) else {
        unknown += 1
        return
      }
      let product = field.product(session.facts)
      groups[value, default: FleetGroup(value, of: product, rules: count)].add(session, of: input)
    }
    if unknown > 0 {
      Terminal.printError(
        "\(AuditText.count(unknown, "session")) left out: the header does not say "
          + "'\(field.rawValue)', or is lost")
    }
    let sorted = FleetGroup.sorted(groups.values)
    if FleetGroup.pairs(sorted).isEmpty {
      Terminal.printError("nothing to compare: \(field.absenceOfPairs)")
    }
    return sorted
  }
}
