import AdRecording
import Platform
import Testing

@testable import AdLive

@Suite(.timeLimit(.minutes(1))) struct AdIntervalsTests {
  @Test func `loads and shows are intervals with their results`() async {
    let lines = Lock<[String]>([])
    let intervals = AdIntervals(
      AdIntervals.Output { kind, label in
        lines.locked { $0.append("\(kind) \(label)") }
        return { result in lines.locked { $0.append("\(kind) \(label): \(result)") } }
      })
    let app = LiveApp()
    let live = LiveAudit(app.session, rules: [], intervals: intervals)
    app.load("a-1")
    app.show("a-1")
    app.session.record(.adRequested(unit: LiveApp.unit, format: .interstitial, request: "r-2"))
    app.session.record(
      .adFailedToLoad(unit: LiveApp.unit, format: .interstitial, request: "r-2"))
    app.dismiss("a-1")
    app.session.record(.adRequested(unit: LiveApp.unit, format: .interstitial, request: "r-3"))
    _ = await app.session.end()
    for await _ in live {}
    #expect(
      lines.locked { $0 } == [
        "load interstitial r-a-1", "load interstitial r-a-1: loaded",
        "show interstitial a-1", "load interstitial r-2", "load interstitial r-2: failed",
        "show interstitial a-1: dismissed", "load interstitial r-3",
      ])
  }
}
