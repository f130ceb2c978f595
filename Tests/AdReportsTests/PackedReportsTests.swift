import AdAudit
import AdReports
import AdRules
import Foundation
import JSONLines
import TestReports
import Testing

/// What waits of a session in few bytes becomes the text that it would have been.
struct PackedReportsTests {
  /// All results, of rules that name something and of those that do not, in both formats.
  @Test func `Every packed result of the project's journals is unpacked unchanged`() throws {
    var verdicts: Set<String> = []
    for path in try Samples.paths(in: "rules") + Samples.paths(in: "incidents") {
      for audited in try Samples.audited(path) {
        let rules = try Samples.object(Samples.json(audited)).objects("rules")
        let byName = try Samples.object(Samples.line(audited)).object("rules")
        #expect(rules.count == audited.rules.count && byName.count == rules.count)
        for (index, result) in audited.results.enumerated() {
          let id = audited.rules[index].id
          #expect(rules[index].text("rule") == id)
          for json in [rules[index], byName.object(id)] {
            #expect(json.text("verdict") == result.verdict.rawValue, "\(path) \(id)")
            let reason = audited.rules[index].reason(of: result)
            #expect(json.text("reason") == reason, "\(path) \(id)")
            #expect(json.number("activations") == result.activations, "\(path) \(id)")
            #expect(json.objects("violations").count == result.violations.count, "\(path) \(id)")
          }
          let undecided = rules[index].objects("undecided").count
          #expect(undecided == result.undecided.count, "\(path) \(id)")
          verdicts.insert(result.verdict.rawValue)
        }
      }
    }
    #expect(verdicts.count == Verdict.allCases.count)
  }

  /// A session of the project's journals with the rules of its whole report.
  private struct Whole: @unchecked Sendable {
    let path: String
    let audited: AuditedSession
    let rules: [[String: Any]]
  }

  /// Judged once; nobody changes them.
  private static let whole = Result {
    try (Samples.paths(in: "incidents") + Samples.paths(in: "terms")).flatMap { path in
      try Samples.audited(path).map { audited in
        let rules = try Samples.object(Samples.json(audited)).objects("rules")
        return Whole(path: path, audited: audited, rules: rules)
      }
    }
  }

  /// Each set of verdicts, over sessions with all of them.
  @Test(
    arguments: [
      [], [.violated], [.inconclusive], [.violated, .inconclusive], [.holds], [.vacuous],
      [.notCaptured, .holds], Set(Verdict.allCases),
    ] as [Set<Verdict>])
  func `Only rules with the wanted verdicts are in a report, unchanged`(only: Set<Verdict>) throws {
    for whole in try Self.whole.get() {
      let (path, audited) = (whole.path, whole.audited)
      let json = AuditJSON(rules: audited.rules, only: only, loss: DiskLoss()).reports
      let rules = try Samples.object(json.text(json.pack(audited))).objects("rules")
      let wanted = zip(whole.rules, audited.results).filter { only.contains($1.verdict) }.map(\.0)
      #expect(rules as NSArray == wanted as NSArray, "\(path)")
      var writer = JSONWriter()
      AuditJSONLines(rules: audited.rules, only: only).write(audited, to: &writer)
      let line = try Samples.object(writer.bytes)
      let activations = line.object("activations")
      for (rule, number) in activations {
        let one = wanted.first { $0.text("rule") == rule }
        #expect(number as? Int == one?.number("activations"), "\(path), \(rule)")
      }
      #expect(line.object("rules").count + activations.count == wanted.count, "\(path)")
      let letters: [Verdict: Character] = [
        .holds: "h", .violated: "v", .inconclusive: "i", .vacuous: "-", .notCaptured: ".",
      ]
      let vector = String(audited.results.compactMap { letters[$0.verdict] })
      #expect(line.text("verdicts") == vector, "\(path)")
      #expect((line["left_out"] != nil) == (audited.isViolated && !only.contains(.violated)))
    }
  }

  /// One byte holds thirty activations; more take more.
  @Test(arguments: [0, 1, 9, 10, 29, 30, 31, 32, 100, 255, 256, 1000])
  func `A packed result keeps any number of activations`(count: Int) throws {
    var lines = [Self.line(1, #""event":"session.began","app":"a","build":"debug""#)]
    for number in 0..<count {
      let load = #""ad":"A\#(number)","unit":"u","format":"banner""#
      lines.append(Self.line(lines.count + 1, #""event":"ad.loaded",\#(load)"#))
      lines.append(Self.line(lines.count + 1, #""event":"ad.impression",\#(load)"#))
    }
    let audited = try #require(Samples.audited(lines: lines).first)
    #expect(audited.results.contains { $0.activations == count })
    let rules = try Samples.object(Samples.json(audited)).objects("rules")
    #expect(rules.map { $0.number("activations") } == audited.results.map(\.activations))
  }

  /// Where the disk lost some of what waited, the report lacks the session and is whole else.
  @Test func `A session whose packed bytes were lost has no output`() throws {
    let audited = try #require(Samples.audited(Samples.unlock).first)
    let json = AuditJSON(rules: audited.rules).reports
    let lines = AuditJSONLines(rules: audited.rules).reports
    for packed in [json.pack(audited), lines.pack(audited)] {
      for count in packed.indices {
        #expect(json.text(Array(packed.prefix(count))).isEmpty)
        #expect(lines.text(Array(packed.prefix(count))).isEmpty)
      }
    }
    #expect(json.text(json.pack(audited)) == Samples.json(audited))
    let end = Array(",\"journals\":1}\n".utf8)
    #expect(lines.text(lines.pack(audited)) + end == Samples.line(audited))
    #expect(json.pack(audited).count * 8 < Samples.json(audited).count)
  }

  private static func line(_ seq: Int, _ rest: String) -> String {
    #"{"v":1,"session":"s","seq":\#(seq),"t":\#(seq),"wall":"2026-01-05T08:00:00.000Z",\#(rest)}"#
  }
}
