import AdExplaining
import AdReplay
import AdRules
import AdSession
import JournalEncoding
import JournalFormat
import Testing

@Suite struct `Nearest correct histories of violations` {
  /// Rules of the app that no record of the app breaks in the violated journal of the rule.
  private static let exceptions: Set<String> = [
    "adapter-parameter-given",
    "adapter-ready-before-load",
    "form-only-when-needed",
    "known-ad",
    "no-form-after-refused-tracking",
    "one-prompt-at-a-time",
    "previous-session-ended-well",
    "tracking-asked-in-time",
  ]

  @Test(arguments: RuleBook.all)
  func `the violated journal of a rule has a history without this violation if the app can keep it`(
    rule: Rule
  ) throws {
    let id = rule.id
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
    #expect(hasHistory == [rule.actor == .app && !Self.exceptions.contains(id)], "\(id)")
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

  @Test func `a history with the record that a rule demands is nearer than one change without it`()
    throws
  {
    let changes = try changes("incidents/misfit-presented.jsonl", "misfit-reloaded")
    #expect(changes.first == "add ad.requested" && changes.count == 3)
  }

  @Test func `what the app did not do, or did too late, is added or moved`() throws {
    let grant = try changes(
      "incidents/reward-earned-but-not-granted.jsonl", "grant-matches-earn")
    #expect(grant == ["add ad.reward_granted"])
    for (id, expected) in [
      ("no-load-before-sdk-start", "move sdk.started"),
      ("delegate-set-before-present", "add ad.delegate_set"),
      ("paid-handler-set-before-present", "add ad.paid_handler_set"),
      ("ad-window-closed", "add window.closed"),
    ] {
      #expect(try changes("rules/\(id)/violated.jsonl", id) == [expected])
    }
  }

  @Test func `a history changes no record that the app did not decide`() throws {
    let sessions =
      try RuleBook.all.flatMap { try Journals.sessions("rules/\($0.id)/violated.jsonl") }
      + Journals.sampleOfSessions(in: "incidents")
    var found = 0
    for reading in sessions {
      let recorded = Set(Self.facts(reading.trace))
      for explanation in Explainer(effort: 3000).explain(reading.trace) {
        guard case .violation(_, let history) = explanation.finding, let history else { continue }
        found += 1
        #expect(history.changes.allSatisfy { $0.event.kind.origin == .app })
        let read = try #require(ReadBack(history.journal))
        let invented = Self.facts(read.reading.trace).filter {
          !recorded.contains($0) && !$0.contains("other-request")
        }
        #expect(invented.isEmpty, "\(explanation.rule.id) of \(reading.trace.id)")
      }
    }
    #expect(found > 50)
  }

  /// The records that others than the app caused, and the header, without their places in time.
  private static func facts(_ trace: Trace) -> [String] {
    var encoder = RecordEncoder()
    let header = trace.header
    if let header {
      (header.checksums, header.seals, header.captures) = (nil, nil, trace.captured)
    }
    return trace.events.enumerated().compactMap { index, event in
      var event = event
      if event.kind.origin == .app || event.isAboutRecording { return nil }
      (event.seq, event.t, event.wall) = (1, 0, 0)
      return encoder.line(
        event, of: "s", trace.symbols, header: header, policy: trace.policyChanges[index] ?? []
      ).map { String(decoding: $0, as: UTF8.self) }
    }
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

extension Event {
  /// Whether it is about the recording, and becomes a note.
  fileprivate var isAboutRecording: Bool {
    switch kind {
    case .recorderGap, .sessionContinued, .sessionSealed, .note, .unknown: true
    default: false
    }
  }
}
