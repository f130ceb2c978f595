internal import AdAudit
package import AdReports
internal import AdRules

/// The problems of a fleet as text.
package struct ProblemsText {
  private let table: ProblemTable
  private let input: FleetInput
  /// The state of each problem in the baseline, by id; nil without a baseline.
  private let states: [String: BaselineState]?
  private let style: TextStyle

  package init(
    _ table: ProblemTable, of input: FleetInput, states: [String: BaselineState]? = nil,
    style: TextStyle
  ) {
    self.table = table
    self.input = input
    self.states = states
    self.style = style
  }

  /// The text of the first `top` problems; `journals` has the path of the shrunk journals, by id.
  package func text(top: Int, journals: [String: String]) -> String {
    let problems = table.sorted
    let shown = problems.prefix(top)
    let texts = shown.enumerated().map { number, problem in
      lines(problem, number + 1, journals[problem.id]).map { $0 + "\n" }.joined() + "\n"
    }
    return texts.joined() + ending(problems, shown.count)
  }

  private func lines(_ problem: Problem, _ number: Int, _ journal: String?) -> [String] {
    let rule = TerminalEscaping.text(problem.identity.rule)
    let title =
      "\(number). \(colored(problem.severity)) \(style.bold(rule))  \(problem.id)"
      + (states?[problem.id].map { "  \($0.rawValue)" } ?? "")
    let remedy = problem.remedy.map { "Fix: \($0.filter { $0 != "`" })" }
    let parts = [
      problem.sentence, problem.circumstances, counts(problem), problem.formatsText,
      NetworkShare.text(table, problem), consequences(problem), ranges(problem),
      trend(problem), remedy,
    ]
    let example = TerminalEscaping.text(problem.exemplar.session)
    let path = style.place(problem.exemplar.path)
    let records = AuditText.count(problem.exemplar.records, "record")
    let last = [
      "Smallest session: \(example) (\(records)) in \(path)",
      journal.map { "Shrunk: \(style.place($0))" },
    ]
    return [title]
      + parts.compactMap { $0 }.filter { !$0.isEmpty }.map(Self.indented)
      + last.compactMap { $0 }.map { "   \($0)" }
  }

  /// A line below the title of a problem or of a row.
  static func indented(_ text: String) -> String { "   " + TerminalEscaping.text(text) }

  private func colored(_ severity: Severity) -> String {
    switch severity {
    case .error: style.red(severity.rawValue)
    case .warning: style.yellow(severity.rawValue)
    case .info: style.blue(severity.rawValue)
    }
  }

  private func counts(_ problem: Problem) -> String {
    let rate = ProblemRate(problem, table, input)
    let perThousand = rate.perThousand.map { " (\(Self.rounded($0)) per 1,000)" } ?? ""
    let about = problem.installs.isExact ? "" : "about "
    return "\(AuditText.count(problem.violations, "violation")) in \(problem.sessions) of "
      + "\(AuditText.count(rate.activated, "session"))\(perThousand), "
      + "\(about)\(AuditText.count(problem.installs.installs, "install"))"
  }

  private func consequences(_ problem: Problem) -> String? {
    if problem.consequences.isEmpty { return nil }
    let rules = problem.consequences.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    return "Included, because they follow: \(rules.joined(separator: ", "))"
  }

  private func ranges(_ problem: Problem) -> String {
    [
      Self.range("version ", problem.versions), Self.range("", problem.sdks),
      Self.range("", problem.systems), Self.range("", problem.days),
    ].compactMap { $0 }.joined(separator: ", ")
  }

  /// The maximum number of characters of a bar.
  private static let longestBar = 14

  /// `Sessions per day: ▁▃█ 2026-10-20 to 2026-10-22`, over the days of all problems; nil if these
  /// are one day.
  private func trend(_ problem: Problem) -> String? {
    guard
      let trend = problem.sessionsByDay.trend(over: table.days, parts: Self.longestBar)
    else { return nil }
    let part = trend.daysOfPart == 1 ? "day" : "\(trend.daysOfPart) days"
    return "Sessions per \(part): \(trend.bar) \(trend.first) to \(trend.last)"
  }

  static func range(_ noun: String, _ range: FactRange) -> String? {
    guard let first = range.first, let last = range.last else { return nil }
    return first == last ? noun + first : "\(noun)\(first) to \(last)"
  }

  /// A number with one digit behind the point, or three if it is below 1.
  static func rounded(_ value: Double) -> String {
    let factor = value < 1 ? 1000.0 : 10.0
    return AuditText.number((value * factor).rounded() / factor)
  }

  private func ending(_ problems: [Problem], _ shown: Int) -> String {
    let sessions = AuditText.count(table.sessions, "session")
    let found =
      "\(sessions), \(table.violatedSessions) with "
      + "\(AuditText.count(table.violations, "violation")): "
      + AuditText.count(problems.count, "problem")
    let left = problems.count - shown
    let (repeated, untimed) = (input.repeated.count, table.sessionsWithoutTimes)
    let notes = [
      repeated == 0 ? nil : "\(AuditText.count(repeated, "session")) also in another journal",
      untimed == 0
        ? nil : "\(AuditText.count(untimed, "session")) without times and so without a day",
      left == 0 ? nil : "\(AuditText.count(left, "more problem")); '--top 0' prints all of them.",
    ]
    return style.bold(found) + "\n" + notes.compactMap { $0 }.map { $0 + "\n" }.joined()
  }
}

extension NetworkShare {
  /// The number of networks that a text names.
  private static let most = 3

  /// The networks of a problem: `Networks: N 83 % of 12 (other problems: 20 %), …`; nil without
  /// any.
  package static func text(_ table: ProblemTable, _ problem: Problem) -> String? {
    let all = table.networks(of: problem)
    if all.isEmpty { return nil }
    let total = all.reduce(0) { $0 + $1.violations }
    let parts = all.prefix(most).enumerated().map { number, network in
      let whole = number == 0 ? " of \(AuditText.count(total, "violation"))" : ""
      let others = network.shareOfOthers.map { " (other problems: \(percent($0)))" } ?? ""
      return "\(network.name) \(percent(network.share))\(whole)\(others)"
    }
    let left = all.count - parts.count
    return heading(table.field) + parts.joined(separator: ", ")
      + (left > 0 ? ", and \(left) more" : "")
  }

  private static func heading(_ field: StatisticsField?) -> String {
    switch field {
    case .adapter: "Adapters: "
    case .creative: "Creatives: "
    default: "Networks: "
    }
  }

  /// The space between the number and its unit does not end a line.
  private static func percent(_ share: Double) -> String {
    "\(Int((share * 100).rounded()))\u{A0}%"
  }
}
