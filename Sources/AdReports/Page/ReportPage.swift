public import AdAudit
public import AdReplay
package import AdRules
package import AdSession

/// An HTML page about journals: the violated rules, statistics of the ads, and each session with
/// findings.
///
/// The page is one file without scripts, and loads nothing from elsewhere.
public struct ReportPage {
  /// The maximum number of sessions shown; the counts include all sessions.
  private static let mostSessions = 500

  /// The violations of one rule.
  private struct Count {
    var sessions = 0
    var violations = 0
    /// The highest severity of its violations.
    var severity = Severity.info
  }

  private let rules: [Rule]
  private var counts = SortedTable<String, Count>()
  private let spool: Spool
  private var shown: [UInt64] = []
  private var withFindings = 0
  /// Read errors and damage outside of sessions, as HTML.
  private var unread: [String] = []
  private var unreadLeft = 0
  private static let mostUnread = 100

  /// Renders sessions as parts of the page.
  public let parts: ReportParts

  /// Makes an empty page.
  ///
  /// - Parameter overrides: Thresholds that override those in the journals.
  package init(rules: [Rule], overrides: [PolicySetting] = [], loss: DiskLoss) {
    self.rules = rules
    parts = ReportParts(overrides: overrides)
    spool = Spool(loss: loss)
  }

  /// Adds a session to the page, as ``parts`` rendered it.
  public mutating func take(_ part: [UInt8]) {
    guard let end = part.firstIndex(of: 0x0A) else { return }
    for count in String(decoding: part[..<end], as: UTF8.self).split(separator: ",") {
      let words = count.split(separator: " ")
      guard words.count == 3, let violations = Int(words[1]),
        let severity = Severity(rawValue: String(words[2]))
      else { continue }
      let rule = String(words[0])
      counts[rule, Count()].sessions += 1
      counts[rule, Count()].violations += violations
      counts[rule, Count()].severity = max(counts[rule, Count()].severity, severity)
    }
    withFindings += 1
    if shown.count < Self.mostSessions { shown.append(spool.put(Array(part[(end + 1)...]))) }
    if shown.count == Self.mostSessions { parts.close() }
  }

  /// Adds the error of a file that could not be read.
  public mutating func fail(_ sentence: String) { note(Markup.text(sentence)) }

  /// Adds the damage of a journal that belongs to no session.
  public mutating func take(_ summary: JournalSummary) {
    let name = Markup.text(AuditText.name(ofFile: summary.path))
    for damage in summary.damage { note("\(name): \(SessionPage.line(damage))", damage.count) }
  }

  private mutating func note(_ line: String, _ count: Int = 1) {
    if unread.count < Self.mostUnread { unread.append(line) } else { unreadLeft += count }
  }

  /// Writes the page; `statistics` are nil where the journals could not be read a second time.
  ///
  /// `problems` is HTML that comes before the violated rules.
  public func write(
    _ tally: Tally, _ statistics: AdStatistics?, problems: String = "", made: String,
    to write: ([UInt8]) throws -> Void
  ) throws {
    try write(Array(beginning(tally, statistics, problems, made).utf8))
    for (index, offset) in shown.enumerated() {
      try write(Self.numbered(spool.take(offset), index + 1))
    }
    let left = withFindings - shown.count
    let more =
      left == 0
      ? ""
      : "<p>\(AuditText.count(left, "more session")); "
        + "<code>adjournal audit</code> lists all sessions.</p>\n"
    try write(Array((more + Self.ending).utf8))
  }

  /// The placeholder in a session's part for its number on the page; text from a journal cannot
  /// contain it.
  static let sessionMark = "\u{FFFF}"

  private static func numbered(_ part: [UInt8], _ number: Int) -> [UInt8] {
    let mark = Array(sessionMark.utf8)
    var numbered: [UInt8] = []
    numbered.reserveCapacity(part.count)
    var rest = part[...]
    while let start = rest.firstIndex(of: mark[0]) {
      let isMark = rest[start...].starts(with: mark)
      numbered += rest[..<start]
      numbered += isMark ? Array(String(number).utf8) : [mark[0]]
      rest = rest[(start + (isMark ? mark.count : 1))...]
    }
    return numbered + rest
  }

