import AdReplay

extension CommandEntry {
  static let cat = CommandEntry(
    name: "cat", says: "Whole, valid records only, for tools that stop at a torn line.",
    operands: "FILE…", fewest: 1,
    options: [
      OptionEntry(
        name: "--sessions", value: .one("ID"), isRepeatable: true,
        says: "Only the records of this session; several are separated by commas.")
    ],
    examples: [
      Example(
        "adjournal cat Journals/damaged/torn-tail.jsonl > whole.jsonl",
        "leaves the torn line out, and says so", exits: .damaged),
      Example(
        "adjournal cat --sessions daily-03c8be Journals/incidents > one-session.jsonl",
        "takes one session out of many journals"),
    ],
    details: """
      Lines are copied byte for byte, in the order of the files. Each line is judged by itself: what
      only a whole session shows (a repeated record, a hole) is for 'adjournal check' to say.
      """
  ) { arguments, terminal in
    let named = arguments.values("--sessions").flatMap { $0.split(separator: ",") }
    var records = WholeRecords(only: Set(named.map(String.init)))
    for input in JournalFiles.expand(arguments.operands) {
      try records.read(input) { line, _ in terminal.write(line: line.bytes) }
    }
    for session in records.missing {
      Terminal.complain("session '\(session)' has no whole record in what was read")
    }
    return records.code
  }
}
