import AdReports
import AdReplay
import AdRules
import AdSession
import AdShrinking

extension CommandEntry {
  static let pin = CommandEntry(
    name: "pin", summary: "Turn a captured incident into a test: red before the fix, green after.",
    operands: "FILE", fewest: 1, most: 1,
    options: ShrinkOptions.all + [
      OptionEntry(
        name: "--to", value: .one("TEST.swift"),
        help:
          "The new test file. Its journal gets the same name with the extension .jsonl. Required."
      )
    ],
    examples: [
      Example(
        "adjournal pin --rule lock-is-not-background --to Unlock.swift "
          + "Journals/incidents/app-open-shown-after-unlock.jsonl",
        "write Unlock.swift and Unlock.jsonl, for a test target with the product AdTesting")
    ],
    details: """
      Shrinks the journal as far as it stays plausible: every ad in it is requested and loaded, and
      all times are the captured ones. The test replays what the phone, the user and the SDK did, at
      the captured times. At first it replays the app of the incident, too, so the test is red.
      Replace that app by the TestedAdManager of your AdManagerTest, as the comment in the file
      shows; the test is green when the bug is fixed. It also fails if the manager does not get as far
      as the app of the incident: if it requests no ad, or has none at hand when it could show one.

      The test imports AdTesting and AdShrinking, both of the product AdTesting.
      """
  ) { arguments, terminal in
    let request = try ShrinkRequest(arguments)
    guard let test = arguments.value("--to"), test.hasSuffix(".swift") else {
      if let path = arguments.value("--to") {
        throw UsageError("invalid value '\(path)' for '--to' (a path that ends in .swift)")
      }
      throw UsageError.missing("--to", hint: "example: --to Tests/Unlock.swift")
    }
    let journal = test.dropLast(6) + ".jsonl"
    try NewFile.refuseExisting([test, String(journal)])
    let small = try request.incident()
    let source = PinnedTest.text(
      rule: request.rule, source: arguments.operands[0], because: small.because,
      name: String(test.dropLast(6).split(separator: "/").last ?? ""))
    let mode = NewFile.mode(from: arguments.operands)
    var captured = try NewFile(String(journal), mode: mode)
    try captured.write(small.bytes)
    var written = try NewFile(test, mode: mode)
    try written.write(Array(source.utf8))
    try NewFile.publish(&captured, &written)
    terminal.write(
      TerminalEscaping.text(
        "\(test) and \(journal): \(small.records) of \(small.originalRecords) records") + "\n")
    terminal.write(
      "add to the test target in Package.swift: "
        + TerminalEscaping.text(Self.manifestLine(String(journal))) + "\n")
    terminal.flush()
    request.contents.printDamage()
    return request.contents.code
  }

  /// The manifest line that excludes the journal from the build; the test reads it from its folder.
  private static func manifestLine(_ journal: String) -> String {
    let parts = journal.split(separator: "/").map(String.init)
    let target = parts.lastIndex(of: "Tests").map { $0 + 2 } ?? parts.count
    let inside = target < parts.count ? parts[target...].joined(separator: "/") : parts.last ?? ""
    return "exclude: [\(literal(inside))],"
  }

  /// A text as a string literal of Swift.
  private static func literal(_ text: String) -> String {
    let escaped = text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
    return "\"\(escaped)\""
  }
}
