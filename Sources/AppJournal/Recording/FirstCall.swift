internal import Foundation

/// Distinguishes the first call of a handler from later ones, on any thread.
public final class FirstCall: @unchecked Sendable {
  private let lock = NSLock()
  private var wasCalled = false

  /// Creates an object for a handler that was not called yet.
  public init() {}

  /// Returns true at the first call only.
  public func claim() -> Bool {
    lock.withLock {
      defer { wasCalled = true }
      return !wasCalled
    }
  }
}
