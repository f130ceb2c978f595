import AdReplay
import JournalInput
import JSONLines

extension CommandEntry {
  static let cat = CommandEntry(
    name: "cat", summary: "Print only valid records, for tools that stop at a damaged line.",
    operands: "FILE…", fewest: 1,
    options: [
      OptionEntry(
        name: "--sessions", value: .one("ID"), isRepeatable: true,
        help: "Print only the records of this session. Accepts a comma-separated list.")
    ],
    examples: [
      Example(
        "adjournal cat Journals/damaged/torn-tail.jsonl > whole.jsonl",
        "omit the torn line and report it on standard error", exits: .damaged),
      Example(
        "adjournal cat --sessions daily-03c8be Journals/incidents > one-session.jsonl",
        "extract one session from many journals"),
    ],
    details: """
      Copies valid lines byte for byte, in the order of the files. Each line is checked on its own;
      'adjournal check' also finds what only a whole session shows, such as a repeated or a missing
      record.
      """
  ) { arguments, terminal in
    let named = arguments.values("--sessions").flatMap { $0.split(separator: ",") }
    var records = ValidRecords(only: Set(named.map(String.init)), isLenient: true)
    Progress.begin(reading: arguments.operands)
    for input in JournalFiles.expand(arguments.operands) {
      try records.read(input) { line, _ in terminal.write(line: line.bytes.view.raw) }
    }
    for session in records.missing {
      Terminal.printError("no valid record of session '\(session)' in the input")
    }
    return records.code
  }
}
