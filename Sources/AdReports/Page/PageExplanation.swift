internal import AdAudit
internal import AdExplaining
package import AdRules
internal import AdSession
package import JSONLines

extension PageSession {
  /// The maximum number of changed sessions that are judged for one explanation: what somebody in
  /// front of a page waits for.
  private static let effort = 3000

  /// Writes the members of the answer that explains a rule's finding at a record; of the whole
  /// rule, without a `seq`.
  ///
  /// Returns false if there is no such finding.
  package func writeExplanation(
    of rule: String, at seq: Int64?, _ otherShows: OtherShows, to writer: inout JSONWriter
  ) -> Bool {
    let explainer = Explainer(rules: audited.rules, overrides: overrides, effort: Self.effort)
    let choice = Explainer.Choice(rules: [rule], seq: seq, includesUnjudged: true)
    let explanations = explainer.explain(
      trace, choice, results: audited.results, order: OrderedViolation.all(of: audited),
      otherShows: otherShows)
    guard let explanation = explanations.first else { return false }
    write(explanation, to: &writer)
    return true
  }

  private func write(_ explanation: Explanation, to writer: inout JSONWriter) {
    let rule = explanation.rule
    writer.field("rule", rule.id)
    writer.field("verdict", explanation.verdict.rawValue)
    writer.optional("because", because(explanation).map(TerminalEscaping.text))
    rule.writeGuidance(to: &writer)
    writer.field("cut_off", explanation.isCutOff)
    var (history, completions): (CorrectHistory?, Completions?)
    switch explanation.finding {
    case .violation(_, let found): history = found
    case .undecided(_, let found), .untrusted(let found): completions = found
    case .vacuous, .notCaptured: break
    }
    write(history, to: &writer)
    writer.key("violating")
    write(completions?.violating, to: &writer)
    writer.key("holding")
    write(completions?.holding, to: &writer)
    let text = ExplanationText(audited.reading, style: .plain)
    writer.array("notes") { writer in
      for line in text.answer(explanation) { writer.string(line) }
    }
  }

  private func because(_ explanation: Explanation) -> String? {
    switch explanation.finding {
    case .violation(let violation, _): violation.because
    case .undecided(let undecided, _): ExplanationText.reason(undecided)
    case .untrusted, .vacuous, .notCaptured: nil
    }
  }

  private func write(_ history: CorrectHistory?, to writer: inout JSONWriter) {
    writer.key("kept")
    guard let history else { return writer.null() }
    writer.object { writer in
      writer.array("changes") { writer in
        for change in history.changes {
          writer.object { write(change, history, to: &$0) }
        }
      }
    }
  }

  private func write(
    _ change: HistoryChange, _ history: CorrectHistory, to writer: inout JSONWriter
  ) {
    writer.field("change", change.action.rawValue)
    if let seq = change.seq { writer.field(change.action == .add ? "after_seq" : "seq", seq) }
    if let t = change.formerT { writer.field("from_t", t) }
    write(change.event, history.symbols, line: history.line(of: change), to: &writer)
  }

  private func write(_ completion: Completion?, to writer: inout JSONWriter) {
    guard let completion else { return writer.null() }
    writer.object { writer in
      writer.array("facts") { writer in
        for fact in completion.facts { writer.string(TerminalEscaping.text(fact)) }
      }
      writer.array("records") { writer in
        for record in completion.records {
          writer.object {
            if let seq = record.afterSeq { $0.field("after_seq", seq) }
            write(record.event, completion.symbols, line: record.line, to: &$0)
          }
        }
      }
    }
  }

  private func write(
    _ event: Event, _ symbols: SymbolTable, line: [UInt8], to writer: inout JSONWriter
  ) {
    let details = EventDetails(symbols: symbols, header: trace.header, style: .plain).text(event)
    writer.field("t", event.t)
    writer.field("event", event.kind == .note ? "any record" : event.kind.name)
    writer.field("text", details)
    writer.field("record", String(decoding: TerminalEscaping.json(line), as: UTF8.self))
  }
}

extension Rule {
  /// Writes the members `sentence`, `remedy`, `who` (the actor that can break it) and `links`.
  package func writeGuidance(to writer: inout JSONWriter) {
    writer.field("sentence", sentence)
    writer.optional("remedy", remedy)
    writer.field("who", actor.rawValue)
    writer.array("links") { writer in
      for link in links {
        writer.object {
          $0.field("title", link.title)
          $0.field("url", link.url)
        }
      }
    }
  }
}
