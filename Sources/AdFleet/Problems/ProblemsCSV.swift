internal import AdReports
internal import AdRules

/// The problems of a fleet as CSV (RFC 4180), the one with the greatest impact first.
///
/// The columns are always the same. An empty cell is unknown, or does not apply.
package enum ProblemsCSV {
  /// The lines, without line feeds; `states` has the state of each problem in a baseline, by id.
  package static func lines(
    _ table: ProblemTable, of input: FleetInput, states: [String: BaselineState]? = nil
  ) -> [String] {
    [columns.joined(separator: ",")]
      + table.sorted.map { problem in
        row(problem, ProblemRate(problem, table, input), states?[problem.id])
          .joined(separator: ",")
      }
  }

  private static let columns = [
    "id", "rule", "severity", "missing", "sentence", "sessions", "installs", "installs_exact",
    "activated_sessions", "per_1000", "violations", "first_version", "last_version",
    "first_sdk_version", "last_sdk_version", "first_os", "last_os", "first_day", "last_day",
    "baseline", "example_path", "example_session", "example_records", "remedy",
  ]

  private static func row(
    _ problem: Problem, _ rate: ProblemRate, _ state: BaselineState?
  ) -> [String] {
    let identity: [String?] = [
      problem.id, problem.identity.rule, problem.severity.rawValue, problem.identity.missing,
      problem.sentence,
    ]
    let counts: [String] = [
      String(problem.sessions), String(problem.installs.installs),
      String(problem.installs.isExact), String(rate.activated),
      rate.perThousand.map { String($0) } ?? "", String(problem.violations),
    ]
    let ranges: [FactRange] = [problem.versions, problem.sdks, problem.systems, problem.days]
    let facts: [String?] = ranges.flatMap { [$0.first, $0.last] }
    let example: [String?] = [state?.rawValue, problem.exemplar.path, problem.exemplar.session]
    let rest = [String(problem.exemplar.records), cell(problem.remedy)]
    return identity.map(cell) + counts + facts.map(cell) + example.map(cell) + rest
  }

  private static func cell(_ text: String?) -> String { text.map(CSVRows.cell(of:)) ?? "" }
}
