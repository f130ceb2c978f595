import AdJournal

extension CommandEntry {
  static let cat = CommandEntry(
    name: "cat", says: "Whole, valid records only, for tools that stop at a torn line.",
    operands: "FILE…", fewest: 1,
    options: [
      OptionEntry(
        name: "--sessions", value: .one("ID"), isRepeatable: true,
        says: "Only the records of this session.")
    ],
    examples: [
      ("adjournal cat Journals/damaged/torn-tail.jsonl | jq .event", "feeds another tool"),
      ("adjournal cat --sessions lock-7 fleet.jsonl.gz > lock-7.jsonl", "takes one session out"),
    ]
  ) { arguments, terminal in
    let named = arguments.values("--sessions").flatMap { $0.split(separator: ",") }
    var copy = WholeRecords(only: Set(named.map(String.init)))
    for input in JournalFiles.expand(arguments.operands) { copy.copy(input, &terminal) }
    return copy.end()
  }
}
