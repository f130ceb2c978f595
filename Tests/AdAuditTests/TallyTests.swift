import AdAudit
import AdReports
import AdReplay
import AdRules
import JSONLines
import TestReports
import Testing

struct TallyTests {
  @Test func `The verdicts of a summary add up to the number of sessions times rules`() throws {
    var total = Tally()
    var sessions = 0
    for path in try Samples.paths(in: "incidents") {
      for audited in try Samples.audited(path) {
        total.add(audited.tally)
        sessions += 1
      }
    }
    #expect(total.sessions == sessions)
    let verdicts = Verdict.allCases.reduce(0) { $0 + total.count($1) }
    #expect(verdicts == sessions * RuleBook.all.count)
  }

  @Test func `The counts of two halves add up to those of the whole`() throws {
    var (first, second, whole) = (Tally(), Tally(), Tally())
    for (number, path) in try Samples.paths(in: "incidents").enumerated() {
      for audited in try Samples.audited(path) {
        if number.isMultiple(of: 2) { first.add(audited.tally) } else { second.add(audited.tally) }
        whole.add(audited.tally)
      }
    }
    first.add(second)
    #expect(first == whole)
  }

  @Test func `A summary has exactly the documented keys`() throws {
    var tally = try #require(Samples.audited(Samples.unlock).first).tally
    tally.journals = 1
    var writer = JSONWriter()
    AuditJSON.write(tally, to: &writer)
    let summary = try Samples.object(writer.bytes)
    #expect(
      Set(summary.keys) == [
        "journals", "sessions", "records", "damaged", "damage", "verdicts", "violations",
      ])
    #expect(
      Set(summary.object("verdicts").keys) == [
        "holds", "violated", "inconclusive", "vacuous", "not-captured",
      ])
    #expect(
      summary.object("violations") as? [String: Int] == ["error": 1, "warning": 0, "info": 0])
  }

  @Test func `A violation fails at its severity and at lower ones`() throws {
    let path = "incidents/ad-after-three-seconds-away.jsonl"
    let tally = try #require(Samples.audited(path).first).tally
    #expect(tally.isViolated(atLeast: .info))
    #expect(tally.isViolated(atLeast: .warning))
    #expect(!tally.isViolated(atLeast: .error))
  }
}
