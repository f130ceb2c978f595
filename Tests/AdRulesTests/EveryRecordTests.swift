import AdReplay
import AdSession
import Testing

@testable import AdRules

/// Each rule's journals cut off at every record, with every short range of records lost, and with a
/// gap at every position of a window.
@Suite struct `Every record of the rules' journals` {
  static let ids = RuleBook.all.map(\.id)

  /// The rules whose trigger needs an earlier event of its ad or load, which a gap can hide.
  static let precedences = [
    "adapter-reports-after-completion", "click-needs-display", "delegate-is-kept",
    "delegate-set-before-present", "dismiss-only-after-present", "impression-needs-display",
    "paid-handler-set-before-present", "reward-needs-show",
  ]

  private func judge(_ id: String) -> Judge {
    let judge = Judge(rules: RuleBook.all.filter { $0.id == id })
    judge.logKept()
    return judge
  }

  private func traces(_ id: String, _ names: [String] = ["holds", "violated"]) throws -> [Trace] {
    try names.flatMap { try Journals.sessions("rules/\(id)/\($0).jsonl") }.map(\.trace)
      .filter { $0.header?.captures != nil }
  }

  @Test(arguments: ids) func `a cut session keeps the certain findings and adds none`(id: String)
    throws
  {
    let judge = judge(id)
    for trace in try traces(id) {
      let whole = `The laws of verdicts`.outcomes(judge, trace)
      let violations = judge.judge(trace)[0].violations
      for count in 1..<max(2, trace.events.count) {
        let cut = `The laws of verdicts`.outcomes(judge, trace.prefix(count))
        let broken = `The laws of verdicts`.contradictions(of: cut, with: whole)
        #expect(broken.isEmpty, "\(trace.id), \(count) records")
        let certain = violations.filter { max($0.certainAt, $0.witness.last ?? 0) < count }
        #expect(cut[0].broken.count >= certain.count, "\(trace.id), \(count) records")
      }
    }
  }

  @Test(arguments: ids) func `lost records reverse no verdict`(id: String) throws {
    let judge = judge(id)
    for trace in try traces(id, ["holds", "violated", "inconclusive"])
    where !trace.isActiveInBackground {
      let whole = `The laws of verdicts`.outcomes(judge, trace)
      for start in 1..<max(2, trace.events.count) {
        for end in (start + 1)..<(start + 5) where end <= trace.events.count {
          let cut = `The laws of verdicts`.outcomes(judge, trace.without(start..<end))
          let broken = `The laws of verdicts`.contradictions(of: cut, with: whole)
          #expect(broken.isEmpty, "\(trace.id) without \(start)..<\(end)")
        }
      }
    }
  }

  @Test(arguments: ids) func `a gap in the window of a missed deadline makes it undecided`(
    id: String
  ) throws {
    let judge = judge(id)
    for trace in try traces(id, ["violated"]) {
      for violation in judge.judge(trace)[0].violations {
        guard let missing = violation.missing,
          let trigger = violation.witness.last(where: { trace.events[$0].t == missing.fromT })
        else { continue }
        for position in (trigger + 1)...max(violation.certainAt, trigger + 1) {
          let gapped = trace.part(Array(trace.events.indices), gapsBefore: [position])
          let left = judge.judge(gapped)[0].violations.filter { $0.missing == missing }
          #expect(left.isEmpty, "\(trace.id), gap before \(position)")
        }
      }
    }
  }

  @Test(arguments: precedences) func `a gap after the load makes a missing earlier event undecided`(
    id: String
  ) throws {
    let judge = judge(id)
    for trace in try traces(id, ["violated"]) {
      let violation = try #require(judge.judge(trace)[0].violations.first)
      let trigger = trace.events[violation.certainAt]
      let last = violation.missing == nil ? violation.certainAt : violation.witness[0]
      let name = trace.events[last].ad.isPresent ? trace.events[last].ad : trigger.ad
      let load = trace.events[..<last].lastIndex { event in
        event.kind == .adLoaded && event.ad == name && name.isPresent
          || event.kind == .adapterLoadCalled && event.load == trigger.load
            && trigger.load.isPresent
      }
      for position in ((load ?? 0) + 1)...last {
        let gapped = trace.part(Array(trace.events.indices), gapsBefore: [position])
        #expect(judge.judge(gapped)[0].verdict == .inconclusive, "gap before \(position)")
      }
      // Nothing of an ad lies before its load: a gap there leaves the violation as it is.
      guard let load, violation.missing == nil else { continue }
      for position in 1...max(1, load) {
        let gapped = trace.part(Array(trace.events.indices), gapsBefore: [position])
        #expect(judge.judge(gapped)[0].verdict == .violated, "gap before \(position)")
      }
    }
  }
}
