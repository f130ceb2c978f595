import AdRecording
import AdReplay
import AdRules
import AdSession
import AdSimulator
import Foundation
import PropertyTesting
import Testing

@testable import AdLive

struct ShowAdviceTests {
  @Test(.timeLimit(.minutes(1)))
  func `a fresh ad may be shown, and a used one may not`() async throws {
    let app = LiveApp()
    let live = LiveAudit(app.session)
    app.load("a-1")
    guard case .yes = await live.mayShow("a-1") else {
      Issue.record("\(await live.mayShow("a-1"))")
      return
    }
    app.show("a-1")
    app.dismiss("a-1")
    guard case .no(let blockers) = await live.mayShow("a-1") else {
      Issue.record("\(await live.mayShow("a-1"))")
      return
    }
    #expect(Set(blockers.map(\.rule.id)).contains("single-use-ad"))
    #expect(blockers.allSatisfy { !$0.because.isEmpty })
    #expect(await live.verdicts()["single-use-ad"] == .holds)
  }

  @Test(.timeLimit(.minutes(1)))
  func `an ad may not be shown once it is too old, although nothing was recorded`() async {
    let app = LiveApp(policy: [.init(.fullScreenMaxAgeSeconds, 3600)])
    let live = LiveAudit(app.session)
    app.load("a-1")
    app.clock.advance(to: 3_599_999)
    guard case .yes = await live.mayShow("a-1") else {
      Issue.record("\(await live.mayShow("a-1"))")
      return
    }
    app.clock.advance(to: 3_600_000)
    guard case .no(let blockers) = await live.mayShow("a-1") else {
      Issue.record("\(await live.mayShow("a-1"))")
      return
    }
    #expect(blockers.map(\.rule.id) == ["full-screen-max-age"])
  }

  @Test(.timeLimit(.minutes(1)))
  func `the advice about an unknown ad, or after the end, names the reason`() async {
    let app = LiveApp()
    let live = LiveAudit(app.session)
    guard case .unknown(let reason) = await live.mayShow("a-1") else {
      Issue.record("an ad that is not recorded")
      return
    }
    #expect(reason == "no record loads an ad with the name a-1")
    app.load("a-1")
    _ = await app.session.end()
    for await _ in live {}
    guard case .unknown("the session has ended") = await live.mayShow("a-1") else {
      Issue.record("\(await live.mayShow("a-1"))")
      return
    }
  }

  /// The advice directly before each show of simulated sessions, compared with the verdicts of the
  /// whole session.
  @Test func `a show against the advice violates a named rule, and one after a yes violates none`()
  {
    var answers = (yes: 0, no: 0, unknown: 0)
    var seed = LiveLawTests.seed
    while answers.yes + answers.no < 50 * LiveLawTests.rounds {
      for trace in LiveLawTests.sessions(seed) {
        let shows = AdvisedShows(trace)
        answers.yes += shows.answers.yes
        answers.no += shows.answers.no
        answers.unknown += shows.answers.unknown
        if !shows.contradictions.isEmpty {
          Issue.record(
            "seed \(seed), \(trace.id): \(shows.contradictions.joined(separator: "; "))")
        }
      }
      seed += 1
    }
    print("ShowAdviceTests: seeds \(LiveLawTests.seed)..<\(seed), \(answers)")
    #expect(answers.no > 0 && answers.yes > 0)
  }
}

/// The advice before each immediate show of a session.
struct AdvisedShows {
  private(set) var answers = (yes: 0, no: 0, unknown: 0)
  private(set) var contradictions: [String] = []

  /// The advice about a show that follows.
  private struct Advised {
    var seq: Int64
    var ad: String
    var advice: ShowAdvice
  }

  init(_ trace: Trace) {
    let session = ReplayedSession(trace)
    let audit = SessionAudit(
      folder: session.recorder.journalFolder, session: session.recorder.session,
      rules: RuleBook.all)
    let advised = Self.advise(trace, session, audit)
    guard let whole = audit.readTrace() else { return }
    let results = Judge().judge(whole)
    for show in advised { compare(show, whole, results) }
  }

  private static func advise(
    _ trace: Trace, _ session: ReplayedSession, _ audit: SessionAudit
  ) -> [Advised] {
    var advised: [Advised] = []
    while let t = session.nextT {
      if let show = show(trace, at: session.next) {
        session.wait(until: t)
        session.recorder.writeAndWait()
        let point = session.recorder.point
        let advice = audit.advice(on: show, at: point)
        advised.append(Advised(seq: point.newest + 1, ad: show.ad, advice: advice))
      }
      session.recordNext()
    }
    session.close()
    return advised
  }

  /// The show that begins at an event, if the ad appears at once.
  private static func show(_ trace: Trace, at index: Int) -> ImaginedShow? {
    guard index + 1 < trace.events.count else { return nil }
    let (call, next) = (trace.events[index], trace.events[index + 1])
    guard call.kind == .adPresentRequested, next.kind == .adWillPresent, next.ad == call.ad else {
      return nil
    }
    let triggers: [Word: Recorded.Trigger] = [
      .launch: .launch, .foreground: .foreground, .active: .active, .user: .user,
      .transition: .transition, .loaded: .loaded,
    ]
    return ImaginedShow(
      ad: trace.symbols.text(call.ad),
      scene: call.scene.isPresent ? trace.symbols.text(call.scene) : nil,
      trigger: triggers[call.trigger])
  }

  private mutating func compare(_ show: Advised, _ trace: Trace, _ results: RuleResults) {
    let (seq, ad) = (show.seq, show.ad)
    var violated: Set<String> = []
    for (rule, result) in zip(RuleBook.all, results) {
      for violation in result.violations where violation.missing == nil {
        let certain = trace.events[violation.certainAt]
        if [seq, seq + 1].contains(certain.seq) { violated.insert(rule.id) }
      }
    }
    switch show.advice {
    case .yes:
      answers.yes += 1
      if !violated.isEmpty { contradictions.append("\(seq) \(ad): yes, but \(violated.sorted())") }
    case .no(let blockers):
      answers.no += 1
      let named = Set(blockers.map(\.rule.id))
      if named.isDisjoint(with: violated) {
        contradictions.append("\(seq) \(ad): no because of \(named.sorted()), \(violated.sorted())")
      }
    case .unknown: answers.unknown += 1
    }
  }
}
