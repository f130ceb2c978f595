internal import AdAudit
package import AdReports
internal import AdRules

/// A comparison as text.
package struct ComparisonText {
  private let comparison: FleetComparison
  private let groups: [FleetGroup]
  private let style: TextStyle
  /// The number of sessions that count more than once, because several journals have them.
  package var repeatedSessions = 0

  package init(_ comparison: FleetComparison, _ groups: [FleetGroup], style: TextStyle) {
    self.comparison = comparison
    self.groups = groups
    self.style = style
  }

  /// The rows with a difference, or all rows, and the counts; of few groups also the rows of
  /// sessions without violations.
  package func text(all: Bool) -> String {
    let shown = comparison.rows.filter { row in
      if case .withoutViolations = row.subject, groups.count <= Self.mostSizes { return true }
      return all || row.change.rank < Change.unchanged.rank
    }
    let rows = shown.map { lines($0).map { $0 + "\n" }.joined() }.joined()
    return rows + (shown.isEmpty ? "" : "\n") + ending(all: all)
  }

  private func lines(_ row: ComparisonRow) -> [String] {
    let needed =
      row.change == .tooFew
      ? [
        "   "
          + (row.sessionsNeeded.map { "\(Self.grouped($0)) sessions on each side would tell" }
            ?? "the values do not say how many sessions would tell")
      ] : []
    let title = title(row) + (row.isAccepted == true ? "  accepted" : "")
    return [title] + about(row) + values(row).map { "   \($0)" } + needed + example(row)
  }

  /// What the rule demands, and which event is missing.
  private func about(_ row: ComparisonRow) -> [String] {
    var texts = [row.sentence]
    if case .problem(_, let identity, _) = row.subject {
      texts.append(identity.missing.map { "then no \($0)" })
    }
    return texts.compactMap { $0 }.map(ProblemsText.indented)
  }

  /// The smallest session with a violation, for a difference.
  private func example(_ row: ComparisonRow) -> [String] {
    guard row.change.rank < Change.unchanged.rank, let example = row.example else { return [] }
    let name = TerminalEscaping.text(example.session)
    return [
      "   Smallest session: \(name) (\(AuditText.count(example.records, "record"))) in "
        + style.place(example.path)
    ]
  }

  private func title(_ row: ComparisonRow) -> String {
    let change = FittedText.padded(row.change.rawValue, 9)
    let colored =
      switch row.change {
      case .new, .worse: style.red(change)
      case .gone, .better: style.green(change)
      case .unchanged, .tooFew: style.faint(change)
      }
    switch row.subject {
    case .withoutViolations:
      return "\(colored)  \(style.bold("sessions without a violation")) (warning or error)"
    case .problem(let id, let identity, let severity):
      let rule = TerminalEscaping.text(identity.rule)
      return "\(colored)  \(severity.rawValue) \(style.bold(rule))  \(id)"
    case .rule(let id, let severity):
      return "\(colored)  \(severity.rawValue) \(style.bold(TerminalEscaping.text(id)))  rule"
    case .figure(let name): return "\(colored)  \(style.bold(TerminalEscaping.text(name)))"
    }
  }

  private func values(_ row: ComparisonRow) -> [String] {
    let names = [row.before, row.after].map(TerminalEscaping.text)
    let width = min(24, names.map(FittedText.columns).max() ?? 0)
    let texts: [String] =
      switch row.values {
      case .rates(let before, let after): [Self.text(before), Self.text(after)]
      case .means(let before, let after):
        [before, after].map { Self.text($0, FigureUnit(isDuration: row.subject.isDuration)) }
      }
    return zip(names, texts).map { "\(FittedText.padded($0, width))  \($1)" }
  }

  /// A rate with its interval: `12 of 277: 4.33 % (2.26 % to 7.44 %)`.
  package static func text(_ rate: Rate) -> String {
    guard let value = rate.value else { return "–" }
    let range = rate.interval
    let bounds =
      rate.part == 0
      ? "at most \(percent(range.upperBound))"
      : "\(percent(range.lowerBound)) to \(percent(range.upperBound))"
    return "\(grouped(rate.part)) of \(grouped(rate.whole)): \(percent(value)) (\(bounds))"
  }

  private static func text(_ mean: MeanFigure?, _ unit: FigureUnit) -> String {
    guard let mean else { return "–" }
    let value = rounded(unit.value(mean.value))
    guard let range = mean.interval else { return value }
    let (low, high) = (unit.value(range.lowerBound), unit.value(range.upperBound))
    return "\(value) (\(rounded(low)) to \(rounded(high)))"
  }

  private static func percent(_ value: Double) -> String { "\(rounded(value * 100)) %" }

  /// A number with three significant digits.
  private static func rounded(_ value: Double) -> String {
    if value == 0 || !value.isFinite { return "0" }
    var scale = 1.0
    while abs(value) * scale < 100 && scale < 1e12 { scale *= 10 }
    return AuditText.number((value * scale).rounded() / scale)
  }

  /// A number with a comma after every three digits.
  private static func grouped(_ number: some BinaryInteger) -> String {
    let digits = Array(String(number))
    return digits.enumerated().map { index, digit in
      let left = digits.count - index
      return index > 0 && left.isMultiple(of: 3) ? ",\(digit)" : String(digit)
    }.joined()
  }

  private func ending(all: Bool) -> String {
    let counts = Change.allCases.map { "\(comparison.count($0)) \($0.rawValue)" }
    let left = comparison.count(.unchanged) + comparison.count(.tooFew)
    let untimed = groups.reduce(0) { $0 + $1.sessionsWithoutTimes }
    let notes = [
      untimed == 0
        ? nil : "\(AuditText.count(untimed, "session")) without times, left out of durations",
      comparison.hasFigures
        ? nil : "no ad figures in the lines; audit with '--figures' to compare them",
      all || left == 0 ? nil : "'--all' prints the rows without a difference",
    ]
    return "sessions: \(sizes)\(AuditText.repeated(repeatedSessions))\n"
      + style.bold(counts.joined(separator: ", ")) + "\n"
      + notes.compactMap { $0 }.map { $0 + "\n" }.joined()
  }

  /// The number of groups whose sizes are listed.
  private static let mostSizes = 9

  /// The numbers of sessions of the groups; of many groups the smallest and the greatest one.
  private var sizes: String {
    if groups.count > Self.mostSizes, let least = groups.map({ $0.sessions }).min(),
      let most = groups.map({ $0.sessions }).max()
    {
      return "\(groups.count) groups of \(Self.grouped(least)) to \(Self.grouped(most))"
    }
    return groups.map { "\(TerminalEscaping.text($0.name)): \(Self.grouped($0.sessions))" }
      .joined(separator: ", ")
  }
}
