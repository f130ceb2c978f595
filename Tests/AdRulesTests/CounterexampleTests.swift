import AdReplay
import AdRules
import AdSession
import Foundation
import Testing

@Suite struct `The counterexamples` {
  @Test func `of wrong rules get what stands beside them`() throws {
    let judge = Judge()
    let isRecording = ProcessInfo.processInfo.environment["ADJOURNAL_RECORD"] != nil
    let paths = try Journals.paths(in: "counterexamples")
    #expect(!paths.isEmpty)
    for path in paths {
      let beside = path.replacingOccurrences(of: ".jsonl", with: ".txt")
      let expected = try #require(Journals.text(beside), "\(beside) is missing")
      let id = String(try #require(expected.split(separator: " ").first))
      // Where there are several sessions, all are of one install, and the journal is named like one.
      let readings = try Journals.sessions(path)
      let number = readings.firstIndex { path.hasSuffix("/\($0.id).jsonl") } ?? 0
      let others = OtherShows.shows(besides: number, in: readings.map(\.trace))
      let reading = try #require(readings.count > number ? readings[number] : nil)
      let results = judge.results(reading.trace, otherShows: others)
      let result = try #require(results[id], "\(path): no rule \(id)")
      let text = Self.text(id, result, reading)
      if isRecording {
        let url = Journals.root.appendingPathComponent(beside)
        try text.write(to: url, atomically: true, encoding: .utf8)
      }
      #expect(text == expected, "\(path)")
    }
  }

  /// What a rule says of a session, as the files beside the journals have it.
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
