import AdExplaining
import AdReplay
import AdRules
import AdSession
import Testing

@Suite struct `Explanations of long sessions` {
  private static let singleUse = Explainer.Choice(rules: ["single-use-ad"])
  /// So many that the session has more than 1000 records.
  private static let rounds = 200

  @Test func `a violation in a long session is explained as in a short one`() throws {
    let short = try changes(in: try Rounds.session(20, shownTwiceEach: 10))
    let long = try changes(in: try Rounds.session(Self.rounds, shownTwiceEach: 100))
    #expect(!short.isEmpty)
    #expect(long == short)
  }

  /// The changes for the first violation, without their places.
  private func changes(in trace: Trace) throws -> [String] {
    let explanation = try #require(Explainer().explain(trace, Self.singleUse).first)
    guard case .violation(_, let history) = explanation.finding else { return [] }
    return (history?.changes ?? []).map {
      "\($0.action.rawValue) \($0.event.kind.name) \($0.consequences)"
    }
  }

  @Test func `a correct history of a long session is judged and written as the whole session`()
    throws
  {
    let trace = try Rounds.session(Self.rounds, shownTwiceEach: 100)
    let before = Judge(rules: [.singleUseAd]).judge(trace)[0].violations.count
    for explanation in Explainer().explain(trace, Self.singleUse) {
      guard case .violation(_, let history) = explanation.finding else { continue }
      let found = try #require(history)
      let read = try #require(ReadBack(found.journal))
      #expect(read.reading.recordCount > trace.events.count - 20)
      #expect(read.result(.singleUseAd).violations.count == before - 1)
    }
  }

  @Test func `a completion of a long session is judged and written as the whole session`() throws {
    let trace = try Rounds.impressionsBehindGap(1100)
    let choice = Explainer.Choice(rules: ["known-ad"], seq: 1000)
    let explanation = try #require(Explainer().explain(trace, choice).first)
    let completions = try #require(explanation.completions)
    #expect(completions.found == .both)
    let violating = try #require(completions.violating)
    let read = try #require(ReadBack(violating.journal))
    #expect(read.reading.recordCount == trace.events.count + 2)
    #expect(read.result(.knownAd).verdict == .violated)
  }

  @Test func `a finding of a long session is searched with the effort of a short one`() throws {
    let trace = try Rounds.session(1000, shownTwiceEach: 500)
    #expect(trace.events.count > 6000)
    let explanation = try #require(Explainer(effort: 1000).explain(trace, Self.singleUse).first)
    guard case .violation(_, let history) = explanation.finding else { return }
    #expect(history != nil)
    #expect(!explanation.isCutOff)
  }

  @Test func `a change that does not hold in the whole session is not shown`() throws {
    let trace = try Rounds.session(Self.rounds, shownTwiceEach: 100)
    let judge = Judge()
    let known = Set(
      zip(judge.rules, judge.judge(trace)).filter { $1.verdict == .violated }.map(\.0.id))
    for explanation in Explainer(effort: 3000).explain(trace) {
      guard case .violation(_, let history) = explanation.finding, let history else { continue }
      let read = try #require(ReadBack(history.journal))
      #expect(read.violated.isSubset(of: known))
    }
  }
}
