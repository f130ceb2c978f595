import Foundation
import Testing

@testable import AdTesting

/// The tutorial is compiled here, and its manager keeps all rules.
@Suite struct TutorialTests {
  @Test func `returns show an ad by the rules`() throws {
    var app = TestedApp.appOpen()
    app.hasSplash = false
    app.policy = AdPolicy(dailyCap: 20, minimumBackgroundSeconds: 10)
    try AdManagerTest(app) { ReturnAds($0) }.check(sessions: 500)
  }

  @Test func `the manager of the tutorial is the compiled one`() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let article = try String(
      contentsOf: root.appendingPathComponent(
        "../../Sources/AdTesting/AdTesting.docc/TestAnAppOpenManager.md"), encoding: .utf8)
    let file = try String(
      contentsOf: root.appendingPathComponent("ReturnAds.swift"), encoding: .utf8)
    let parts = article.components(separatedBy: "```swift\n").compactMap {
      $0.components(separatedBy: "```\n").first
    }
    let manager = try #require(parts.first { $0.hasPrefix("final class ReturnAds") })
    #expect(file == "import AdTesting\n\n" + manager)
  }

  @Test func `the failure of the tutorial is the one it describes`() throws {
    final class Unlocked: TestedAdManager {
      let inner: ReturnAds
      init(_ phone: SimulatedPhone) { inner = ReturnAds(phone) }
      func consentChanged(canRequestAds: Bool) {
        inner.consentChanged(canRequestAds: canRequestAds)
      }
      func sdkStarted() { inner.sdkStarted() }
      func contentShown() { inner.contentShown() }
      func appResignedActive() { inner.appResignedActive() }
      func appEnteredBackground() { inner.appEnteredBackground() }
      func appEnteringForeground() { inner.appEnteringForeground() }
      func appBecameActive() { inner.appBecameActive() }
      func suppressionBegan() { inner.suppressionBegan() }
      func suppressionEnded() { inner.suppressionEnded() }
      func appTerminating() { inner.appTerminating() }
      func consentFormAppeared() { inner.consentFormAppeared() }
      func consentFormClosed() { inner.consentFormClosed() }
    }
    var app = TestedApp.appOpen()
    app.hasSplash = false
    var test = AdManagerTest(app) { Unlocked($0) }
    test.shrinkingRecords = 20_000
    let failure = #expect(throws: AdTestFailure.self) { try test.check(sessions: 1_000) }
    #expect(failure?.rule == "lock-is-not-background")
  }
}
