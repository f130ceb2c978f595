public import AdJournal
package import AdRules

/// A page about journals, in one file: what went wrong, what became of the ads, and each session in
/// which something was found.
///
/// Nothing on it is loaded from elsewhere, and it has no script.
public struct ReportPage {
  /// So many sessions are shown; the counts are of all.
  private static let mostSessions = 500

  /// What was found against one rule.
  private struct Count {
    var sessions = 0
    var violations = 0
  }

  private let rules: [Rule]
  private var counts = SortedTable<String, Count>()
  private let spool: Spool
  private var shown: [UInt64] = []
  private var withFindings = 0
  /// What could not be read, as HTML.
  private var unread: [String] = []
  private var unreadLeft = 0
  private static let mostUnread = 100

  /// Makes a page without anything on it.
  package init(rules: [Rule], loss: DiskLoss) {
    self.rules = rules
    spool = Spool(loss: loss)
  }

  /// A session's part of a page; empty where nothing was found in it.
  ///
  /// It needs no page, and is called on any thread.
  public static func part(_ audited: AuditedSession) -> [UInt8] {
    guard audited.isViolated || !audited.reading.damage.isEmpty else { return [] }
    let broken = zip(audited.rules, audited.results).compactMap { rule, result in
      result.violations.isEmpty ? nil : "\(rule.id) \(result.violations.count)"
    }
    return Array("\(broken.joined(separator: ","))\n\(SessionPage(audited).html)".utf8)
  }

  /// Puts a session on the page: its ``part(_:)``.
  public mutating func take(_ part: [UInt8]) {
    guard let end = part.firstIndex(of: 0x0A) else { return }
    for count in String(decoding: part[..<end], as: UTF8.self).split(separator: ",") {
      let words = count.split(separator: " ")
      guard words.count == 2, let violations = Int(words[1]) else { continue }
      counts[String(words[0]), Count()].sessions += 1
      counts[String(words[0]), Count()].violations += violations
    }
    withFindings += 1
    if shown.count < Self.mostSessions { shown.append(spool.put(Array(part[(end + 1)...]))) }
  }

  /// Notes a file that could not be read.
  public mutating func fail(_ sentence: String) { note(Markup.text(sentence)) }

  /// Notes the damage of a journal that belongs to no session.
  public mutating func take(_ summary: JournalSummary) {
    let name = Markup.text(AuditText.name(ofFile: summary.path))
    for damage in summary.damage { note("\(name): \(SessionPage.line(damage))") }
  }

  private mutating func note(_ line: String) {
    if unread.count < Self.mostUnread { unread.append(line) } else { unreadLeft += 1 }
  }

  /// Writes the page; `statistics` are nil where the journals could not be read a second time.
  public func write(
    _ tally: Tally, _ statistics: AdStatistics?, made: String, to write: ([UInt8]) throws -> Void
  ) throws {
    try write(Array(beginning(tally, statistics, made).utf8))
    for place in shown { try write(spool.take(place)) }
    let left = withFindings - shown.count
    let more =
      left == 0
      ? ""
      : "<p>And \(AuditText.count(left, "session")) more; "
        + "<code>adjournal audit</code> lists all.</p>\n"
    try write(Array((more + Self.ending).utf8))
  }

  // MARK: Above the sessions

  private func beginning(
    _ tally: Tally, _ statistics: AdStatistics?, _ made: String
  ) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8"/>
    <meta name="viewport" content="width=device-width, initial-scale=1"/>
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"/>
    <title>\(title(tally))</title>
    <style>
    \(Self.style)
    </style>
    </head>
    <body>
    <main>
    <h1>\(title(tally))</h1>
    <p class="facts">\(Markup.text(summary(tally))) · \(Markup.text(made))</p>
    \(failures)\(broken)\(ads(statistics))<h2>Sessions</h2>
    \(withFindings == 0 ? "<p>Nothing was found in any session.</p>\n" : "")
    """
  }

  private func title(_ tally: Tally) -> String {
    let found = Severity.allCases.reduce(0) { $0 + tally.count($1) }
    return "\(found == 0 ? "No violation" : AuditText.count(found, "violation")) in "
      + AuditText.count(tally.sessions, "session")
  }

  private func summary(_ tally: Tally) -> String {
    let verdicts = Verdict.inOrderOfContract.map { "\(tally.count($0)) \($0.rawValue)" }
    let damage =
      tally.damage == 0
      ? []
      : [
        "\(AuditText.count(tally.damage, "damaged place")) in "
          + AuditText.count(tally.damaged, "journal")
      ]
    let parts =
      [
        AuditText.count(tally.journals, "journal"), AuditText.count(tally.records, "record"),
        "\(AuditText.count(rules.count, "rule")): \(verdicts.joined(separator: ", "))",
      ] + damage
    return parts.joined(separator: " · ")
  }

  private var failures: String {
    if unread.isEmpty { return "" }
    let more = unreadLeft > 0 ? ["and \(unreadLeft) more"] : []
    let lines = (unread + more).map { "<li>\($0)</li>\n" }
    return "<h2>What could not be read</h2>\n<ul>\n\(lines.joined())</ul>\n"
  }

  /// The rules that were violated: the worst first, then those with most sessions.
  private var broken: String {
    let found = rules.map { (rule: $0, count: counts[$0.id, Count()]) }
      .filter { $0.count.sessions > 0 }
    if found.isEmpty { return "" }
    let sorted = found.sorted {
      $0.rule.severity != $1.rule.severity
        ? $0.rule.severity > $1.rule.severity
        : ($1.count.sessions, $0.rule.id) < ($0.count.sessions, $1.rule.id)
    }
    let rows = sorted.map { rule, count in
      Markup.row([
        SessionPage.badge(rule.severity),
        "<b>\(rule.id)</b><br/>\(Markup.text(rule.sentence))", String(count.sessions),
        String(count.violations),
      ])
    }
    return """
      <h2>What went wrong</h2>
      <table class="counts">
      <thead>\(Markup.row(["", "rule", "sessions", "violations"], "th"))</thead>
      <tbody>
      \(rows.joined())</tbody>
      </table>

