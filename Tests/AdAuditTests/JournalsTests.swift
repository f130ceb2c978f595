import AdAudit
import AdReplay
import JournalInput
import AdRules
import Foundation
import TestReports
import Testing

struct JournalsTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Journals").path

  /// The ids of the rules that are violated, by the report's first lines, and the counts.
  private static func audit(_ folder: String) throws -> (broken: [String], tally: Tally) {
    var broken: [String] = []
    var total = Tally()
    let auditor = Auditor(reader: JournalReader(jobs: 2))
    let outputs = auditor.audit(["\(root)/\(folder)"]) { audited in
      let ids = zip(audited.rules, audited.results).filter { $0.1.verdict == .violated }
      return Array(ids.map { "\(audited.reading.id): \($0.0.id)\n" }.joined().utf8)
    }
    for case .session(let report, let tally, _, _) in outputs {
      broken += String(decoding: report, as: UTF8.self).split(separator: "\n").map(String.init)
      total.add(tally)
    }
    return (broken, total)
  }

  @Test func `The project's journals of correct sessions violate no rule`() throws {
    let (broken, tally) = try Self.audit("sessions")
    #expect(broken == [])
    #expect(tally.sessions > 20)
    #expect(tally.count(.inconclusive) == 0)
  }

  @Test func `Each session of an install is judged by its own policy`() throws {
    var found: [String: String] = [:]
    let outputs = Auditor(reader: JournalReader()).audit(
      ["\(Self.root)/terms/each-session-by-its-own-policy.jsonl"], render: Samples.line)
    for case .session(let report, _, _, _) in outputs {
      let session = try Samples.object(report)
      let result = session.object("rules").object("daily-cap")
      let verdict = result.text("verdict") ?? ""
      found[session.text("session") ?? ""] = result.text("reason") ?? verdict
    }
    #expect(
      found == [
        "morning-cap-of-three": "holds", "noon-without-a-cap": "policy daily_cap is not set",
        "each-session-by-its-own-policy": "violated",
      ])
  }

  @Test func `The project's journals of shared installs have their recorded verdicts`() throws {
    var seen = 0
    for path in try Samples.paths(in: "counterexamples") where try Samples.audited(path).count > 1 {
      let beside = "\(Self.root)/\(path.dropLast(".jsonl".count)).txt"
      let expected = try String(contentsOfFile: beside, encoding: .utf8).split(separator: "\n")
      let words = try #require(expected.first).split(separator: " ").map(String.init)
      var found: [String: Any]?
      let outputs = Auditor(reader: JournalReader()).audit(
        ["\(Self.root)/\(path)"], render: Samples.line)
      for case .session(let report, _, _, _) in outputs {
        let session = try Samples.object(report)
        if path.hasSuffix("/\(session.text("session") ?? "").jsonl") {
          found = session.object("rules").object(words[0])
        }
      }
      #expect(found?.text("verdict") == words[1], "\(path)")
      let broken = expected.filter { $0.hasPrefix("violated at") }.count
      #expect(found?.objects("violations").count == broken, "\(path)")
      seen += 1
    }
    #expect(seen >= 10)
  }

  @Test func `The project's journals of sample apps are read to the last record`() throws {
    let (broken, tally) = try Self.audit("google-sample")
    #expect(tally.sessions >= 41)
    #expect(broken.contains { $0.hasSuffix("lock-is-not-background") })
    #expect(broken.contains { $0.hasSuffix("nothing-after-main-content") })
  }
}
