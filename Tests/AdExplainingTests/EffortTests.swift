import AdExplaining
import AdReplay
import AdRules
import AdSession
import Testing

@Suite struct `The effort of explanations` {
  private static let singleUse = Explainer.Choice(rules: ["single-use-ad"])

  @Test func `all findings of a session share the effort, and the last ones are not searched`()
    throws
  {
    let trace = try Rounds.session(40, shownTwiceEach: 1)
    let findings = Array(Explainer(effort: 250).explain(trace, Self.singleUse))
    #expect(findings.count == 40)
    // What is found is judged by all rules, beyond the share.
    #expect(findings.map(\.judged).reduce(0, +) <= 252)
    #expect(!findings[0].isCutOff)
    #expect(findings[39].judged == 0)
    #expect(findings[39].isCutOff)
  }

  @Test func `a finding leaves what it does not use to those after it`() throws {
    let trace = try Rounds.session(3, shownTwiceEach: 1)
    let alone = try #require(Explainer().explain(trace, Self.singleUse).first)
    let all = Array(Explainer(effort: 3 * alone.judged + 600).explain(trace, Self.singleUse))
    #expect(all.map(\.isCutOff) == [false, false, false])
  }

  @Test func `violations come first in the order of the session, then what is undecided by rule`()
    throws
  {
    let trace = try Rounds.session(2, shownTwiceEach: 1)
    let findings = Array(Explainer(effort: 1).explain(trace))
    let ids = findings.map { "\($0.verdict.rawValue) \($0.rule.id) \($0.seq ?? 0)" }
    let violated = findings.filter { $0.verdict == .violated }.compactMap(\.seq)
    #expect(violated == violated.sorted())
    #expect(violated.count >= 2, "\(ids)")
    let first = findings.firstIndex { $0.verdict == .inconclusive } ?? findings.count
    #expect(first == violated.count, "\(ids)")
  }

  @Test func `equal undecided activations of a rule are explained once`() throws {
    let trace = try Rounds.impressionsBehindGap(5)
    let undecided = Judge(rules: [.knownAd]).judge(trace)[0].undecided.map(\.seq)
    #expect(undecided == [5, 6, 7, 8, 9])
    let choice = Explainer.Choice(rules: ["known-ad"])
    let explanations = Array(Explainer().explain(trace, choice))
    #expect(explanations.map(\.seq) == [5])
    #expect(explanations.map(\.equalSeqs) == [[6, 7, 8, 9]])
    let chosen = Explainer.Choice(rules: ["known-ad"], seq: 8)
    #expect(Explainer().explain(trace, chosen).map(\.seq) == [8])
  }
}
