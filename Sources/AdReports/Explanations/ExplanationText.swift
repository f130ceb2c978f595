public import AdExplaining
public import AdReplay
internal import AdRules
internal import AdSession

/// Explanations as text: the records of the finding as quoted lines, then what would change the
/// verdict.
public struct ExplanationText {
  private let reading: SessionReading
  private let style: TextStyle
  private var trace: Trace { reading.trace }

  /// Makes the text for the explanations of a session.
  public init(_ reading: SessionReading, style: TextStyle) {
    self.reading = reading
    self.style = style
  }

  /// The title line of the session.
  public var title: String { AuditText(style: style).title(reading) }

  /// The lines of one explanation, without line feeds.
  public func lines(_ explanation: Explanation) -> [String] {
    switch explanation.finding {
    case .violation(let violation, let history):
      return head(explanation) + ["  " + TerminalEscaping.text(violation.because)]
        + (explanation.follows.map { ["  \($0)"] } ?? []) + remedy(explanation.rule) + [""]
        + quoted(violation.witness + [violation.certainAt], marking: violation.certainAt) + [""]
        + lines(history, explanation)
    case .undecided(let undecided, let completions):
      let index = trace.events.firstIndex { $0.seq == undecided.seq }
      return head(explanation) + ["  undecided: \(Self.reason(undecided))", ""]
        + quoted(index.map { [$0] } ?? [], marking: index) + [""]
        + lines(completions, of: undecided) + equal(explanation) + [""]
    case .untrusted(let completions):
      let reason =
        trace.hasBadSeal
        ? "a seal does not match, so that no record can be relied on" : "the header is lost"
      return head(explanation) + ["  undecided: \(reason)", ""] + lines(completions) + [""]
    case .vacuous(let advice): return head(explanation) + lines(vacuous: advice)
    case .notCaptured(let advice): return head(explanation) + lines(notCaptured: advice)
    }
  }

  /// What would change the verdict, without the finding itself.
  func answer(_ explanation: Explanation) -> [String] {
    let lines: [String]
    switch explanation.finding {
    case .violation(_, let history): lines = self.lines(history, explanation)
    case .undecided(let undecided, let completions):
      lines = self.lines(completions, of: undecided)
    case .untrusted(let completions): lines = self.lines(completions)
    case .vacuous(let advice): lines = self.lines(vacuous: advice)
    case .notCaptured(let advice): lines = self.lines(notCaptured: advice)
    }
    return lines.map { String($0.drop { $0 == " " }) }.filter { !$0.isEmpty }
  }

  private func head(_ explanation: Explanation) -> [String] {
    let rule = explanation.rule
    let name = style.bold(rule.id)
    switch explanation.finding {
    case .violation(let violation, _):
      return ["\(AuditText(style: style).severity(rule.severity(of: violation))) \(name)"]
    default: return ["\(style.yellow(explanation.verdict.rawValue)) \(name)", "  \(rule.sentence)"]
    }
  }

  private func remedy(_ rule: Rule) -> [String] {
    rule.remedy.map { ["  remedy: " + TerminalEscaping.text($0)] } ?? []
  }

  /// Whether a deadline lies behind the end of an orderly session without gaps.
  private func isOver(_ undecided: Undecided) -> Bool {
    undecided.why == .pending && trace.end == .clean && trace.gaps.isEmpty
  }

  /// Why an activation is undecided.
  static func reason(_ undecided: Undecided) -> String {
    switch undecided.why {
    case .pending:
      let left = undecided.remainingMs.map { " (\(AuditText.clock($0)) of active time left)" } ?? ""
      return "the session ends before the deadline\(left)"
    case .gap: return "lost records can hide what decides"
    case .cut: return "the rule waits for the end of the session, which was cut"
    case .unknown, .earlierShows:
      return undecided.because ?? "the journal does not have a fact that decides"
    }
  }

  // MARK: Records

  /// Records of the session with their line numbers; one is marked.
  private func quoted(_ indexes: [Int], marking marked: Int?) -> [String] {
    var rows: [Int] = []
    for index in indexes.sorted() where rows.last != index { rows.append(index) }
    let width = rows.map { String(trace.events[$0].line).count }.max() ?? 1
    return rows.map { index in
      let event = trace.events[index]
      let number = String(event.line)
      let margin = String(repeating: " ", count: width - number.count)
      let mark = index == marked ? style.red(">") : " "
      let file = AuditText.name(ofOther: reading.path(ofEvent: index))
      return
        "\(mark) \(margin)\(style.faint(number + " |")) \(record(event, trace.symbols) { trace.freeText($0, ofEvent: index) })\(file)"
    }
  }

  private func record(
    _ event: Event, _ symbols: SymbolTable, _ freeText: (FieldName) -> String? = { _ in nil }
  ) -> String {
    let name = event.kind == .unknown ? "(unknown kind)" : event.kind.name
    let details = EventDetails(symbols: symbols, header: trace.header, style: style).text(
      event, freeText: freeText)
    let start = "\(AuditText.clock(event, in: trace))  \(name)"
    if details.isEmpty { return start }
    return start + String(repeating: " ", count: max(1, 24 - name.count)) + details
  }

  private func short(_ event: Event, _ symbols: SymbolTable) -> String {
    let details = EventDetails(symbols: symbols, header: trace.header, style: style).text(event)
    return details.isEmpty ? event.kind.name : "\(event.kind.name) \(details)"
  }

  // MARK: Violations

