internal import PropertyTestingHosts

extension AdManagerTest {
  /// Simulates random sessions in a test, and records an issue for each broken rule.
  ///
  ///     @Test func `our ads keep the rules`() async throws {
  ///       try await AdManagerTest(app) { MyAdManager($0) }.verify()
  ///     }
  ///
  /// It works in Swift Testing and in XCTest. The issue is at the line of the call. Its attachments
  /// are the whole case, `case.txt`, and the smallest journal, `counterexample.jsonl`; XCTest has
  /// attachments on Apple's platforms only. A rule below ``minimumSeverity`` becomes an issue of
  /// severity warning, which does not fail a test of Swift Testing; XCTest has no such issues.
  ///
  /// After a broken rule it searches again, without that rule, until five are found. Failing cases
  /// are stored beside the test and run first in the next run; see ``storesFailures``.
  ///
  /// The caller waits while the sessions run, so a manager of the main actor is alone on it.
  ///
  /// - Parameters:
  ///   - budget: The number of sessions; by default that of the trait, or ``AdTestBudget/quick``.
  ///     `ADJOURNAL_ROUNDS` multiplies it.
  ///   - seeds: The random seeds; the same seeds give the same sessions. `ADJOURNAL_SEED` replaces
  ///     the first one, and the others follow it.
  ///   - replay: The ``AdTestFailure/replay`` of a failure, to run that case alone, once.
  ///     `ADJOURNAL_REPLAY` replaces it.
  ///   - fileID: The file of the issue.
  ///   - filePath: The file of the issue; failing cases are stored beside it.
  ///   - line: The line of the issue.
  ///   - column: The column of the issue.
  /// - Returns: The number of sessions, which rules they activated, and the broken rules.
  /// - Throws: The first failure, if no test is running that could record it.
  @discardableResult
  nonisolated(nonsending) public func verify(
    _ budget: AdTestBudget? = nil, seeds: [UInt64] = [1, 2, 3, 4], replay: String? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async throws(AdTestFailure) -> AdTestReport {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return try verified(budget, seeds, replay, at: site)
  }

  /// Simulates random sessions in a test that is not asynchronous, and records an issue for each
  /// broken rule.
  @discardableResult
  public func verify(
    _ budget: AdTestBudget? = nil, seeds: [UInt64] = [1, 2, 3, 4], replay: String? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) throws(AdTestFailure) -> AdTestReport {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return try verified(budget, seeds, replay, at: site)
  }

  private func verified(
    _ budget: AdTestBudget?, _ seeds: [UInt64], _ replay: String?, at site: CallSite
  ) throws(AdTestFailure) -> AdTestReport {
    let scope = TestScope.current
    let budget = budget ?? scope.budget ?? .quick
    var report = AdTestReport(seeds: seeds)
    do throws(AdTestFailure) {
      let run = try TestRun(
        budget.sessions, seeds, replay, replays: scope.replays, problem: problem)
      var verification = Verification(self, run, besideFile: "\(site.filePath)")
      verification.start()
      report = verification.report
    } catch { report.problems = [error] }
    let recorder = IssueRecorder(site: site)
    for failure in report.problems {
      let isBelow = onlyRules == nil && failure.severity < minimumSeverity
      try recorder.record(failure, isWarning: isBelow)
    }
    return report
  }
}
