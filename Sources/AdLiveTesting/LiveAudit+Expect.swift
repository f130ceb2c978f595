public import AdLive
public import AdRules
internal import PropertyTestingHosts

extension LiveAudit {
  /// Fails the running test of Swift Testing or XCTest for each violation so far.
  ///
  /// The failure is at the call, and has the records that prove the violation. Use it in tests that
  /// run in the app's process; ``UITestJournals`` is for tests that launch the app.
  ///
  /// - Parameters:
  ///   - severity: The lowest severity that fails the test; others are warnings, where the
  ///     framework has warnings.
  ///   - ignored: The ids of rules whose violations are ignored.
  ///   - fileID: The file of the failure.
  ///   - filePath: The file of the failure.
  ///   - line: The line of the failure.
  ///   - column: The column of the failure.
  /// - Throws: The first failure, if no test is running that could record it.
  nonisolated(nonsending) public func expectNoViolations(
    atLeast severity: Severity = .error, ignoring ignored: [String] = [],
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async throws(LiveTestFailure) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    _ = await verdicts()
    try IssueRecorder(site: site).record(findings, atLeast: severity, ignoring: ignored)
  }
}

extension IssueRecorder {
  /// Records violations, the severe ones as failures.
  func record(
    _ findings: [LiveFinding], atLeast severity: Severity, ignoring ignored: [String]
  ) throws(LiveTestFailure) {
    for finding in findings where !ignored.contains(finding.rule.id) {
      try record(LiveTestFailure(finding), isWarning: finding.severity < severity)
    }
  }
}
