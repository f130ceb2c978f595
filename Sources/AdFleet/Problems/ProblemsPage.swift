internal import AdAudit
internal import AdReports
internal import AdRules

/// The problems as a section of the page of `report`.
package enum ProblemsPage {
  /// The maximum number of problems on the page.
  private static let most = 100

  /// The section as HTML; empty without problems.
  package static func section(_ table: ProblemTable, of input: FleetInput) -> String {
    let problems = table.sorted
    if problems.isEmpty { return "" }
    let rows = problems.prefix(most).map { problem in
      row(
        problem, ProblemRate(problem, table, input),
        NetworkShare.text(table, problem))
    }
    let left = problems.count - rows.count
    let more =
      left <= 0
      ? ""
      : "<p>\(AuditText.count(left, "more problem")); "
        + "<code>adjournal triage</code> lists all problems.</p>\n"
    return """
      <h2>Problems</h2>
      <div class="wide" role="group" aria-label="Problems" tabindex="0">
      <table class="counts">
      <thead>\(Markup.row(headings, "th"))</thead>
      <tbody>
      \(rows.joined())</tbody>
      </table></div>
      \(more)
      """
  }

  private static let headings = [
    "severity", "problem", "versions", "installs", "sessions", "per 1,000", "violations",
  ]

  private static func row(
    _ problem: Problem, _ rate: ProblemRate, _ networks: String?
  ) -> String {
    let identity = problem.identity
    let versions = [problem.versions.first, problem.versions.last].compactMap { $0 }
    let range = versions.first == versions.last ? Array(versions.prefix(1)) : versions
    let perThousand = rate.perThousand.map { AuditText.number(($0 * 10).rounded() / 10) } ?? "–"
    return Markup.row([
      "<span class=\"\(problem.severity.rawValue)\">\(problem.severity.rawValue)</span>",
      "<b>\(Markup.text(identity.rule))</b><br/><small>\(Markup.text(problem.circumstances))</small>"
        + (problem.formatsText.map { "<br/><small>\(Markup.text($0))</small>" } ?? "")
        + (networks.map { "<br/><small>\(Markup.text($0))</small>" } ?? "")
        + "<br/><small>\(problem.id) · \(Markup.text(problem.exemplar.session))</small>",
      Markup.text(range.joined(separator: " to ")), String(problem.installs.installs),
      String(problem.sessions), perThousand, String(problem.violations),
    ])
  }
}
