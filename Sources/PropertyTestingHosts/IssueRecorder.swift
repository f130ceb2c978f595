internal import Foundation

#if canImport(Testing)
  internal import Testing
#endif
#if canImport(XCTest)
  internal import XCTest
#endif

/// A failure of a test, and the files that belong to it.
package protocol AttachedFailure: Error, CustomStringConvertible {
  /// The files of the test report.
  var attachments: [(name: String, text: String)] { get }
}

/// Records failures in the test that is running, of Swift Testing or of XCTest.
package struct IssueRecorder {
  let site: CallSite

  /// Makes a recorder for the call at a place.
  package init(site: CallSite) { self.site = site }

  /// Records a failure at the call, with its files as attachments.
  ///
  /// A failure that must not fail the test becomes a warning, where the framework has warnings.
  ///
  /// - Throws: The failure, if no test is running.
  package func record<Failure: AttachedFailure>(
    _ failure: Failure, isWarning: Bool
  ) throws(Failure) {
    #if canImport(Testing)
      if Test.current != nil { return recordIssue(failure, isWarning: isWarning) }
    #endif
    if isWarning { return }
    #if canImport(XCTest)
      if recordXCTestFailure(failure) { return }
    #endif
    throw failure
  }
}

#if canImport(Testing)
  extension IssueRecorder {
    private var location: SourceLocation {
      SourceLocation(
        fileID: "\(site.fileID)", filePath: "\(site.filePath)", line: Int(site.line),
        column: Int(site.column))
    }

    private func recordIssue(_ failure: some AttachedFailure, isWarning: Bool) {
      if isWarning {
        #if compiler(>=6.3)
          Issue.record("\(failure)", severity: .warning, sourceLocation: location)
        #else
          return
        #endif
      } else {
        Issue.record(failure, sourceLocation: location)
      }
      for file in failure.attachments {
        Attachment.record(file.text, named: file.name, sourceLocation: location)
      }
    }
  }
#endif

#if canImport(XCTest)
  extension IssueRecorder {
    /// Returns whether a test of XCTest received the failure.
    private func recordXCTestFailure(_ failure: some AttachedFailure) -> Bool {
      let observer = FailureObserver(failure)
      XCTestObservationCenter.shared.addTestObserver(observer)
      defer { XCTestObservationCenter.shared.removeTestObserver(observer) }
      XCTFail("\(failure)", file: site.filePath, line: site.line)
      return observer.hasObserved
    }
  }

  /// Notices whether a failure reaches a test; adds the attachments where XCTest has them.
  private final class FailureObserver: NSObject, XCTestObservation {
    private let failure: any AttachedFailure
    private(set) var hasObserved = false

    init(_ failure: any AttachedFailure) { self.failure = failure }

    #if canImport(Darwin)
      func testCase(_ testCase: XCTestCase, didRecord issue: XCTIssue) {
        hasObserved = true
        for file in failure.attachments {
          let attachment = XCTAttachment(string: file.text)
          attachment.name = file.name
          attachment.lifetime = .keepAlways
          testCase.add(attachment)
        }
      }
    #else
      func testCase(
        _ testCase: XCTestCase, didFailWithDescription description: String,
        inFile filePath: String?, atLine lineNumber: Int
      ) { hasObserved = true }
    #endif
  }
#endif
