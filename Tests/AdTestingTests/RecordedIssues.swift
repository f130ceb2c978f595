import Foundation
import Testing

/// Collects issues, so that they do not fail the test; thread-safe.
final class RecordedIssues: @unchecked Sendable {
  private let lock = NSLock()
  private var issues: [Issue] = []

  private func add(_ issue: Issue) { lock.withLock { issues.append(issue) } }

  /// Runs a body; returns the issues that it recorded.
  nonisolated(nonsending) static func of(
    _ body: nonisolated(nonsending) () async throws -> Void
  ) async throws -> [Issue] {
    let recorded = RecordedIssues()
    try await withKnownIssue(isIntermittent: true) {
      try await body()
    } matching: { issue in
      recorded.add(issue)
      return true
    }
    return recorded.lock.withLock { recorded.issues }
  }
}
