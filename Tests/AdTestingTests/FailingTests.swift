import AdTesting
import Foundation
import Testing
import XCTest

@testable import ReferenceManagers

/// Tests that fail by design; ChildTests runs them in a process of their own.
enum FailingTests {
  static let isEnabled = ProcessInfo.processInfo.environment["ADJOURNAL_FAILING_TESTS"] != nil

  static var test: AdManagerTest<SearchTests.Forgetful> {
    var test = AdManagerTest(InterstitialAds.app) { SearchTests.Forgetful($0) }
    test.onlyRules = ["reload-after-dismiss"]
    test.storesFailures = false
    return test
  }
}

@Suite(.enabled(if: FailingTests.isEnabled, "fails by design; ChildTests runs it"))
struct FailingSuite {
  @Test(.adjournal(.sessions(200))) func fails() async throws {
    try await FailingTests.test.verify()  // in Swift Testing
  }

  @Test func `throws on a thread that belongs to no test`() async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      Thread {
        do throws(AdTestFailure) { try FailingTests.test.verify(.sessions(300)) } catch {
          print("thrown: \(error.rule ?? "")")
        }
        continuation.resume()
      }.start()
    }
  }
}

final class FailingXCTests: XCTestCase {
  override func setUpWithError() throws {
    try XCTSkipUnless(FailingTests.isEnabled, "fails by design; ChildTests runs it")
  }

  func testFails() throws {
    try FailingTests.test.verify(.sessions(200))  // in XCTest
  }

  func testFailsAsynchronously() async throws {
    try await FailingTests.test.verify(.sessions(200))  // asynchronously in XCTest
  }
}