  private func lines(_ history: CorrectHistory?, _ explanation: Explanation) -> [String] {
    if let other = explanation.rule.actor.other {
      return ["  the app cannot repair this: \(other) breaks the rule", ""]
    }
    guard let history else {
      if explanation.judged == 0 && explanation.isCutOff { return [Self.notSearched, ""] }
      if explanation.judged == 0 {
        return ["  the app cannot repair this: no record of the app led to it", ""]
      }
      let most = "no change of at most 3 records of the app was found that avoids it"
      return ["  \(most)\(Self.effort(explanation.judged, explanation.isCutOff))", ""]
    }
    let count = AuditText.count(history.changes.count, "change")
    return ["  nearest correct history (\(count)):"]
      + history.changes.map { "    " + line($0, history.symbols) } + [""]
  }

  private func line(_ change: HistoryChange, _ symbols: SymbolTable) -> String {
    let record = short(change.event, symbols)
    let others = AuditText.count(change.consequences, "record")
    let along =
      change.consequences == 0
      ? "" : " with the \(others) that \(change.consequences == 1 ? "follows" : "follow") from it"
    switch change.action {
    case .remove: return "line \(change.line): remove \(record)\(along)"
    case .move:
      let time = AuditText.clock(change.event, in: trace)
      return "line \(change.line): move \(record) to \(time)\(along)"
    case .replace:
      return "line \(change.line): record \(record) instead"
        + (along.isEmpty ? "" : ", without\(along.dropFirst(5))")
    case .add:
      let answer = change.consequences == 0 ? "" : " and its answer"
      let after = change.seq.map { " after seq \($0)" } ?? ""
      return "add \(record)\(answer) at \(AuditText.clock(change.event, in: trace))\(after)"
    }
  }

  private static func effort(_ judged: Int, _ isCutOff: Bool) -> String {
    isCutOff
      ? "; stopped after \(AuditText.count(judged, "journal")) (more with '--effort')"
      : "; judged \(AuditText.count(judged, "journal"))"
  }

  // MARK: Completions

  private func lines(_ completions: Completions, of undecided: Undecided) -> [String] {
    if isOver(undecided) { return ["  no record can decide it: the session has ended"] }
    if undecided.needsEarlierShows, completions.found == .none, !completions.isCutOff {
      return ["  no record of this session was found that decides it"]
    }
    return lines(completions)
  }

  private func lines(_ completions: Completions) -> [String] {
    if completions.judged == 0 && completions.isCutOff { return [Self.notSearched] }
    return lines(completions.violating, "violated", completions)
      + lines(completions.holding, "kept", completions)
  }

  /// The other activations that this explanation is for.
  private func equal(_ explanation: Explanation) -> [String] {
    let seqs = explanation.equalSeqs
    if seqs.isEmpty { return [] }
    let shown = seqs.prefix(Self.mostEqual).map { String($0) }.joined(separator: ", ")
    let more = seqs.count > Self.mostEqual ? ", …" : ""
    return ["  \(seqs.count) more like it, at seq \(shown)\(more) ('--seq N' explains one)"]
  }

  private static let mostEqual = 8
  private static let notSearched =
    "  not explained: the effort of this call is used up (more with '--effort N')"

  private func lines(
    _ completion: Completion?, _ outcome: String, _ completions: Completions
  ) -> [String] {
    guard let completion else {
      let found = "no completion of at most 4 records was found with which it would be \(outcome)"
      return ["  \(found)\(Self.effort(completions.judged, completions.isCutOff))"]
    }
    let facts = completion.facts.map { "    if " + TerminalEscaping.text($0) }
    let records = completion.records.map { "    " + line($0, completion.symbols) }
    if facts.isEmpty && records.isEmpty {
      let lost =
        completion.neutral > 0 ? "if no lost record matters" : "as it is, if it is complete"
      return ["  would be \(outcome) \(lost)"]
    }
    return ["  would be \(outcome) with:"] + facts + records
  }

  private func line(_ record: Completion.Record, _ symbols: SymbolTable) -> String {
    let place: String
    switch record.reason {
    case .lost:
      place = record.afterSeq.map { "lost after seq \($0)" } ?? "lost before the first record"
    case .later: place = "later"
    case .unrecorded:
      place = record.afterSeq.map { "not recorded after seq \($0)" } ?? "not recorded"
    }
    if record.event.kind == .note {
      return "\(place): \(AuditText.clock(record.event, in: trace))  any record"
    }
    return "\(place): \(self.record(record.event, symbols))"
  }

  // MARK: Rules without activations

  private func lines(vacuous advice: RecordingAdvice) -> [String] {
    let kinds = advice.triggers.map { $0.name }.joined(separator: ", ")
    guard let completion = advice.activating else {
      return ["  no record of this session made the rule apply; it looks at \(kinds)", ""]
    }
    return ["  no record of this session made the rule apply; it would apply with:"]
      + completion.records.map { "    " + short($0.event, completion.symbols) } + [""]
  }

  private func lines(notCaptured advice: RecordingAdvice) -> [String] {
    var lines: [String] = []
    for eventClass in advice.classes {
      let kinds = Vocabulary.kinds(of: eventClass).map { $0.name }.joined(separator: ", ")
      lines.append("  add '\(eventClass.name)' to captures and record \(kinds)")
    }
    lines += advice.settings.map { "  set \($0) in the header" }
    if advice.lacksTimes { lines.append("  \(Rule.noTimes)") }
    return lines + [""]
  }
}

extension Rule.Actor {
  /// Who else than the app can break a rule, for people; nil for the app.
  fileprivate var other: String? {
    switch self {
    case .app: nil
    case .sdk: "the ad SDK"
    case .network: "an ad network or its adapter"
    case .user: "the user"
    }
  }
}

extension Vocabulary {
  /// The kinds of a class.
  fileprivate static func kinds(of eventClass: EventClass) -> [EventKind] {
    EventKind.allCases.filter { $0.eventClass == eventClass }
  }
}