  // MARK: Above the sessions

  private func beginning(
    _ tally: Tally, _ statistics: AdStatistics?, _ problems: String, _ made: String
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
    \(PageStyle.text)
    </style>
    </head>
    <body>
    <main>
    <h1>\(title(tally))</h1>
    <p class="facts">\(Markup.text(summary(tally))) · \(Markup.text(made))</p>
    \(failures)\(problems)\(broken)\(ads(statistics))<h2>Sessions</h2>
    \(withFindings == 0 ? "<p>No session has findings.</p>\n" : PageStyle.legend)
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
        "\(AuditText.count(tally.damage, "damaged location")) in "
          + AuditText.count(tally.damaged, "journal")
      ]
    let repeated =
      tally.repeatedSessions == 0
      ? []
      : ["\(AuditText.count(tally.repeatedSessions, "session")) also in another journal"]
    let parts =
      [
        AuditText.count(tally.journals, "journal"), AuditText.count(tally.records, "record"),
      ] + repeated + [
        "\(AuditText.count(rules.count, "rule")): \(verdicts.joined(separator: ", "))"
      ] + damage
    return parts.joined(separator: " · ")
  }

  private var failures: String {
    if unread.isEmpty { return "" }
    let more = unreadLeft > 0 ? ["and \(unreadLeft) more"] : []
    let lines = (unread + more).map { "<li>\($0)</li>\n" }
    return "<h2>Read errors and damage</h2>\n<ul>\n\(lines.joined())</ul>\n"
  }

  /// The violated rules, by severity and then by the number of sessions.
  private var broken: String {
    let found = rules.map { (rule: $0, count: counts[$0.id, Count()]) }
      .filter { $0.count.sessions > 0 }
    if found.isEmpty { return "" }
    let sorted = found.sorted {
      $0.count.severity != $1.count.severity
        ? $0.count.severity > $1.count.severity
        : ($1.count.sessions, $0.rule.id) < ($0.count.sessions, $1.rule.id)
    }
    let rows = sorted.map { rule, count in
      Markup.row([
        SessionPage.badge(count.severity),
        "<b>\(rule.id)</b><br/>\(Markup.text(rule.sentence))\(Self.guidance(rule))",
        String(count.sessions), String(count.violations),
      ])
    }
    return """
      <h2>Violated rules</h2>
      <table class="counts">
      <thead>\(Markup.row(["severity", "rule", "sessions", "violations"], "th"))</thead>
      <tbody>
      \(rows.joined())</tbody>
      </table>

      """
  }

  /// The remedy of a rule and its pages.
  private static func guidance(_ rule: Rule) -> String {
    let links = rule.links.map {
      "<a href=\"\(Markup.text($0.url))\" rel=\"noreferrer\">\(Markup.text($0.title))</a>"
    }
    let remedy = rule.markedRemedy.map(Markup.code)
    let lines = [remedy, links.isEmpty ? nil : links.joined(separator: " · ")].compactMap { $0 }
    return lines.map { "<br/><small>\($0)</small>" }.joined()
  }

  private func ads(_ statistics: AdStatistics?) -> String {
    guard let statistics, statistics.total.requests > 0 || statistics.total.ads > 0 else {
      return ""
    }
    let text = StatisticsText(statistics, style: TextStyle.plain)
    let rows = text.cells.dropFirst().map { Markup.row($0.map(Markup.text)) }
    let notes = text.notes.map { "<li>\(Markup.text($0))</li>\n" }.joined()
    return """
      <h2>Ads</h2>
      <div class="wide" role="group" aria-label="Ads" tabindex="0">
      <table class="figures">
      <thead>\(Markup.row(text.cells[0].map(Markup.text), "th"))</thead>
      <tbody>
      \(rows.joined())</tbody>
      </table></div>
      \(notes.isEmpty ? "" : "<ul class=\"facts\">\n\(notes)</ul>\n")
      """
  }

  private static let ending = "</main>\n</body>\n</html>\n"
}
