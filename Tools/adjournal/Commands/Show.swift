import AdAudit
import AdReports
import AdReplay
import AdRules
import AdSession

extension CommandEntry {
  static let show = CommandEntry(
    name: "show",
    says: "The timeline for people: one line a record, violations where they happened.",
    operands: "FILE", fewest: 1, most: 1,
    options: [
      OptionEntry(
        name: "--session", value: .one("ID"),
        says: "Only this session (default: all, one after the other)."),
      OptionEntry(
        name: "--policy", value: .one("KEY=VALUE"), isRepeatable: true,
        says: "Sets a threshold; wins over what the journal says.",
        choices: PolicyKey.allCases.map { $0.name + "=" }),
    ],
    examples: [
      Example(
        "adjournal show Journals/incidents/app-open-shown-after-unlock.jsonl",
        "every record, with the violation under the record at which it became certain"),
      Example(
        "adjournal show Journals/damaged/seq-gap.jsonl", "the gap where records are missing",
        exits: .damaged),
    ],
    details: """
      Violations do not change the exit code: 'adjournal audit' judges, this shows. Times count from
      the beginning of the session.
      """
  ) { arguments, terminal in
    let policy = try Selection.policy(arguments)
    let path = arguments.operands[0]
    let (contents, sessions) = try JournalContents.sessions(
      arguments.value("--session"), of: path)
    if sessions.isEmpty { contents.complainOfNoSession() }
    let judge = Judge(overrides: policy)
    for reading in sessions {
      let results = judge.judge(reading.trace)
      let audited = AuditedSession(reading, rules: judge.rules, results: results)
      for line in Timeline(audited, style: terminal.style).lines { terminal.write(line + "\n") }
    }
    terminal.flush()
    contents.complain()
    return contents.code
  }
}
