import AdAudit
import AdReports
import AdReplay
import AdRules
import AdSession

extension CommandEntry {
  static let show = CommandEntry(
    name: "show",
    summary: "Print a timeline: one line per record, with violations where they happened.",
    operands: "FILE", fewest: 1, most: 1,
    options: [
      OptionEntry(
        name: "--session", value: .one("ID"), help: "Print only this session (default: all)."),
      OptionEntry(
        name: "--around", value: .one("POINT"),
        help: "Print only the record at this point and those before and after it."),
      OptionEntry(
        name: "--context", value: .one("N"),
        help: "Records on each side of '--around', 0 to 1000000 (default: 10)."),
      OptionEntry(
        name: "--from", value: .one("POINT"), help: "Print only records from this point on."),
      OptionEntry(
        name: "--to", value: .one("POINT"), help: "Print only records up to this point."),
      OptionEntry(
        name: "--event", value: .one("KIND"), isRepeatable: true,
        help: "Print only records of this kind, or of all kinds with a prefix: 'ad.*'. Accepts a "
          + "comma-separated list.",
        choices: EventKind.allCases.filter { $0 != .unknown }.map(\.name), takesOthers: true),
      OptionEntry(
        name: "--ad", value: .one("ID"), isRepeatable: true,
        help: "Print only records of this ad, with its request and adapter loads."),
      OptionEntry(
        name: "--unit", value: .one("ID"), isRepeatable: true,
        help: "Print only records of this ad unit; its part behind '/' suffices."),
      OptionEntry(
        name: "--only-violations", help: "Print only records that violations name, and violations."),
      OptionEntry(
        name: "--state",
        help: "Also print what was going on at the end, at '--to' or at '--around'."),
    ] + OptionEntry.ofSelection,
    examples: [
      Example(
        "adjournal show Journals/incidents/app-open-shown-after-unlock.jsonl",
        "print every record, with the violation below the record where it became certain"),
      Example(
        "adjournal show --around 29 --context 5 --state "
          + "Journals/incidents/app-open-shown-after-unlock.jsonl",
        "print the records around a violation, and what was going on"),
      Example(
        "adjournal show --from 07:42 --to 0:03:02.381 "
          + "Journals/incidents/app-open-shown-after-unlock.jsonl",
        "print the records between two times"),
      Example(
        "adjournal show --event 'ad.*,app.*' --ad a-2 "
          + "Journals/incidents/app-open-shown-after-unlock.jsonl",
        "print the records of an ad"),
      Example(
        "adjournal show --only-violations --unit 4410027781 Journals/incidents",
        "print the violations about an ad unit, with its records that they name"),
      Example(
        "adjournal show Journals/damaged/seq-gap.jsonl", "print the gap where records are missing",
        exits: .damaged),
    ],
    details: """
      A record has its seq, the time since the start of the session and the local time of the session.
      '>' marks a record at which a violation became certain, '*' another one that a violation names.
      A record is shown if all options allow it; the last lines say how much is not shown. Of several
      sessions, those without a matching record are only counted. Violations do not change the exit
      status; use 'adjournal audit' for that.

      \(pointForms)
      """
  ) { arguments, terminal in
    let judge = Judge(
      rules: try Selection.rules(arguments), overrides: try Selection.policy(arguments))
    let choice = try ShowChoice(arguments)
    let path = arguments.operands[0]
    let (contents, sessions) = try JournalContents.sessions(
      arguments.value("--session"), of: path)
    if sessions.isEmpty { contents.printNoSession() }
    var left = 0
    for reading in sessions {
      let isWritten = try choice.write(reading, judge, isOnly: sessions.count == 1, &terminal)
      if !isWritten { left += 1 }
    }
    if left > 0 {
      let count = AuditText.count(left, "session")
      terminal.write("\(count) without a matching record not shown\n")
    }
    terminal.flush()
    contents.printDamage()
    return contents.code
  }
}

/// What `show` prints of a session.
private struct ShowChoice {
  private static let usualContext = 10
  private static let mostContext = 1_000_000

  private var selection = TimelineSelection()
  private let around, from, to: SessionPoint?
  private let context: Int
  private let hasState: Bool
  private let overrides: [PolicySetting]

  init(_ arguments: Arguments) throws {
    around = try arguments.value("--around").map(SessionPoint.parse)
    from = try arguments.value("--from").map(SessionPoint.parse)
    to = try arguments.value("--to").map(SessionPoint.parse)
    if around != nil, let other = ["--from", "--to"].first(where: arguments.has) {
      throw UsageError("'--around' cannot be used with '\(other)'")
    }
    let context = try arguments.number("--context", in: 0...Self.mostContext)
    if context != nil && around == nil { throw UsageError("'--context' needs '--around'") }
    self.context = context ?? Self.usualContext
    hasState = arguments.has("--state")
    overrides = try Selection.policy(arguments)
    selection.kinds = Set(try arguments.list("--event").flatMap(Self.kinds))
    selection.ads = arguments.values("--ad")
    selection.units = arguments.values("--unit")
    selection.onlyViolations = arguments.has("--only-violations")
  }

  private static func kinds(_ pattern: String) throws -> [EventKind] {
    let kinds = TimelineSelection.kinds(matching: pattern)
    if !kinds.isEmpty { return kinds }
    throw UsageError(
      "no event kind '\(pattern)'", near: pattern, known: EventKind.allCases.map(\.name),
      hint: "Journals/EVENTS.md lists all kinds; '*' can end a prefix, such as 'ad.*'")
  }

  /// Writes a session; returns false if there are others and no record of this one matches.
  func write(
    _ reading: SessionReading, _ judge: Judge, isOnly: Bool, _ terminal: inout Terminal
  ) throws -> Bool {
    var selection = selection
    var state = reading.trace.events.count - 1
    do throws(PointError) {
      state = try choose(&selection, reading.trace) ?? state
    } catch {
      if isOnly { throw UsageError(error.description) }
      return false
    }
    let audited = AuditedSession(reading, rules: judge.rules, results: judge.judge(reading.trace))
    let timeline = Timeline(audited, style: terminal.style, showing: selection)
    guard let lines = isOnly || !isSelective ? timeline.lines : timeline.matchingLines else {
      return false
    }
    for line in lines { terminal.write(line + "\n") }
    if hasState && state >= 0 {
      let text = StateText(
        reading.trace, after: state, rules: judge.rules, overrides: overrides,
        style: terminal.style)
      for line in text.lines + [""] { terminal.write(line + "\n") }
    }
    return true
  }

  private var isSelective: Bool {
    selection.hasFilters || around != nil || from != nil || to != nil
  }

  /// Sets the window of a session; returns the index of the record whose state is asked for.
  private func choose(
    _ selection: inout TimelineSelection, _ trace: Trace
  ) throws(PointError) -> Int? {
    guard around != nil || from != nil || to != nil, !trace.events.isEmpty else { return nil }
    let times = SessionTimes(trace)
    if let around {
      let found = try times.last(upTo: around)
      let last = min(found.index + context, trace.events.count - 1)
      selection.window = max(0, found.index - context)..<last + 1
      selection.notes = found.note.isEmpty ? [] : [found.note]
      return found.index
    }
    let window = try times.window(from: from, to: to)
    selection.window = window.records
    selection.notes = window.notes
    return window.records.upperBound - 1
  }
}
