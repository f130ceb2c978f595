internal import AdAudit
internal import AdLive
internal import AdReplay
public import AdRules
internal import Foundation
internal import JournalInput
internal import PropertyTestingHosts
internal import Platform

/// The journals of an app that a UI test launches in the simulator.
///
/// The app is another process, so its journals are audited at the end of the test. The app must
/// record into `TestFolder.path` of AdLive:
///
/// ```swift
/// func testLevelEnd() throws {
///   let journals = UITestJournals()
///   let app = XCUIApplication()
///   app.launchEnvironment.merge(journals.launchEnvironment) { $1 }
///   app.launch()
///   app.buttons["Next level"].tap()
///   app.terminate()
///   try journals.expectNoViolations()
/// }
/// ```
///
/// This does not work on a device, where an app cannot write outside of its own folders.
public struct UITestJournals: Sendable {
  /// The path of the folder with the journals.
  public let folder: String

  /// Names a new folder among the temporary files; the app creates it.
  public init() {
    folder = NSTemporaryDirectory() + "adjournal-ui-test-\(UUID().uuidString)"
  }

  /// The variable for the environment of the launched app.
  public var launchEnvironment: [String: String] { [TestFolder.variable: folder] }

  /// Audits the journals, and fails the running test for each violation.
  ///
  /// All sessions of the folder are audited together, so daily caps count over launches.
  ///
  /// - Parameters:
  ///   - severity: The lowest severity that fails the test; others are warnings, where the
  ///     framework has warnings.
  ///   - ignored: The ids of rules whose violations are ignored.
  ///   - rules: The rules.
  ///   - fileID: The file of the failure.
  ///   - filePath: The file of the failure.
  ///   - line: The line of the failure.
  ///   - column: The column of the failure.
  /// - Throws: The first failure, if no test is running that could record it.
  public func expectNoViolations(
    atLeast severity: Severity = .error, ignoring ignored: [String] = [],
    rules: [Rule] = RuleBook.all,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) throws(LiveTestFailure) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let recorder = IssueRecorder(site: site)
    guard let findings = audit(rules) else {
      let message =
        "the app recorded no journal in \(folder); it must record into TestFolder.path, and the "
        + "launch needs launchEnvironment"
      return try recorder.record(LiveTestFailure(message: message), isWarning: false)
    }
    try recorder.record(findings, atLeast: severity, ignoring: ignored)
  }

  /// The violations of all sessions; nil if there is none.
  private func audit(_ rules: [Rule]) -> [LiveFinding]? {
    let found = Lock<[LiveFinding]>([])
    var sessions = 0
    let outputs = Auditor(rules: rules, reader: JournalReader()).audit([folder]) { audited in
      let findings = LiveFinding.all(of: audited)
      found.locked { $0 += findings }
      return []
    }
    for output in outputs { if case .session = output { sessions += 1 } }
    return sessions == 0 ? nil : found.locked { $0 }
  }
}
