import AdExplaining
import AdReplay
import AdRules
import AdSession
import AdSimulator
import Foundation
import JournalEncoding
import JournalFormat
import PropertyTesting
import Testing

@Suite struct `Recorded facts in completed journals` {
  @Test(arguments: ["damaged", "incidents", "sessions"])
  func `a completion of a journal keeps each recorded record and header field`(
    folder: String
  ) throws {
    for reading in try Journals.sampleOfSessions(in: folder) { check(reading.trace) }
  }

  @Test func `a completion of the inconclusive journal of a rule keeps what is recorded`() throws {
    for rule in RuleBook.all {
      let sessions = try Journals.sessions("rules/\(rule.id)/inconclusive.jsonl")
      for reading in sessions { check(reading.trace, Explainer.Choice(rules: [rule.id])) }
    }
  }

  @Test func `a completion of a simulated session keeps each recorded record and header field`() {
    for seed in UInt64(7000)..<7012 {
      for trace in Simulation(faults: .all).sessions(Choices(seed: seed)) {
        check(trace, "seed \(seed) \(trace.id)")
      }
    }
  }

  @Test func `a completion keeps a policy that the header sets, and adds a launch count to it`()
    throws
  {
    let reading = try #require(
      try Journals.sessions("incidents/app-open-shown-after-unlock.jsonl").first)
    let header = try #require(reading.trace.header)
    #expect(header.policy.contains(PolicySetting(.dailyCap, 20)))
    let recorded = try #require(completions(reading.trace, ["daily-cap"]).first)
    #expect(recorded.found == .none)
    header.launchCount = nil
    let added = try #require(completions(reading.trace, ["daily-cap"]).first)
    #expect(added.found == .onlyHolding)
    #expect(added.holding?.facts == ["the header has launch_count 1"])
  }

  @Test func `a value that can be no threshold is missing, and gets a value`() throws {
    let reading = try #require(try Journals.sessions("terms/threshold-that-is-none.jsonl").first)
    let found = try #require(completions(reading.trace, ["daily-cap"]).first)
    #expect(found.violating?.facts == ["the header has policy daily_cap 0"])
  }

  private func completions(_ trace: Trace, _ rules: Set<String>) -> [Completions] {
    Explainer().explain(trace, Explainer.Choice(rules: rules)).compactMap(\.completions)
  }

  private func check(
    _ trace: Trace, _ choice: Explainer.Choice = Explainer.Choice(), _ comment: String = ""
  ) {
    let recorded = lines(of: trace)
    let names = trace.reusedNames.map { trace.symbols.text($0) }
    for explanation in Explainer(effort: 2000).explain(trace, choice) {
      guard let completions = explanation.completions else { continue }
      for completion in [completions.violating, completions.holding].compactMap({ $0 }) {
        let missing = firstMissing(recorded, completion.journal, names)
        #expect(
          missing == nil,
          "\(comment) \(trace.id) \(explanation.rule.id) \(explanation.seq ?? 0) \(completion.facts)"
        )
      }
    }
  }

  private func check(_ trace: Trace, _ comment: String) {
    check(trace, Explainer.Choice(), comment)
  }

  /// The records of a session as JSON, with what rules see of them.
  private func lines(of trace: Trace) -> [[String: Any]] {
    var encoder = RecordEncoder()
    return trace.events.enumerated().compactMap { index, event in
      let bytes = encoder.line(
        event, of: trace.id, trace.symbols, header: trace.header,
        policy: trace.policyChanges[index] ?? [])
      guard let bytes, !Self.bookkeeping.contains(event.kind) else { return nil }
      return Self.object(bytes)
    }
  }

  /// Records about the recording become notes.
  private static let bookkeeping: Set<EventKind> = [
    .recorderGap, .sessionContinued, .sessionSealed,
  ]

  private static func object(_ bytes: [UInt8]) -> [String: Any] {
    let object = try? JSONSerialization.jsonObject(with: Data(bytes))
    return object as? [String: Any] ?? [:]
  }

  /// The first recorded line that a completed journal does not have in its order; nil if it has
  /// all.
  private func firstMissing(
    _ recorded: [[String: Any]], _ journal: [UInt8], _ reusedNames: [String]
  ) -> [String: Any]? {
    var completed = journal.split(separator: 10).map { Self.object(Array($0)) }[...]
    for line in recorded {
      guard let index = completed.firstIndex(where: { keeps(line, in: $0, reusedNames) }) else {
        return line
      }
      completed = completed[(index + 1)...]
    }
    return nil
  }

  private func keeps(
    _ line: [String: Any], in completed: [String: Any], _ reusedNames: [String]
  ) -> Bool {
    line.allSatisfy { key, value in
      switch key {
      case "seq", "session", "checksums", "seals": true
      case "captures": keepsAll(value, in: completed[key])
      case "policy": keepsThresholds(value, in: completed[key])
      case "ad", "request", "load", "window":
        same(value, completed[key])
          || reusedNames.contains { name in
            value as? String == name && (completed[key] as? String)?.hasPrefix(name) == true
          }
      default: same(value, completed[key])
      }
    }
  }

  private func same(_ one: Any, _ other: Any?) -> Bool {
    (one as? NSObject) == (other as? NSObject)
  }

  private func keepsAll(_ list: Any, in completed: Any?) -> Bool {
    Set(list as? [String] ?? []).isSubset(of: completed as? [String] ?? [])
  }

  /// What can be no threshold may get a value.
  private func keepsThresholds(_ policy: Any, in completed: Any?) -> Bool {
    let completed = completed as? [String: Any] ?? [:]
    return (policy as? [String: Double] ?? [:]).allSatisfy { name, value in
      same(value, completed[name]) || PolicyKey.named(name)?.canBe(value) == false
    }
  }
}
