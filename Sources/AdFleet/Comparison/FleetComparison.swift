internal import AdReports
package import AdRules

/// Compares parts of a fleet: two fleets, or each version with the one before it.
///
/// All comparisons of a call are corrected together, so that at most 5 % of the reported
/// differences are wrong on average, and a call in which nothing differs reports a difference in at
/// most 5 % of the cases.
package struct FleetComparison {
  /// The share of wrong differences.
  package static let level = 0.05
  static let fillRate = "fill_rate"
  static let showRate = "show_rate"
  /// The geometric mean of the load durations.
  static let latency = "latency_ms"
  /// Followed by a currency.
  static let revenue = "revenue_per_session"

  /// The rows: differences first, then by severity and p-value.
  package let rows: [ComparisonRow]
  /// Whether all sessions had figures.
  package let hasFigures: Bool

  /// Compares each group with the next one.
  package init(_ groups: [FleetGroup], rules: [Rule]) {
    var rows: [ComparisonRow] = []
    for pair in zip(groups, groups.dropFirst()) {
      rows += Self.problems(pair, rules) + Self.rules(pair, rules) + Self.figures(pair)
    }
    let adjusted = RateTests.adjusted(
      rows.map { ($0.pValue ?? 1, $0.smallestPValue) }, level: Self.level)
    for index in rows.indices {
      rows[index].adjusted = adjusted[index]
      rows[index].decide(level: Self.level)
    }
    hasFigures = groups.allSatisfy { $0.sessionsWithFigures == $0.sessions }
    self.rows = rows.enumerated().sorted { one, other in
      Self.key(one.element, one.offset) < Self.key(other.element, other.offset)
    }.map(\.element)
  }

  private static func key(_ row: ComparisonRow, _ offset: Int) -> (Int, Int, Double, Int) {
    let severity = row.severity.flatMap { Severity.allCases.firstIndex(of: $0) }
    return (row.change.rank, -(severity ?? Severity.allCases.count), row.pValue ?? 1, offset)
  }

  private static func problems(
    _ pair: (FleetGroup, FleetGroup), _ rules: [Rule]
  ) -> [ComparisonRow] {
    let indexes = Dictionary(
      rules.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    let all = pair.0.problems.merging(pair.1.problems) { one, _ in one }
    return all.sorted { $0.key < $1.key }.compactMap { id, identity in
      guard let rule = indexes[identity.rule] else { return nil }
      let (before, after) = (pair.0.violatedProblems[id], pair.1.violatedProblems[id])
      return ComparisonRow(
        .problem(id: id, identity, severity(before, after) ?? rules[rule].severity), pair,
        rate(before, rule, pair.0), rate(after, rule, pair.1))
    }
  }

  /// The highest severity of the violations on both sides; nil without violations.
  private static func severity(
    _ before: FleetGroup.Violated?, _ after: FleetGroup.Violated?
  ) -> Severity? {
    [before, after].compactMap { $0?.severity }.max()
  }

  private static func rules(
    _ pair: (FleetGroup, FleetGroup), _ rules: [Rule]
  ) -> [ComparisonRow] {
    rules.indices.compactMap { index in
      if pair.0.activated[index] == 0 && pair.1.activated[index] == 0 { return nil }
      let (before, after) = (pair.0.violatedRules[index], pair.1.violatedRules[index])
      return ComparisonRow(
        .rule(id: rules[index].id, severity(before, after) ?? rules[index].severity), pair,
        rate(before, index, pair.0), rate(after, index, pair.1))
    }
  }

  private static func rate(
    _ violated: FleetGroup.Violated?, _ rule: Int, _ group: FleetGroup
  ) -> Rate {
    Rate(violated, of: group.activated[rule], in: group.installs)
  }

  private static func figures(_ pair: (FleetGroup, FleetGroup)) -> [ComparisonRow] {
    let (before, after) = pair
    if before.sessionsWithFigures == 0 || after.sessionsWithFigures == 0 { return [] }
    func mean(
      _ name: String, _ part: @escaping (InstallSample.Sums) -> Double,
      _ whole: @escaping (InstallSample.Sums) -> Double, tenth: (MeanFigure?) -> Double
    ) -> ComparisonRow {
      let (one, two) = (MeanFigure(before, part, whole), MeanFigure(after, part, whole))
      return ComparisonRow(figure: name, pair, means: one, two, tenth: tenth(one))
    }
    let currencies = Set(before.totals.revenue.keys).union(after.totals.revenue.keys)
    return [
      ComparisonRow(
        figure: fillRate, pair, rates: Rate(before, { $0.filled }, { $0.answered }),
        Rate(after, { $0.filled }, { $0.answered })),
      ComparisonRow(
        figure: showRate, pair, rates: Rate(before, { $0.shown }, { $0.ads }),
        Rate(after, { $0.shown }, { $0.ads })),
      mean(latency, { $0.logLatency }, { $0.latencies }, tenth: { _ in Elementary.log(1.1) }),
    ]
      + currencies.sorted().map { currency in
        mean(
          "\(revenue) \(currency)", { $0.revenue[currency] ?? 0 }, { $0.sessions },
          tenth: { ($0?.value ?? 0) / 10 })
      }
  }

  /// Whether a problem or a rule of at least this severity is new or worse.
  package func isWorse(atLeast least: Severity) -> Bool {
    rows.contains { row in
      let isRegression = row.change == .new || row.change == .worse
      return isRegression && row.severity.map { $0 >= least } ?? false
    }
  }

  /// The number of rows with a change.
  package func count(_ change: Change) -> Int { rows.count { $0.change == change } }
}
