internal import AdAudit
internal import AdReports
internal import AdRules

/// The problems of a fleet as a table in Markdown, for a ticket.
package enum ProblemsMarkdown {
  /// The lines about the first `top` problems; `states` has the state of each in a baseline, by id.
  package static func lines(
    _ table: ProblemTable, of input: FleetInput, top: Int,
    states: [String: BaselineState]? = nil
  ) -> [String] {
    let problems = table.sorted
    let rows = problems.prefix(top).map { problem in
      row(problem, ProblemRate(problem, table, input), states?[problem.id])
    }
    let left = problems.count - rows.count
    let total =
      "\(AuditText.count(table.sessions, "session")), \(table.violatedSessions) with "
      + "\(AuditText.count(table.violations, "violation")): "
      + AuditText.count(problems.count, "problem")
    let more =
      left == 0 ? "." : "; the first \(rows.count) are listed, `--top 0` lists all of them."
    return (rows.isEmpty ? [] : Markdown.table(columns, rows) + [""]) + [total + more]
  }

  private static let columns: [Markdown.Column] = [
    ("severity", false), ("problem", false), ("sessions", true), ("installs", true),
    ("per 1,000", true), ("versions", false), ("days", false), ("smallest session", false),
  ]

  private static func row(
    _ problem: Problem, _ rate: ProblemRate, _ state: BaselineState?
  ) -> [String] {
    let about = problem.installs.isExact ? "" : "about "
    let name = "\(Markdown.code(problem.identity.rule)) \(Markdown.code(problem.id))"
    let exemplar = problem.exemplar
    return [
      problem.severity.rawValue + (state.map { ", \($0.rawValue)" } ?? ""),
      "\(name)<br>\(Markdown.text(problem.sentence))", String(problem.sessions),
      "\(about)\(problem.installs.installs)", rate.perThousand.map(ProblemsText.rounded) ?? "–",
      Markdown.text(ProblemsText.range("", problem.versions) ?? "–"),
      Markdown.text(ProblemsText.range("", problem.days) ?? "–"),
      "\(Markdown.code(exemplar.session)) in \(Markdown.code(AuditText.name(ofFile: exemplar.path)))",
    ]
  }
}
