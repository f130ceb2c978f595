import AdExplaining
import AdReplay
import AdRules
import AdSession
import Testing

@Suite struct `Nearest correct histories of violations` {
  /// Rules that the SDK, the network or the user broke in the violated journal of the rule,
  /// whatever the app had done.
  private static let exceptions: Set<String> = [
    "adapter-parameter-given", "click-needs-display", "dismiss-once",
    "dismiss-only-after-present", "impression-once", "impression-while-visible", "known-ad",
    "no-form-after-refused-tracking", "nothing-after-the-end", "one-prompt-at-a-time",
    "paid-is-sane", "paid-needs-impression", "paid-once", "reward-in-time",
    "tracking-asked-in-time", "video-grammar", "will-and-did-dismiss",
  ]

  @Test(arguments: RuleBook.all.map(\.id))
  func `the violated journal of a rule has a history without this violation and without new ones`(
    id: String
  ) throws {
    let explainer = Explainer()
    let judge = Judge()
    var hasHistory: Set<Bool> = []
    for reading in try Journals.sessions("rules/\(id)/violated.jsonl") {
      let before = Set(
        zip(judge.rules, judge.judge(reading.trace)).filter { $1.verdict == .violated }.map(\.0.id))
      for explanation in explainer.explain(reading.trace, Explainer.Choice(rules: [id])) {
        guard case .violation(_, let history) = explanation.finding else { continue }
        hasHistory.insert(history != nil)
        guard let history else { continue }
        #expect((1...3).contains(history.changes.count))
        let read = try #require(ReadBack(history.journal))
        #expect(read.violated.isSubset(of: before))
        let count = Judge(rules: [explanation.rule]).judge(reading.trace)[0].violations.count
        #expect(read.result(explanation.rule).violations.count < count)
      }
    }
    #expect(hasHistory == [!Self.exceptions.contains(id)])
  }

  /// The changes of the first violation of a rule, as `action kind`.
  private func changes(_ path: String, _ id: String) throws -> [String] {
    let reading = try #require(try Journals.sessions(path).first)
    let explanations = Explainer().explain(reading.trace, Explainer.Choice(rules: [id]))
    guard case .violation(_, let history) = try #require(explanations.first).finding else {
      return []
    }
    return try #require(history).changes.map { "\($0.action.rawValue) \($0.event.kind.name)" }
  }

  @Test func `a missing answer of the app is added or moved into its window`() throws {
    #expect(
      try changes("rules/reload-after-dismiss/violated.jsonl", "reload-after-dismiss")
        == ["add ad.requested"])
    #expect(
      try changes("rules/splash-ends/violated.jsonl", "splash-ends") == ["add splash.finished"])
    #expect(
      try changes("rules/request-when-none-ready/violated.jsonl", "request-when-none-ready")
        == ["move ad.requested"])
  }

  @Test func `a record with a wrong field is recorded differently`() throws {
    #expect(
      try changes("rules/orientation-given/violated.jsonl", "orientation-given")
        == ["replace ad.requested"])
    #expect(
      try changes("rules/cap-counts-every-show/violated.jsonl", "cap-counts-every-show")
        == ["replace ad.show_decided"])
  }

  @Test func `a forbidden call is removed with what follows from it`() throws {
    let reading = try #require(
      try Journals.sessions("rules/expired-ad-not-shown/violated.jsonl").first)
    let explanations = Explainer().explain(
      reading.trace, Explainer.Choice(rules: ["expired-ad-not-shown"]))
    guard case .violation(_, let history) = try #require(explanations.first).finding else { return }
    let found = try #require(history)
    let change = try #require(found.changes.first)
    #expect(change.action == .remove)
    #expect(change.event.kind == .adPresentRequested)
    #expect(change.consequences == 2)
  }
}
