import AdReports
import AdReplay
import AdRules
import AdSession
import AdShrinking

extension CommandEntry {
  static let pin = CommandEntry(
    name: "pin", says: "Makes a test of a captured incident: red before the fix, green after it.",
    operands: "FILE", fewest: 1, most: 1,
    options: ShrinkOptions.all + [
      OptionEntry(
        name: "--to", value: .one("TEST.swift"),
        says: "The new test; the journal is written beside it, with the ending .jsonl.")
    ],
    examples: [
      Example(
        "adjournal pin --rule lock-is-not-background --to Unlock.swift "
          + "Journals/incidents/app-open-shown-after-unlock.jsonl",
        "Unlock.swift and Unlock.jsonl, for a test target that imports AdTesting's AdShrinking")
    ],
    details: """
      The journal is made as small as a believable one can be: every ad in it was asked for and loaded,
      and its times are the captured ones. The test acts it again: what the phone, the user and the
      SDK did comes when it came. The app in it is the one of the incident, so the test is red; put your
      ad manager in its place, and it is green when the mistake is mended.
      """
  ) { arguments, terminal in
    let request = try ShrinkRequest(arguments)
    guard let test = arguments.value("--to"), test.hasSuffix(".swift") else {
      throw UsageError("where to? '--to TEST.swift' names the new test, such as Tests/Unlock.swift")
    }
    let journal = test.dropLast(6) + ".jsonl"
    try NewFile.refuse([test, String(journal)])
    let small = try request.incident()
    let source = PinnedTest.text(
      rule: request.rule, source: arguments.operands[0], because: small.because)
    var captured = try NewFile(String(journal), mode: 0o644)
    try captured.write(small.bytes)
    var written = try NewFile(test, mode: 0o644)
    try written.write(Array(source.utf8))
    try NewFile.publish(&captured, &written)
    terminal.write(
      TerminalEscaping.text(
        "\(test) and \(journal): \(small.records) records of \(small.originalRecords)")
        + "\n")
    terminal.write(
      "in the test target of Package.swift: "
        + TerminalEscaping.text(Self.manifestLine(String(journal))) + "\n")
    terminal.flush()
    request.contents.complain()
    return request.contents.code
  }

  /// What keeps the build from asking about the journal: the test reads it beside its source.
  private static func manifestLine(_ journal: String) -> String {
    let parts = journal.split(separator: "/").map(String.init)
    let target = parts.lastIndex(of: "Tests").map { $0 + 2 } ?? parts.count
    let inside = target < parts.count ? parts[target...].joined(separator: "/") : parts.last ?? ""
    return "exclude: [\"\(inside)\"],"
  }
}
