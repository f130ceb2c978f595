internal import Foundation
internal import PropertyTesting

/// Collects the failed assertions of one property; thread-safe.
final class FailureCollector: @unchecked Sendable {
  private let lock = NSLock()
  private var failures: [PropertyFailure] = []

  func add(_ failure: PropertyFailure) { lock.withLock { failures.append(failure) } }

  /// Removes and returns the failures so far, in order.
  func takeAll() -> [PropertyFailure] {
    lock.withLock {
      defer { failures = [] }
      return failures
    }
  }
}

extension PropertyFailure {
  /// Creates a failure from an assertion, with its source location as the reason, because the text
  /// of an assertion contains values.
  init(assertion text: String, _ filePath: String, _ line: Int) {
    let file = filePath.split(separator: "/").last ?? "?"
    self.init(reason: "\(file):\(line) failed", because: "\(file):\(line): \(text)")
  }
}

#if canImport(Testing)
  internal import Testing

  extension PropertyFailure {
    /// Creates a failure from a failed expectation of Swift Testing.
    init(_ issue: Issue) {
      guard let location = issue.sourceLocation else {
        self.init(reason: "an expectation failed", because: "\(issue)")
        return
      }
      self.init(assertion: "\(issue)", location.fileName, location.line)
    }
  }
#endif
