#if canImport(UIKit)
  internal import Foundation

  /// The main queue, which tests replace.
  struct MainQueue: Sendable {
    /// Whether the current thread is the main thread.
    var isCurrent: @Sendable () -> Bool
    /// Runs a function after a time in seconds.
    var run:
      @Sendable (_ seconds: Double, _ body: @escaping @MainActor @Sendable () -> Void) -> Void

    /// The main queue of the system.
    static let system = MainQueue(
      isCurrent: { Thread.isMainThread },
      run: { seconds, body in
        DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { body() }
      })
  }
#endif
