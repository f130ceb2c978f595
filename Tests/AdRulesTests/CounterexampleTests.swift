import AdReplay
import AdRules
import AdSession
import Foundation
import Testing

/// Journals that once got a wrong verdict, each with the right one beside it.
@Suite struct `The counterexamples` {
  private static let paths = (try? Journals.paths(in: "counterexamples")) ?? []

  @Test func `there are counterexamples`() {
    #expect(!Self.paths.isEmpty)
  }

  /// `ADJOURNAL_RECORD=1` writes the files beside the journals again.
  @Test(arguments: paths)
  func `a counterexample gets its recorded verdict and witnesses`(path: String) throws {
    let beside = path.replacingOccurrences(of: ".jsonl", with: ".txt")
    let expected = try #require(Journals.text(beside), "\(beside) is missing")
    let id = String(try #require(expected.split(separator: " ").first))
    // Where there are several sessions, all are of one install, and the journal is named like one.
    let readings = try Journals.sessions(path)
    let number = readings.firstIndex { path.hasSuffix("/\($0.id).jsonl") } ?? 0
    let others = OtherShows.ofSessions(before: number, in: readings.map(\.trace))
    let reading = try #require(readings.count > number ? readings[number] : nil)
    let rule = try #require(RuleBook.rule(id), "\(beside) names no rule")
    let result = Judge(rules: [rule]).judge(reading.trace, otherShows: others)[0]
    let text = Self.text(id, result, reading)
    if ProcessInfo.processInfo.environment["ADJOURNAL_RECORD"] != nil {
      let url = Journals.root.appendingPathComponent(beside)
      try text.write(to: url, atomically: true, encoding: .utf8)
    }
    #expect(text == expected)
  }

  /// A result as the files beside the journals record it.
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
    return lines.joined(separator: "\n") + "\n"
  }
}
