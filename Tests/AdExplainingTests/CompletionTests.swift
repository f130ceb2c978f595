import AdExplaining
import AdReplay
import AdRules
import AdSession
import Testing

@Suite struct `Completions of undecided activations` {
  /// Rules whose inconclusive journal has one completion only, with the reason.
  private static let exceptions = [
    // What concerns a reused name is undecided even if it is violated whichever of the two is
    // meant.
    "present-on-main-thread": Completions.Class.onlyViolating,
    // A completion invents no wrong value, no failure without a cause and no crash, and releases no
    // banner.
    "banner-width-given": .onlyHolding, "tracking-asked-in-time": .onlyHolding,
    "previous-session-ended-well": .onlyHolding, "failure-names-its-cause": .onlyHolding,
    "replaced-banner-is-discarded": .onlyViolating,
  ]

  @Test(arguments: RuleBook.all.map(\.id))
  func `the inconclusive journal of a rule has a completion that violates it and one that keeps it`(
    id: String
  ) throws {
    let explainer = Explainer()
    var found: [Completions.Class] = []
    for reading in try Journals.sessions("rules/\(id)/inconclusive.jsonl") {
      let explanations = explainer.explain(reading.trace, Explainer.Choice(rules: [id]))
      for explanation in explanations where explanation.verdict == .inconclusive {
        let completions = try #require(explanation.completions)
        found.append(completions.found)
        try check(completions, explanation.rule)
      }
    }
    #expect(!found.isEmpty)
    #expect(Set(found) == [Self.exceptions[id] ?? .both])
  }

  /// Each completed journal is undamaged, has no gap and has the verdict; it has at most four
  /// records more.
  private func check(_ completions: Completions, _ rule: Rule) throws {
    if let violating = completions.violating {
      let read = try #require(ReadBack(violating.journal))
      #expect(read.result(rule).verdict == .violated)
      #expect(violating.records.count <= 4)
    }
    if let holding = completions.holding {
      let read = try #require(ReadBack(holding.journal))
      #expect(read.result(rule).violations.isEmpty)
      #expect(read.result(rule).undecided.isEmpty)
      #expect(holding.records.count <= 4)
    }
  }

  @Test func `a counted gap is filled with exactly as many records as it lost`() throws {
    let reading = try #require(
      try Journals.sessions("rules/load-completes-once/inconclusive.jsonl").first)
    let lost = reading.trace.gaps.reduce(0) { $0 + ($1.dropped ?? 0) }
    let explanation = try #require(
      Explainer().explain(reading.trace, Explainer.Choice(rules: ["load-completes-once"])).first)
    let completions = try #require(explanation.completions)
    for completion in [completions.violating, completions.holding] {
      let completion = try #require(completion)
      let read = try #require(ReadBack(completion.journal))
      #expect(read.reading.recordCount == reading.recordCount + Int(lost))
      #expect(completion.neutral + completion.records.count == Int(lost))
    }
  }

  @Test func `the completions of one activation are those of the explanation`() throws {
    let reading = try #require(
      try Journals.sessions("rules/dismissal-arrives/inconclusive.jsonl").first)
    let rule = Rule.dismissalArrives
    let result = Judge(rules: [rule]).judge(reading.trace)[0]
    let undecided = try #require(result.undecided.first)
    let completions = Explainer().completions(of: undecided, rule: rule, in: reading.trace)
    #expect(completions.found == .both)
    #expect(completions.violating?.records.map(\.event.kind) == [.note])
    #expect(completions.violating?.records.map(\.reason) == [.later])
    #expect(completions.holding?.records.map(\.event.kind) == [.adDismissed])
    #expect(!completions.isCutOff)
  }

  @Test func `with an effort of one journal the search is cut off`() throws {
    let reading = try #require(
      try Journals.sessions("rules/dismissal-arrives/inconclusive.jsonl").first)
    let explainer = Explainer(effort: 1)
    let explanation = try #require(
      explainer.explain(reading.trace, Explainer.Choice(rules: ["dismissal-arrives"])).first)
    #expect(explanation.isCutOff)
    #expect(explanation.judged == 1)
    #expect(explanation.completions?.found == Completions.Class.none)
  }
}

extension Explanation {
  /// The completions of an undecided activation, or of a rule whose header is lost.
  var completions: Completions? {
    switch finding {
    case .undecided(_, let completions), .untrusted(let completions): completions
    case .violation, .vacuous, .notCaptured: nil
    }
  }
}
