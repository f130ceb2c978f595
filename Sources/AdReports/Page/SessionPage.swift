internal import AdAudit
internal import AdReplay
internal import AdRules
internal import AdSession

/// A session with findings as a part of a page: its picture, its findings and their records.
struct SessionPage {
  private let audited: AuditedSession
  private let timeline: Timeline
  /// Thresholds that override those in the journal.
  private let overrides: [PolicySetting]
  /// All violations, in the order in which they became certain.
  private let violations: [SessionPicture.Found]
  /// What each of ``violations`` follows from.
  private let causes: [Consequences.Cause?]
  /// The numbers of the violations that each record is a witness of, by the record's index.
  private let shown: [Int: [Int]]
  /// The maximum number of violations listed.
  static let mostViolations = 100
  /// The length of the longest timeline that is shown whole.
  private static let mostRecords = 120
  /// The number of records shown before and after each witness in a longer timeline.
  private static let around = 4

  init(_ audited: AuditedSession, overrides: [PolicySetting]) {
    self.audited = audited
    self.overrides = overrides
    timeline = Timeline(audited, style: TextStyle.plain)
    let found = Self.violations(of: audited)
    violations = found.map { $0.found }
    causes = found.map { $0.cause }
    var shown: [Int: [Int]] = [:]
    for (number, found) in violations.prefix(Self.mostViolations).enumerated() {
      for index in found.violation.witness { shown[index, default: []].append(number + 1) }
    }
    self.shown = shown
  }

  /// The session as HTML.
  var html: String {
    let reading = audited.reading
    let facts = [
      AuditText.name(ofFile: reading.path), timeline.facts,
      AuditText.count(reading.recordCount, "record"), timeline.end,
    ]
    let line = facts.filter { !$0.isEmpty }.map(Markup.text).joined(separator: " · ")
    return """
      <article>
      <h3>\(Markup.text(reading.id))</h3>
      <p class="facts">\(line)</p>
      \(unshown)\(picture)<ul class="findings">
      \(findings)</ul>
      <details><summary>Records</summary>
      <table class="timeline">
      <thead>\(Markup.row(["seq", "time", "event", ""], "th"))</thead>
      <tbody>
      \(rows)</tbody>
      </table>
      </details>
      </article>

      """
  }

  // MARK: Findings

  static func violations(
    of audited: AuditedSession
  ) -> [(found: SessionPicture.Found, cause: Consequences.Cause?)] {
    let consequences = Consequences(of: audited)
    return audited.results.indicesOfFindings.flatMap { index in
      audited.results[index].violations.enumerated().map { number, violation in
        ((audited.rules[index], violation), consequences.cause(rule: index, violation: number))
      }
    }
    .sorted { $0.found.violation.certainAt < $1.found.violation.certainAt }
  }

  private var picture: String {
    if violations.isEmpty { return "" }
    let picture = SessionPicture(
      audited.reading.trace, found: violations, numbered: Self.mostViolations,
      overrides: overrides)
    return PictureMarkup(picture, found: violations, id: audited.reading.id).html
  }

  /// A line for each slot that showed no ad.
  private var unshown: String {
    let lines = UnshownSlots(audited.reading.trace).lines.map(Markup.text)
    return lines.isEmpty ? "" : "<p class=\"facts\">\(lines.joined(separator: "<br/>\n"))</p>\n"
  }

  private var findings: String {
    let listed = violations.prefix(Self.mostViolations)
    let sentences = listed.enumerated().map { number, found in
      line(found.violation, found.rule, number: number + 1)
    }
    let damage = audited.reading.damage.prefix(Self.mostViolations)
    let found = audited.results.indicesOfFindings.reduce(0) {
      $0 + audited.results[$1].violationCount
    }
    let shownDamage = damage.reduce(0) { $0 + $1.count }
    let left = found + audited.reading.damage.total() - listed.count - shownDamage
    let more = left > 0 ? ["and \(left) more; <code>adjournal audit</code> lists them"] : []
    let others = damage.map(Self.line) + more
    return (sentences + others.map { "<li>\($0)</li>\n" }).joined()
  }

  /// The line of a violation; its number links to its pin in the picture.
  private func line(_ violation: Violation, _ rule: Rule, number: Int) -> String {
    let event = audited.reading.trace.events[violation.certainAt]
    let anchor = "\(ReportPage.sessionMark)-\(number)"
    let cause = causes[number - 1].map { " <small>\($0.text)</small>" } ?? ""
    return """
      <li id="v\(anchor)"><a class="number" href="#p\(anchor)">\(number)</a> \
      \(Self.badge(rule.severity(of: violation))) <b>\(rule.id)</b> \(Markup.text(violation.because))\(cause)
      <small>seq \(event.seq), \(AuditText.clock(event.t)), \(WallClock.text(event.wall))</small></li>

      """
  }

  static func line(_ damage: Damage) -> String {
    "<span class=\"damage\">damage</span> <b>\(damage.code.rawValue)</b> line \(damage.line): "
      + Markup.text(damage.because)
  }

  static func badge(_ severity: Severity) -> String {
    "<span class=\"\(severity.rawValue)\">\(severity.rawValue)</span>"
  }

  // MARK: The timeline

  /// Which events are shown.
  private var isShown: (Int) -> Bool {
    let count = audited.reading.recordCount
    if count <= Self.mostRecords { return { _ in true } }
    var near: Set<Int> = []
    for (_, violation) in violations.prefix(Self.mostViolations) {
      for index in violation.witness + [violation.certainAt] {
        near.formUnion(max(0, index - Self.around)...min(count - 1, index + Self.around))
      }
    }
    return near.contains
  }

  private var rows: String {
    let isShown = isShown
    var html = ""
    var left = 0
    // A session of a million records can have any number of gaps and damaged lines.
    var others = Self.mostViolations
    for item in timeline.items {
      if case .event(let index) = item, !isShown(index) {
        left += 1
        continue
      }
      if case .event = item {} else if others == 0 { continue } else { others -= 1 }
      html += Self.elision(left)
      left = 0
      html += row(item)
    }
    return html + Self.elision(left)
  }

  private static func elision(_ count: Int) -> String {
    count == 0 ? "" : wide("left", "… \(AuditText.count(count, "record")) …")
  }

  private static func wide(_ classes: String, _ text: String) -> String {
    "<tr class=\"\(classes)\"><td colspan=\"4\">\(text)</td></tr>\n"
  }

  /// The violations that a record is a witness of, labelled as in the picture.
  private func shows(_ index: Int) -> String {
    shown[index].map {
      " <small>witness of \(PictureLane.Ring(index: index, numbers: $0).label)</small>"
    }
      ?? ""
  }

  private func row(_ item: Timeline.Item) -> String {
    switch item {
    case .event(let index):
      let event = audited.reading.trace.events[index]
      let trace = audited.reading.trace
      let details = EventDetails(of: trace, style: TextStyle.plain).text(event)
      let name = event.kind == .unknown ? "(unknown kind)" : event.kind.name
      // The details are escaped already.
      return Markup.row(
        [String(event.seq), AuditText.clock(event.t), name, Markup.text(details) + shows(index)],
        classes: event.kind.eventClass?.name ?? "")
    case .violation(let violation, let rule):
      let text = "<b>\(rule.id)</b> \(Markup.text(violation.because))"
      return Self.wide("found", "\(Self.badge(rule.severity(of: violation))) \(text)")
    case .damage(let damage): return Self.wide("found", Self.line(damage))
    case .gap(let gap): return Self.wide("gap", Markup.text(Timeline.text(gap)))
    }
  }
}
