import AdReplay
import AdRules
import AdSession
import Foundation
import Testing

/// The example journals of the terms in `Journals/RULES.md`: the verdicts beside them are those
/// that `Journals/terms/README.md` shows.
@Suite struct `The journals of the terms` {
  static let paths = (try? Journals.paths(in: "terms")) ?? []

  @Test func `there are journals for the terms of RULES.md`() {
    #expect(!Self.paths.isEmpty)
  }

  @Test(arguments: paths)
  func `the journal of a term gets its recorded verdicts`(path: String) throws {
    let beside = path.replacingOccurrences(of: ".jsonl", with: ".txt")
    let expected = try #require(Journals.text(beside), "\(beside) is missing")
    let readings = try Journals.sessions(path)
    // Where there are several sessions, the journal is named like the one that is judged.
    let number = readings.firstIndex { path.hasSuffix("/\($0.id).jsonl") } ?? 0
    let reading = try #require(readings.count > number ? readings[number] : nil)
    let others = OtherShows.ofSessions(before: number, in: readings.map(\.trace))
    let results = Judge().results(reading.trace, otherShows: others)
    var found = ""
    for id in Self.rules(of: expected) {
      found += Self.text(id, try #require(results[id], "\(path): no rule \(id)"), reading)
    }
    #expect(found == expected, "\(path)")
  }

  @Test func `the examples of the terms show every journal of the folder`() throws {
    let page = try #require(Journals.text("terms/README.md"))
    for path in Self.paths {
      let name = path.dropFirst("terms/".count)
      let isShown = page.contains("(\(name))")
      #expect(isShown, "terms/README.md does not link to \(name)")
    }
  }

  @Test func `RULES.md links the examples of every term, each in its section`() throws {
    let examples = try #require(Journals.text("terms/README.md")).matches(of: /\n## (.+)/)
    var links: [String] = []
    var heading = ""
    for line in try #require(Journals.text("RULES.md")).split(separator: "\n") {
      if let match = line.firstMatch(of: /^#+ (?:[0-9.]+ )?(.+)/) { heading = String(match.1) }
      guard let link = line.firstMatch(of: /\(terms\/README\.md#(.+?)\)/) else { continue }
      links.append(heading)
      #expect(String(link.1) == Self.anchor(heading))
    }
    #expect(links == examples.map { String($0.1) })
  }

  /// The anchor of a heading on a page.
  private static func anchor(_ heading: String) -> String {
    String(heading.lowercased().filter { $0.isLetter || $0 == " " || $0 == "-" })
      .replacingOccurrences(of: " ", with: "-")
  }

  /// The ids with which the blocks of a recorded text begin.
  private static func rules(of text: String) -> [String] {
    text.split(separator: "\n").filter { !$0.contains(" at ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
  }

  /// One block: verdict and activations, then violations with their witnesses, then what is
  /// undecided.
  private static func text(_ id: String, _ result: RuleResult, _ reading: SessionReading) -> String
  {
    let seqs = reading.trace.events.map(\.seq)
    var lines = ["\(id) \(result.verdict.rawValue) \(result.activations)"]
    for violation in result.violations {
      let witness = violation.witness.map { String(seqs[$0]) }.joined(separator: " ")
      lines.append("violated at \(seqs[violation.certainAt]): \(witness)")
    }
    for undecided in result.undecided {
      lines.append("undecided at \(undecided.seq): \(undecided.why.rawValue)")
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
