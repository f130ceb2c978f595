import AdLive
import AdLiveTesting
import AdRecording
import AdRules
import AdSession
import Foundation
import Testing
import XCTest

/// Failures of the helpers for tests, which these tests expect.
@Suite(.timeLimit(.minutes(1))) struct ExpectationTests {
  /// One rule, so that a test expects its violations only.
  static let rules = RuleBook.all.filter { $0.id == "single-use-ad" }

  @Test func `a violation fails the test at the call, with its records`() async throws {
    let app = LiveApp()
    let live = LiveAudit(app.session, rules: Self.rules)
    app.showTwice("a-1")
    let line = #line + 2
    try await withKnownIssue {
      try await live.expectNoViolations()
    } matching: { issue in
      let failure = issue.error as? LiveTestFailure
      return issue.sourceLocation?.line == line
        && failure?.finding.map { failure?.description.contains($0.because) ?? false } ?? false
        && failure?.description.contains("\"ad\":\"a-1\"") ?? false
    }
  }

  @Test func `correct sessions, ignored rules and low severities fail no test`() async throws {
    let app = LiveApp()
    let live = LiveAudit(app.session, rules: Self.rules)
    app.load("a-1")
    try await live.expectNoViolations()
    app.showTwice("a-2")
    _ = await live.verdicts()
    #expect(!live.findings.isEmpty)
    try await live.expectNoViolations(ignoring: ["single-use-ad"])
  }

  @Test func `the journals of a launched app fail the test`() async throws {
    let journals = UITestJournals()
    #expect(journals.launchEnvironment == ["ADJOURNAL_FOLDER": journals.folder])
    let app = LiveApp(folder: journals.folder)
    app.load("a-1")
    #expect(await app.session.flush().isComplete)
    try journals.expectNoViolations(rules: Self.rules)
    app.showTwice("a-2")
    _ = await app.session.end()
    try withKnownIssue {
      try journals.expectNoViolations(rules: Self.rules)
    } matching: { issue in
      (issue.error as? LiveTestFailure)?.description.contains("single-use-ad") ?? false
    }
    try journals.expectNoViolations(ignoring: ["single-use-ad"], rules: Self.rules)
  }

  @Test func `a launch without a journal fails the test`() throws {
    let journals = UITestJournals()
    try withKnownIssue {
      try journals.expectNoViolations(rules: Self.rules)
    } matching: { issue in
      (issue.error as? LiveTestFailure)?.description.hasPrefix("the app recorded no journal in ")
        ?? false
    }
  }
}

#if !canImport(Darwin)
  /// A test of XCTest that keeps its failures; Darwin has `XCTExpectFailure` for that.
  final class LiveXCTests: XCTestCase {
    private var failures: [(text: String, line: Int)] = []

    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
      expected: Bool
    ) { failures.append((description, lineNumber)) }

    /// A failure that reaches no test is thrown, too.
    func testViolationFailsAtTheCall() async {
      let app = LiveApp()
      let live = LiveAudit(app.session, rules: ExpectationTests.rules)
      app.showTwice("a-1")
      var line = 0
      do throws(LiveTestFailure) {
        line = #line + 1
        try await live.expectNoViolations()
        failures = []
      } catch { XCTAssertEqual(error.finding?.severity, .error) }
      let found = failures
      failures = []
      XCTAssertEqual(found.map(\.line), [line])
      XCTAssertTrue(found.first?.text.contains("\"ad\":\"a-1\"") ?? false, "\(found)")
      for failure in failures {
        super.recordFailure(
          withDescription: failure.text, inFile: #filePath, atLine: failure.line, expected: true)
      }
    }
  }
#endif
