import AdReplay
import AdSession
import Testing

@testable import AdRules

/// A session can have any number of violations; the first thousand of a rule are listed.
struct CappedViolationsTests {
  private static func trace(_ count: Int) -> Trace {
    let trace = Trace()
    var header = Event(.sessionBegan)
    header.seq = 1
    trace.events.append(header)
    for index in 1...count {
      var event = Event(.adClicked)
      event.seq = Int64(index + 1)
      event.t = Int64(index)
      trace.events.append(event)
    }
    return trace
  }

  private static func rule(_ judgement: @escaping @Sendable (EvaluationContext) -> Judgement?)
    -> Rule
  {
    let model = RuleBook.all[0]
    return Rule(
      "capped", model.group, model.severity, .all, observes: [], "A rule.", precise: "none",
      .at(.kind(.adClicked), check: judgement))
  }

  @Test(arguments: [1000, 1001, 2000, 5003])
  func `of many violations the first thousand are listed and all are counted`(count: Int) throws {
    let rule = Self.rule { $0.violation("clicked") }
    let result = try #require(Judge(rules: [rule]).judge(Self.trace(count)).first)
    #expect(result.verdict == .violated && result.activations == count)
    #expect(result.violations.map(\.certainAt) == Array(1...1000))
    #expect(result.violationCount == count && result.unlistedViolations == count - 1000)
  }

  @Test func `of many undecided activations the first thousand are listed and all are counted`()
    throws
  {
    let rule = Self.rule { _ in .undecided(.unknown) }
    let result = try #require(Judge(rules: [rule]).judge(Self.trace(3500)).first)
    #expect(result.verdict == .inconclusive && result.activations == 3500)
    #expect(result.undecided.map(\.seq) == Array(2...1001))
    #expect(result.undecidedCount == 3500)
  }

  @Test func `the first findings are the first by their order, not by when they are added`() {
    var findings = FirstFindings<Int>()
    for number in (0..<10_000).reversed() { findings.add(number, by: <) }
    let (first, others) = findings.listed(by: <)
    #expect(first == Array(0..<1000) && others == 9000)
    findings.removeAll()
    #expect(findings.isEmpty && findings.listed(by: <).others == 0)
  }

  @Test func `a judge forgets the violations of the session before`() throws {
    let judge = Judge(rules: [Self.rule { $0.violation("clicked") }])
    _ = judge.judge(Self.trace(4000))
    let result = try #require(judge.judge(Self.trace(3)).first)
    #expect(result.violationCount == 3 && result.unlistedViolations == 0)
  }
}
