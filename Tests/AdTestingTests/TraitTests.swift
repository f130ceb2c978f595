import Testing

@testable import AdTesting
@testable import ReferenceManagers

/// The trait of a suite and of a test, and the size of a run.
@Suite(.adjournal(.sessions(70), replays: "of the suite"))
struct TraitTests {
  @Test func `a test has the budget and the replays of its suite`() {
    #expect(TestScope.current.budget == .sessions(70))
    #expect(TestScope.current.replays == ["of the suite"])
  }

  @Test(.adjournal(.thorough, replays: "a", "b"))
  func `the budget of a test replaces that of its suite, and the replays of both run`() {
    #expect(TestScope.current.budget == .thorough)
    #expect(TestScope.current.replays == ["of the suite", "a", "b"])
  }

  @Test(.adjournal(replays: "c")) func `a trait without a budget keeps that of its suite`() {
    #expect(TestScope.current.budget == .sessions(70))
  }

  @Test func `verify has the budget of the trait, and each failing replay is an issue`()
    async throws
  {
    var report: AdTestReport?
    let issues = try await RecordedIssues.of {
      report = try await AdManagerTest(InterstitialAds.app) { InterstitialAds($0) }.verify()
    }
    let failures = issues.compactMap { $0.error as? AdTestFailure }
    #expect(
      failures.map(\.sentence) == [
        "'of the suite' is no replay of a case; copy the whole text that a failure prints"
      ])
    let sessions = try #require(report?.sessions)
    #expect(sessions >= 40 && sessions <= 140, "\(sessions)")
  }

  @Test func `a budget of verify replaces that of the trait`() throws {
    let scope = TestScope(budget: .thorough)
    let report = try TestScope.$current.withValue(scope) {
      try AdManagerTest(InterstitialAds.app) { InterstitialAds($0) }.verify(.sessions(70))
    }
    #expect(report.sessions <= 140)
  }

  @Test func `budgets are numbers of sessions`() {
    let budgets: [AdTestBudget] = [.quick, .standard, .thorough, .sessions(7)]
    #expect(budgets.map(\.sessions) == [2_000, 10_000, 100_000, 7])
  }

  @Test func `rounds multiply the budget`() throws {
    let run = try TestRun(
      AdTestBudget.quick.sessions, [1], nil, problem: nil, environment: ["ADJOURNAL_ROUNDS": "5"])
    #expect(run.sessions == 10_000)
  }
}
