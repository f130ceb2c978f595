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
        name: "--session", value: .one("ID"), help: "Print only this session (default: all).")
    ] + OptionEntry.ofSelection,
    examples: [
      Example(
        "adjournal show Journals/incidents/app-open-shown-after-unlock.jsonl",
        "print every record, with the violation below the record where it became certain"),
      Example(
        "adjournal show Journals/damaged/seq-gap.jsonl", "print the gap where records are missing",
        exits: .damaged),
    ],
    details: """
      Times are relative to the start of the session. Violations do not change the exit status; use
      'adjournal audit' for that.
      """
  ) { arguments, terminal in
    let judge = Judge(
      rules: try Selection.rules(arguments), overrides: try Selection.policy(arguments))
    let path = arguments.operands[0]
    let (contents, sessions) = try JournalContents.sessions(
      arguments.value("--session"), of: path)
    if sessions.isEmpty { contents.printNoSession() }
    for reading in sessions {
      let results = judge.judge(reading.trace)
      let audited = AuditedSession(reading, rules: judge.rules, results: results)
      for line in Timeline(audited, style: terminal.style).lines { terminal.write(line + "\n") }
    }
    terminal.flush()
    contents.printDamage()
    return contents.code
  }
}
