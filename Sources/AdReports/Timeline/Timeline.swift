public import AdAudit
internal import AdReplay
internal import AdRules
internal import AdSession

/// One session as a timeline: one line per record, with gaps, damage and violations in between, and
/// the slots that showed no ad at its end.
///
/// A line has the `seq`, the time since the start, the local time of the session, the kind and the
/// fields. `>` marks a record at which a violation became certain, `*` another one that a violation
/// names.
public struct Timeline {
  private let audited: AuditedSession
  private let style: TextStyle
  private let selection: TimelineSelection
  private static let margin = String(repeating: " ", count: 7)

  /// Makes the timeline of a session.
  public init(
    _ audited: AuditedSession, style: TextStyle,
    showing selection: TimelineSelection = TimelineSelection()
  ) {
    self.audited = audited
    self.style = style
    self.selection = selection
  }

  /// An element of a timeline.
  enum Item {
    case event(Int)
    case violation(Violation, Rule)
    case damage(Damage)
    case gap(Gap)
  }

  /// The records and findings, in order.
  var items: [Item] {
    let trace = audited.reading.trace
    let pins = pinned
    var gaps = trace.gaps[...]
    var damage = damageInOrder[...]
    var items: [Item] = []
    for index in trace.events.indices {
      while let next = damage.first, lies(next, before: index) {
        items.append(.damage(damage.removeFirst()))
      }
      while let next = gaps.first, next.position <= index {
        items.append(.gap(gaps.removeFirst()))
      }
      items.append(.event(index))
      items += pins[index] ?? []
    }
    return items + damage.map { .damage($0) } + gaps.map { .gap($0) }
  }

  /// The lines, without line feeds.
  public var lines: [String] { rows().lines }

  /// The lines, without line feeds; nil if no record matches the selection.
  public var matchingLines: [String]? {
    let rows = rows()
    return rows.hasRecords ? rows.lines : nil
  }

  private func rows() -> (lines: [String], hasRecords: Bool) {
    var body = TimelineBody(audited, selection, signs: signs)
    let shown = items.filter { body.takes($0) }
    var lines: [String] = []
    let times = SessionTimes(audited.reading.trace)
    let first = shown.firstRecord ?? 0
    let hasTimes = audited.reading.trace.hasTimes
    var day = audited.reading.trace.events.isEmpty || !hasTimes ? "" : times.day(first)
    let head = title + (day.isEmpty ? [] : ["  local time: \(day)\(zoneName(of: first))"])
    for item in shown {
      if case .event(let index) = item {
        let own = hasTimes ? times.day(index) : ""
        if own != day { lines.append(Self.margin + style.faint("local time: \(own)")) }
        day = own
        lines.append(line(ofEvent: index, times, body))
      } else {
        lines.append(line(item))
      }
    }
    if shown.firstRecord == nil, body.isSelective { lines.append("no record matches") }
    let notes = selection.notes.map { "  " + TerminalEscaping.text($0) }
    return (
      head + notes + body.legend.map { "  " + style.faint($0) } + lines
        + body.hidden.map(style.faint) + UnshownSlots(audited.reading.trace).lines + [ending, ""],
      shown.firstRecord != nil
    )
  }

  /// The name of the zone in the header, for a record that is in it.
  private func zoneName(of index: Int) -> String {
    let trace = audited.reading.trace
    guard let header = trace.header, !header.timezone.isEmpty,
      !trace.events.prefix(index + 1).contains(where: { $0.kind == .appTimeChanged })
    else { return "" }
    return " (\(TerminalEscaping.text(header.timezone)))"
  }

  private func line(_ item: Item) -> String {
    switch item {
    case .event: ""
    case .violation(let violation, let rule): pin(violation, rule)
    case .damage(let damage): line(damage)
    case .gap(let gap): line(gap)
    }
  }

  /// The damage in the order of the session's files.
  private var damageInOrder: [Damage] {
    audited.reading.damage.map { (audited.reading.rank(ofFile: $0.path), $0) }
      .sorted { ($0.0, $0.1.line) < ($1.0, $1.1.line) }.map { $0.1 }
  }

  private func lies(_ damage: Damage, before index: Int) -> Bool {
    let reading = audited.reading
    let location = (reading.rank(ofFile: damage.path), damage.line)
    let event = reading.rank(ofFile: reading.path(ofEvent: index))
    return location <= (event, Int(reading.trace.events[index].line))
  }

  private var title: [String] {
    let reading = audited.reading
    let first =
      style.bold("session \(TerminalEscaping.text(reading.id))")
      + style.faint("  \(AuditText.name(ofFile: reading.path))")
    return facts.isEmpty ? [first] : [first, "  " + TerminalEscaping.text(facts)]
  }

