import Foundation
import PropertyTesting
import Testing

@testable import AdTesting
@testable import ReferenceManagers

/// What `verify` records in a test of Swift Testing.
@Suite struct VerifyTests {
  final class Careless: InterstitialAds {
    override var isTooSoon: Bool { false }
    override func userActed() { actions += 2 }
    override func adExpired(_ ad: SimulatedFullScreenAd) {}
  }

  private func test<Manager: InterstitialAds>(
    _ make: @escaping (SimulatedPhone) -> Manager
  ) -> AdManagerTest<Manager> {
    var test = AdManagerTest(InterstitialAds.app, make: make)
    test.shrinkingRecords = 5_000
    test.storesFailures = false
    return test
  }

  private var forgetful: AdManagerTest<SearchTests.Forgetful> {
    test { SearchTests.Forgetful($0) }
  }

  @Test func `a broken rule is an issue at the line of the call`() async throws {
    let line = #line + 2
    let issues = try await RecordedIssues.of {
      try await forgetful.verify(.sessions(300))
    }
    let issue = try #require(issues.first)
    let location = try #require(issue.sourceLocation)
    #expect(location.line == line && location.fileID == "AdTestingTests/VerifyTests.swift")
    #expect((issue.error as? AdTestFailure)?.rule == "reload-after-dismiss")
  }

  @Test func `a manager that keeps all rules records nothing`() async throws {
    let report = try await test { InterstitialAds($0) }.verify(.sessions(100))
    #expect(report.problems.isEmpty && report.sessions >= 60)
  }

  @Test func `a test that makes no sense is an issue at the line of the call`() async throws {
    var forgetful = forgetful
    forgetful.callTimeoutSeconds = 0
    let line = #line + 2
    let issues = try await RecordedIssues.of {
      try await forgetful.verify()
    }
    let failures = issues.compactMap { $0.error as? AdTestFailure }
    #expect(failures.map(\.description) == ["'callTimeoutSeconds' is not positive"])
    #expect(issues.map(\.sourceLocation?.line) == [line])
  }

  @Test func `each broken rule is an issue of its own, and the sessions of all searches count`()
    async throws
  {
    var report: AdTestReport?
    let issues = try await RecordedIssues.of {
      report = try await test { Careless($0) }.verify(.sessions(500), seeds: [1])
    }
    let rules = issues.compactMap { ($0.error as? AdTestFailure)?.rule }
    #expect(rules.count == issues.count && Set(rules).count == rules.count)
    #expect(
      Set(rules).isSuperset(of: [
        "interstitial-min-gap", "interstitial-per-user-actions", "expired-ad-not-shown",
      ]), "\(rules)")
    let found = try #require(report)
    #expect(found.problems.map(\.rule) == rules)
    #expect(found.description.contains(" rules applied, \(found.problems.count) broken\n"))
    var rest = test { Careless($0) }
    rest.excludedRules = Set(rules)
    let last = try rest.check(sessions: 500, seeds: [1])
    #expect(found.sessions == found.problems.map(\.sessions).reduce(last.sessions, +))
  }

  #if compiler(>=6.3)
    @Test func `a rule below the failing severity is a warning`() async throws {
      var forgetful = forgetful
      forgetful.minimumSeverity = .error
      forgetful.severities = ["reload-after-dismiss": .warning]
      let line = #line + 2
      let issues = try await RecordedIssues.of {
        let report = try await forgetful.verify(.sessions(300))
        #expect(report.problems.first?.severity == .warning)
      }
      let warning = try #require(issues.first)
      #expect(warning.severity == .warning && warning.sourceLocation?.line == line)
      #expect(warning.comments.first?.rawValue.hasPrefix("reload-after-dismiss: ") == true)
      #expect(issues.allSatisfy { $0.severity == .warning })
    }

    @Test func `a rule that fails by default is an error, whatever its severity`() async throws {
      let issues = try await RecordedIssues.of { try await forgetful.verify(.sessions(300)) }
      #expect(issues.allSatisfy { $0.severity == .error } && !issues.isEmpty)
    }
  #endif
}
