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
    var findings = FirstFindings<Undecided>()
    for number in (0..<10_000).reversed() {
      findings.add(Undecided(seq: Int64(number), why: .unknown), in: Trace())
    }
    let (listed, unlisted) = findings.listed(in: Trace())
    #expect(listed.map(\.seq) == Array(0..<1000) && unlisted == [999: 9000])
    findings.removeAll()
    #expect(findings.isEmpty && findings.listed(in: Trace()).unlisted.isEmpty)
  }

  /// A trace whose events have random formats, the later ones also rare ones.
  private static func mixed(_ count: Int, seed: UInt64) -> Trace {
    let trace = Self.trace(count)
    var state = seed
    for index in trace.events.indices.dropFirst() {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let formats: [Word] = [.banner, .native, .appOpen, .rewarded, .interstitial]
      let isRare = index > 1500 && state >> 40 & 127 == 0
      trace.events[index].format =
        formats[Int(state >> 33 & 3) % (isRare ? 4 : 2) + (isRare ? 1 : 0)]
    }
    return trace
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `of each problem the first violation is listed and all are counted`(seed: UInt64) throws {
    let trace = Self.mixed(4000, seed: seed)
    let rule = Self.rule { $0.violation("clicked") }
    let result = try #require(Judge(rules: [rule]).judge(trace).first)
    var counts: [Word: Int] = [:]
    for (index, violation) in result.violations.enumerated() {
      counts[trace.events[violation.certainAt].format, default: 0] +=
        1 + result.unlistedViolations(like: index)
    }
    var (expected, first): ([Word: Int], [Word: Int]) = ([:], [:])
    for (index, event) in trace.events.enumerated().dropFirst() {
      expected[event.format, default: 0] += 1
      first[event.format] = first[event.format] ?? index
    }
    #expect(counts == expected && counts.count > 3, "seed \(seed)")
    let listed = Set(Array(1...1000) + first.values).sorted()
    #expect(result.violations.map(\.certainAt) == listed, "seed \(seed)")
    #expect(result.violationCount == 4000, "seed \(seed)")
  }

  @Test func `a judge forgets the violations of the session before`() throws {
    let judge = Judge(rules: [Self.rule { $0.violation("clicked") }])
    _ = judge.judge(Self.trace(4000))
    let result = try #require(judge.judge(Self.trace(3)).first)
    #expect(result.violationCount == 3 && result.unlistedViolations == 0)
  }
}
