public import AdExplaining
public import AdReplay
internal import AdRules
internal import AdSession
public import JSONLines
internal import JournalEncoding
internal import JournalFormat

/// Explanations as JSON of the schema `adjournal.explain/1`.
public enum ExplanationJSON {
  /// The name of the schema.
  public static let schema = "adjournal.explain/1"

  /// Writes the beginning of the object of a session, up to its explanations.
  public static func begin(_ reading: SessionReading, _ writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("session", reading.id)
    writer.field("path", reading.path)
    writer.key("explanations")
    writer.beginArray()
  }

  /// Writes the end of the object of a session.
  public static func end(_ writer: inout JSONWriter) {
    writer.endArray()
    writer.endObject()
  }

  /// Writes an explanation of a session.
  public static func write(
    _ explanation: Explanation, of reading: SessionReading, to writer: inout JSONWriter
  ) {
    writer.object {
      $0.field("rule", explanation.rule.id)
      $0.field("verdict", explanation.verdict.rawValue)
      if let seq = explanation.seq { $0.field("seq", seq) }
      if case .violation(let violation, _) = explanation.finding {
        $0.field("severity", explanation.rule.severity(of: violation).rawValue)
        $0.field("because", violation.because)
        witness(violation, reading, &$0)
      }
      if case .undecided(let undecided, _) = explanation.finding {
        $0.field("why", undecided.why.rawValue)
        equal(explanation, &$0)
      }
      members(explanation, &$0)
    }
  }

  /// Writes the members that explain a finding, into the object of the finding.
  static func members(_ explanation: Explanation, _ writer: inout JSONWriter) {
    switch explanation.finding {
    case .violation(_, let history): write(history, &writer)
    case .undecided(_, let completions), .untrusted(let completions):
      writer.key("violating")
      write(completions.violating, &writer)
      writer.key("holding")
      write(completions.holding, &writer)
      writer.field("found", completions.found.rawValue)
    case .vacuous(let advice):
      writer.array("triggers") { writer in
        for kind in advice.triggers { writer.string(kind.name) }
      }
      writer.key("activating")
      write(advice.activating, &writer)
    case .notCaptured(let advice):
      writer.array("captures") { writer in
        for eventClass in advice.classes { writer.string(eventClass.name) }
      }
      writer.array("settings") { writer in
        for setting in advice.settings { writer.string(setting) }
      }
      if advice.lacksTimes { writer.field("reason", Rule.noTimes) }
    }
    writer.field("judged", explanation.judged)
    writer.field("cut_off", explanation.isCutOff)
  }

  private static func equal(_ explanation: Explanation, _ writer: inout JSONWriter) {
    if explanation.equalSeqs.isEmpty { return }
    writer.array("equal_seqs") { writer in
      for seq in explanation.equalSeqs { writer.integer(seq) }
    }
  }

  private static func witness(
    _ violation: Violation, _ reading: SessionReading, _ writer: inout JSONWriter
  ) {
    var encoder = RecordEncoder()
    let trace = reading.trace
    writer.array("witness") { writer in
      for index in violation.witness {
        writer.object {
          $0.field("line", trace.events[index].line)
          $0.field("path", reading.path(ofEvent: index))
          $0.key("record")
          let line = encoder.line(
            trace.events[index], of: trace.id, trace.symbols, header: trace.header,
            policy: trace.policyChanges[index] ?? [])
          record(line ?? [], &$0)
        }
      }
    }
  }

  private static func record(_ line: [UInt8], _ writer: inout JSONWriter) {
    if line.isEmpty { writer.null() } else { writer.raw(Array(line.dropLast())) }
  }

  private static func write(_ history: CorrectHistory?, _ writer: inout JSONWriter) {
    writer.key("kept")
    guard let history else { return writer.null() }
    writer.object {
      $0.array("changes") { writer in
        for change in history.changes { write(change, history, &writer) }
      }
    }
  }

  private static func write(
    _ change: HistoryChange, _ history: CorrectHistory, _ writer: inout JSONWriter
  ) {
    writer.object {
      $0.field("change", change.action.rawValue)
      if let seq = change.seq { $0.field(change.action == .add ? "after_seq" : "seq", seq) }
      if change.line > 0 { $0.field("line", change.line) }
      if let t = change.formerT { $0.field("from_t", t) }
      $0.field("consequences", change.consequences)
      $0.key("record")
      record(history.line(of: change), &$0)
    }
  }

  private static func write(_ completion: Completion?, _ writer: inout JSONWriter) {
    guard let completion else { return writer.null() }
    writer.object {
      $0.array("facts") { writer in
        for fact in completion.facts { writer.string(fact) }
      }
      $0.array("records") { writer in
        for item in completion.records {
          writer.object {
            $0.field("place", item.reason.rawValue)
            if let seq = item.afterSeq { $0.field("after_seq", seq) }
            $0.key("record")
            record(item.line, &$0)
          }
        }
      }
      $0.field("neutral", completion.neutral)
    }
  }
}
