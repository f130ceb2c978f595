#if canImport(XCTest) && !canImport(Darwin)
  internal import Foundation
  internal import PropertyTesting
  internal import XCTest

  /// Hears assertions of XCTest where no test of XCTest runs.
  ///
  /// They report to a test case that the process knows as the current one, and are silent where there
  /// is none. So while a case of a property runs, this is that test case; one at a time.
  final class AssertionListener: XCTestCase {
    private var failures: [PropertyFailure] = []
    private var body: () -> Void = {}
    private static let turn = NSRecursiveLock()

    /// Runs a body; answers the assertions that failed in it.
    static func observe(_ body: () -> Void) -> [PropertyFailure] {
      turn.withLock {
        withoutActuallyEscaping(body) { body in
          let listener = AssertionListener(name: "a property") { _ in }
          listener.body = body
          listener.perform(XCTestCaseRun(test: listener))
          listener.body = {}
          return listener.failures
        }
      }
    }

    override func invokeTest() { body() }

    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
      expected: Bool
    ) {
      failures.append(PropertyFailure(assertion: description, filePath, lineNumber))
    }
  }
#endif