      """
  }

  private func ads(_ statistics: AdStatistics?) -> String {
    guard let statistics, statistics.total.requests > 0 || statistics.total.ads > 0 else {
      return ""
    }
    let text = StatisticsText(statistics, paint: Paint(isOn: false))
    let rows = text.cells.dropFirst().map { Markup.row($0.map(Markup.text)) }
    let notes = text.notes.map { "<li>\(Markup.text($0))</li>\n" }.joined()
    return """
      <h2>What became of the ads</h2>
      <div class="wide"><table class="figures">
      <thead>\(Markup.row(text.cells[0].map(Markup.text), "th"))</thead>
      <tbody>
      \(rows.joined())</tbody>
      </table></div>
      \(notes.isEmpty ? "" : "<ul class=\"facts\">\n\(notes)</ul>\n")
      """
  }

  private static let ending = "</main>\n</body>\n</html>\n"

  private static let style = """
    :root { color-scheme: light dark; --line: #8884; --faint: #767676; --error: #c62828;
      --warning: #9a5b00; --info: #1565c0; --found: #c6282814; --gap: #9a5b0014; }
    @media (prefers-color-scheme: dark) {
      :root { --faint: #9a9a9a; --error: #ff8a80; --warning: #ffcc80; --info: #90caf9;
        --found: #ff8a8022; --gap: #ffcc8022; }
    }
    body { font: 15px/1.5 system-ui, sans-serif; margin: 0; }
    main { max-width: 72rem; margin: 0 auto; padding: 1.5rem; }
    h1 { font-size: 1.6rem; margin: 0 0 .25rem; }
    h2 { font-size: 1.2rem; margin: 2.5rem 0 .5rem; }
    h3 { font: 600 1rem/1.5 ui-monospace, monospace; margin: 0; overflow-wrap: anywhere; }
    article { border-top: 1px solid var(--line); padding: 1rem 0; }
    .facts, small { color: var(--faint); overflow-wrap: anywhere; }
    p.facts { margin: 0; }
    ul { padding-left: 1.2rem; }
    table { border-collapse: collapse; width: 100%; }
    th { text-align: left; font-weight: 600; }
    th, td { padding: .25rem .75rem .25rem 0; vertical-align: top; }
    .counts tr, .figures tr { border-bottom: 1px solid var(--line); }
    .counts td:nth-child(n+3), .counts th:nth-child(n+3),
    .figures td:nth-child(n+2):nth-child(-n+9), .figures th:nth-child(n+2):nth-child(-n+9)
      { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
    .figures tr:last-child { font-weight: 600; }
    .timeline { font: 13px/1.5 ui-monospace, monospace; }
    .timeline td:nth-child(-n+3) { white-space: nowrap; }
    .timeline td:first-child, .timeline th:first-child { text-align: right; }
    .timeline th, .timeline td { padding-block: .05rem; }
    .timeline td:nth-child(4) { min-width: 18rem; overflow-wrap: anywhere; }
    .timeline td[colspan] { text-align: left; white-space: normal; padding-left: .75rem; }
    .timeline .found { background: var(--found); font-family: system-ui, sans-serif; }
    .timeline .gap { background: var(--gap); color: var(--warning); }
    .timeline .left { color: var(--faint); }
    .timeline .app, .timeline .lock { font-weight: 600; }
    .error, .damage { color: var(--error); font-weight: 600; }
    .warning { color: var(--warning); font-weight: 600; }
    .info { color: var(--info); font-weight: 600; }
    details { margin-top: .5rem; }
    details, .wide { overflow-x: auto; }
    summary { cursor: pointer; color: var(--faint); }
    """
}
