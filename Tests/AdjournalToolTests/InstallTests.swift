import Foundation
import Testing

/// Sessions of one install in one call are judged together, however they are stored.
struct InstallTests {
  /// The journal has the evening launch first, then one of the day before, then one of the morning.
  private static let path = "Journals/terms/launches-since-the-day-before.jsonl"
  private static let rule = "reload-after-dismiss"

  /// Runs a command in a folder with one file per session; each line of output is a session's
  /// verdict.
  private static func verdicts(_ command: String) throws -> [String] {
    let split = """
      grep '"yesterday"' \(path) > y.jsonl; grep '"morning"' \(path) > m.jsonl
      grep '"launches-since' \(path) > a.jsonl; mkdir all; mv ?.jsonl all
      """
    let run = try Tool.shell("\(split); \(command)")
    return run.lines.compactMap { line in
      guard let session = line.range(of: #""session":"[^"]*""#, options: .regularExpression),
        let verdict = line.range(of: #""verdict":"[^"]*""#, options: .regularExpression)
      else { return nil }
      return "\(line[session]) \(line[verdict])"
    }.sorted()
  }

  private static let audit = "adjournal audit --exit-zero --format jsonl --rule \(rule)"

  @Test(arguments: [
    "all", "all/m.jsonl all/a.jsonl all/y.jsonl",
    "- < Journals/terms/launches-since-the-day-before.jsonl",
    "--jobs 3 all", "all all/m.jsonl",
  ])
  func `A folder, files in any order and standard input give the same verdicts`(
    arguments: String
  ) throws {
    let wanted = try Self.verdicts("\(Self.audit) \(Self.path)")
    #expect(wanted.first == #""session":"launches-since-the-day-before" "verdict":"violated""#)
    #expect(wanted.count == 3)
    #expect(try Self.verdicts("\(Self.audit) \(arguments)") == wanted)
  }

  @Test func `Lines keyed by install give the same verdicts as a folder`() throws {
    let keyed = "cat all/* | sed 's/^/i-1\t/' | \(Self.audit) --keyed -"
    #expect(try Self.verdicts(keyed) == Self.verdicts("\(Self.audit) all"))
  }

  @Test func `A copy of a file and a file that is named twice change no verdict`() throws {
    let wanted = try Self.verdicts("\(Self.audit) all")
    let copied = try Self.verdicts("cp all/m.jsonl all/copy.jsonl; \(Self.audit) all")
    #expect(Set(copied) == Set(wanted) && copied.count == 4)
  }

  @Test func `A session alone is inconclusive and says why`() throws {
    let alone = try Self.verdicts("\(Self.audit) all/a.jsonl")
    #expect(alone == [#""session":"launches-since-the-day-before" "verdict":"inconclusive""#])
    let because = "shows of earlier sessions of this install are unknown; audit them together"
    let asJSON = "adjournal audit --exit-zero --format json --rule \(Self.rule) -"
    let json = try Tool.shell("grep '\"launches-since' \(Self.path) | \(asJSON)")
    #expect(json.text.contains(#""why":"unknown","because":"\#(because)""#))
    let strict = "adjournal audit --exit-zero --strict --rule \(Self.rule) -"
    let text = try Tool.shell("grep '\"launches-since' \(Self.path) | \(strict)")
    #expect(text.text.contains("  inconclusive \(Self.rule): unknown at seq 5: \(because)\n"))
  }
}
