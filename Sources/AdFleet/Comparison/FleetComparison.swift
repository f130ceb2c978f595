internal import AdReports
package import AdRules

/// Compares parts of a fleet: two fleets, or each version with the one before it.
///
/// All comparisons of a call are corrected together, so that at most 5 % of the reported
/// differences are wrong on average, and a call in which nothing differs reports a difference in at
/// most 5 % of the cases. See ``ErrorShares``.
package struct FleetComparison {
  /// The share of wrong differences.
  package static let level = 0.05
  static let withoutViolations = "without_violations"
  static let fillRate = "fill_rate"
  static let showRate = "show_rate"
  /// The geometric mean of the load durations.
  static let latency = "latency_ms"
  /// Followed by a currency.
  static let revenue = "revenue_per_session"
  /// The geometric mean of the times on the screen; only of networks.
  static let onScreen = "on_screen_ms"
  /// The revenue of 1,000 paid impressions, followed by a currency; only of networks.
  static let perThousand = "ecpm"

  /// The rows: sessions without violations, then differences, then by severity and p-value.
  package private(set) var rows: [ComparisonRow]
  /// Whether all sessions had figures.
  package let hasFigures: Bool

  /// Compares each group with the next one of the same product.
  package init(_ groups: [FleetGroup], rules: [Rule]) {
    self.init(
      FleetGroup.pairs(groups).flatMap { Self.violations($0, rules) + Self.figures($0) }, groups)
  }

  /// Compares each adapter, network or creative with all others.
  package init(_ networks: NetworkGroups, rules: [Rule]) {
    let rows = networks.pairs.flatMap { pair in
      Self.violations(pair, rules) + Self.figures(ofNetworks: pair)
    }
    self.init(rows, networks.sorted, isOfNetworks: true)
  }

  /// Corrects the tests of rows together.
  init(_ found: [ComparisonRow], _ groups: [FleetGroup], isOfNetworks: Bool = false) {
    var rows = found
    let shares = ErrorShares.shares(
      of: rows, figures: isOfNetworks ? ErrorShares.networkFigures : ErrorShares.figures)
    let adjusted = RateTests.adjusted(rows.map { $0.pValue ?? 1 }, shares: shares)
    for index in rows.indices {
      rows[index].adjusted = adjusted[index]
      rows[index].decide(level: Self.level)
      if isOfNetworks { rows[index].change = rows[index].change.withoutOrder }
    }
    hasFigures = groups.allSatisfy { $0.hasFigures }
    self.rows = rows.enumerated().sorted { one, other in
      Self.key(one.element, one.offset) < Self.key(other.element, other.offset)
    }.map { $0.element }
  }

  private static func key(_ row: ComparisonRow, _ offset: Int) -> (Int, Int, Double, Int) {
    if case .withoutViolations = row.subject { return (-1, 0, 0, offset) }
    let severity = row.severity.flatMap { Severity.allCases.firstIndex(of: $0) }
    return (row.change.rank, -(severity ?? Severity.allCases.count), row.pValue ?? 1, offset)
  }

  /// The rows of sessions without violations, of the problems, and of the rules that do not have
  /// exactly one problem.
  private static func violations(
    _ pair: (FleetGroup, FleetGroup), _ rules: [Rule]
  ) -> [ComparisonRow] {
    var all = pair.1.problems
    for (id, identity) in pair.0.problems { all[id] = identity }
    let problems = Dictionary(grouping: all.sorted { $0.key < $1.key }) { $0.value.rule }
    return withoutViolations(pair)
      + rules.indices.flatMap { index in
        let found = problems[rules[index].id] ?? []
        let rows = found.map { problem($0.key, $0.value, pair, index, rules[index]) }
        return (found.count == 1 ? [] : rule(pair, index, rules[index])) + rows
      }
  }

  private static func withoutViolations(_ pair: (FleetGroup, FleetGroup)) -> [ComparisonRow] {
    let rates = [pair.0, pair.1].map { Rate($0.violated, of: $0.sessions, in: $0.installs) }
    return [
      ComparisonRow(
        .withoutViolations(FleetGroup.leastSeverity), pair, rates[0], rates[1],
        example: example(pair.0.violated, pair.1.violated))
    ]
  }

  private static func problem(
    _ id: String, _ identity: ProblemIdentity, _ pair: (FleetGroup, FleetGroup), _ index: Int,
    _ rule: Rule
  ) -> ComparisonRow {
    let (before, after) = (pair.0.violatedProblems[id], pair.1.violatedProblems[id])
    return ComparisonRow(
      .problem(id: id, identity, severity(before, after) ?? rule.severity), pair,
      rate(before, index, pair.0), rate(after, index, pair.1), sentence: rule.sentence,
      example: example(before, after))
  }

  private static func rule(
    _ pair: (FleetGroup, FleetGroup), _ index: Int, _ rule: Rule
  ) -> [ComparisonRow] {
    if pair.0.activated[index] == 0 && pair.1.activated[index] == 0 { return [] }
    let (before, after) = (pair.0.violatedRules[index], pair.1.violatedRules[index])
    return [
      ComparisonRow(
        .rule(id: rule.id, severity(before, after) ?? rule.severity), pair,
        rate(before, index, pair.0), rate(after, index, pair.1), sentence: rule.sentence,
        example: example(before, after))
    ]
  }

  /// The highest severity of the violations on both sides; nil without violations.
  private static func severity(
    _ before: FleetGroup.Violated?, _ after: FleetGroup.Violated?
  ) -> Severity? {
    [before, after].compactMap { $0?.severity }.max()
  }

  private static func example(
    _ before: FleetGroup.Violated?, _ after: FleetGroup.Violated?
  ) -> Exemplar? {
    [after, before].compactMap { $0 }.first { $0.sessions > 0 }?.exemplar
  }

  private static func rate(
    _ violated: FleetGroup.Violated?, _ rule: Int, _ group: FleetGroup
  ) -> Rate {
    Rate(violated, of: group.activated[rule], in: group.installs)
  }

  /// A sum of a session or an install.
  private typealias Sum = (InstallSample.Sums) -> Double

  private static func figures(_ pair: (FleetGroup, FleetGroup)) -> [ComparisonRow] {
    if !haveFigures(pair) { return [] }
    return figuresOfLoads(pair)
      + PlacementFigures.compared(pair).flatMap { figuresOfLoads(pair, of: $0) }
      + currencies(pair).map { currency in
        amount("\(revenue) \(currency)", pair, { $0.revenue[currency] ?? 0 }, { $0.sessions })
      }
  }

  private static func figures(ofNetworks pair: (FleetGroup, FleetGroup)) -> [ComparisonRow] {
    if !haveFigures(pair) { return [] }
    return figuresOfLoads(pair)
      + [time(onScreen, pair, { $0.logOnScreen }, { $0.onScreens })]
      + ShowFault.allCases.map { fault in
        rate(fault.rawValue, pair, { $0.shows(with: fault) }, { $0.shows(telling: fault) })
      }
      + currencies(pair).map { currency in
        amount(
          "\(perThousand) \(currency)", pair, { 1000 * ($0.revenue[currency] ?? 0) },
          { $0.payments[currency] ?? 0 })
      }
  }

  /// Whether there are figures of all sessions of both sides.
  private static func haveFigures(_ pair: (FleetGroup, FleetGroup)) -> Bool {
    [pair.0, pair.1].allSatisfy { $0.sessions > 0 && $0.hasFigures }
  }

  private static func figuresOfLoads(
    _ pair: (FleetGroup, FleetGroup), of placement: FormatOrUnit? = nil
  ) -> [ComparisonRow] {
    [
      rate(fillRate, pair, of: placement, { $0.filled }, { $0.answered }),
      rate(showRate, pair, of: placement, { $0.shown }, { $0.ads }),
      time(latency, pair, of: placement, { $0.logLatency }, { $0.latencies }),
    ]
  }

  private static func currencies(_ pair: (FleetGroup, FleetGroup)) -> [String] {
    Set(pair.0.totals.revenue.keys).union(pair.1.totals.revenue.keys).sorted()
  }

  private static func rate(
    _ name: String, _ pair: (FleetGroup, FleetGroup), of placement: FormatOrUnit? = nil,
    _ part: Sum, _ whole: Sum
  ) -> ComparisonRow {
    let rates = [pair.0, pair.1].map { Rate($0.figures(of: placement), part, whole) }
    return ComparisonRow(figure: name, of: placement, pair, rates: rates[0], rates[1])
  }

  /// A geometric mean.
  private static func time(
    _ name: String, _ pair: (FleetGroup, FleetGroup), of placement: FormatOrUnit? = nil,
    _ part: Sum, _ whole: Sum
  ) -> ComparisonRow {
    let means = [pair.0, pair.1].map { MeanFigure($0.figures(of: placement), part, whole) }
    return ComparisonRow(
      figure: name, of: placement, pair, means: means[0], means[1], tenth: Elementary.log(1.1))
  }

  private static func amount(
    _ name: String, _ pair: (FleetGroup, FleetGroup), _ part: Sum, _ whole: Sum
  ) -> ComparisonRow {
    let means = [pair.0, pair.1].map { MeanFigure($0.figures(of: nil), part, whole) }
    return ComparisonRow(
      figure: name, pair, means: means[0], means[1], tenth: (means[0]?.value ?? 0) / 10)
  }

  /// Marks the problems and rules with these ids as accepted by a baseline, and the others as not
  /// accepted.
  package mutating func accept(_ ids: Set<String>) {
    for index in rows.indices { rows[index].isAccepted = rows[index].violationID.map(ids.contains) }
  }

  /// Whether a problem or a rule of at least this severity is worse, or new and not accepted.
  package func isWorse(atLeast least: Severity) -> Bool {
    rows.contains { row in
      let isRegression = row.change == .worse || row.change == .new && row.isAccepted != true
      return isRegression && row.severity.map { $0 >= least } ?? false
    }
  }

  /// The number of rows with a change.
  package func count(_ change: Change) -> Int { rows.count { $0.change == change } }
}