  /// The app, system, SDK and start of the session; empty if the header is lost.
  var facts: String {
    let reading = audited.reading
    guard let header = reading.trace.header else { return "" }
    var facts = ["\(header.app) \(header.appVersion)"]
    if let build = header.build.text { facts.append("\(build) build") }
    facts.append("\(header.os) \(header.osVersion)")
    facts.append("\(header.sdk) \(header.sdkVersion)")
    if let wall = reading.firstWall {
      facts.append("\(reading.trace.hasTimes ? "began" : "near") \(WallClock.text(wall))")
    }
    return facts.joined(separator: " · ")
  }

  private var ending: String {
    let found = audited.results.reduce(0) { $0 + $1.violationCount }
    let count =
      found == 0 ? style.green("no violation") : style.red(AuditText.count(found, "violation"))
    let isCapped = audited.results.contains { $0.unlistedViolations > 0 }
    let listed = "of each rule, the first \(RuleResult.mostListed) and the first of each problem"
    let cap = isCapped ? " (\(listed) are shown)" : ""
    return "\(audited.reading.trace.end == .torn ? style.yellow(end) : end); \(count)\(cap)"
  }

  /// Describes the end of the session.
  package var end: String {
    switch audited.reading.trace.end {
    case .clean: "the session ended"
    case .cut: "the session was cut: the app was killed, crashed or is still running"
    case .torn: "the journal ends in the middle of a line"
    }
  }

  private func line(_ gap: Gap) -> String {
    Self.margin + style.yellow("~~~ \(Self.text(gap)) ~~~")
  }

  /// The text of a gap.
  static func text(_ gap: Gap) -> String {
    let dropped = Int(clamping: gap.dropped ?? 0)
    let lost = dropped > 0 ? "\(AuditText.count(dropped, "record")) lost" : "records may be lost"
    return "gap: \(lost); anything can have happened here"
  }

  private func line(_ damage: Damage) -> String {
    Self.margin
      + "\(style.red("! damage")) \(style.bold(damage.code.rawValue)), line \(damage.line)"
      + "\(AuditText.name(ofOther: damage.path)): "
      + TerminalEscaping.text(damage.because)
  }

  private func line(ofEvent index: Int, _ times: SessionTimes, _ body: TimelineBody) -> String {
    let trace = audited.reading.trace
    let event = trace.events[index]
    let seq = String(event.seq)
    let margin =
      (body.sign(index)?.text(style) ?? " ")
      + String(repeating: " ", count: max(0, body.seqWidth - seq.count))
    let name = event.kind == .unknown ? "(unknown kind)" : event.kind.name
    let details = EventDetails(of: trace, style: style).text(event) {
      trace.freeText($0, ofEvent: index)
    }
    let clock = AuditText.clock(event, in: trace)
    let clocks =
      trace.hasTimes
      ? "\(clock)  \(style.faint(times.clock(index)))" : FittedText.padded(clock, body.lineWidth)
    let start = "\(margin)\(style.faint(seq))  \(clocks)  \(colored(event, name))"
    if details.isEmpty { return start }
    return start + String(repeating: " ", count: max(1, 24 - name.count)) + details
  }

  private func colored(_ event: Event, _ name: String) -> String {
    switch event.kind.eventClass {
    case .load: style.blue(name)
    case .present, .decision: style.green(name)
    case .app, .lock, .splash: style.bold(name)
    default: name
    }
  }

  /// The signs of the records that violations name.
  private var signs: [Int: TimelineSign] {
    var signs: [Int: TimelineSign] = [:]
    for result in audited.results where result.hasFindings {
      for violation in result.violations {
        for index in violation.witness where signs[index] == nil { signs[index] = .named }
        signs[violation.certainAt] = .certain
      }
    }
    return signs
  }

  /// The violations, by the index of the event at which each became certain.
  private var pinned: [Int: [Item]] {
    var pins: [Int: [Item]] = [:]
    for (rule, result) in zip(audited.rules, audited.results) where result.hasFindings {
      for violation in result.violations {
        pins[violation.certainAt, default: []].append(.violation(violation, rule))
      }
    }
    return pins
  }

  private func pin(_ violation: Violation, _ rule: Rule) -> String {
    let severity = rule.severity(of: violation)
    let word = "✗ \(severity.rawValue)"
    let mark = severity == .error ? style.red(word) : style.yellow(word)
    let seqs = violation.witness.map { String(audited.reading.trace.events[$0].seq) }
    return Self.margin
      + "\(mark) \(style.bold(rule.id)): \(TerminalEscaping.text(violation.because)) "
      + style.faint("(seq \(seqs.joined(separator: ", ")))")
  }
}
