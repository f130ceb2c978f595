import AdJournal
import AdReport
import AdRules
import AdSession

extension CommandEntry {
  static let show = CommandEntry(
    name: "show", says: "The timeline for people: one line a record, violations where they happened.",
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
      (
        "adjournal show Journals/incidents/app-open-shown-after-unlock.jsonl",
        "every record, with the violation under the record at which it became certain"
      )
    ]
  ) { arguments, terminal in
    let contents = try JournalContents.read(arguments.operands)
    let judge = Judge(overrides: try Selection.policy(arguments))
    let wanted = arguments.value("--session")
    let sessions = contents.sessions.filter { wanted == nil || $0.id == wanted }
    if let wanted, sessions.isEmpty {
      throw UsageError(
        "\(arguments.operands[0]) has no session '\(wanted)'", near: wanted,
        known: contents.sessions.map(\.id))
    }
    for reading in sessions {
      let results = judge.judge(reading.trace)
      let audited = AuditedSession(reading, rules: judge.rules, results: results)
      for line in Timeline(audited, paint: terminal.paint).lines { terminal.write(line + "\n") }
    }
    return contents.code
  }
}
