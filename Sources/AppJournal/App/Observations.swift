#if canImport(UIKit)
  internal import Foundation

  /// Notification observers, which are removed when this object is released.
  final class Observations: @unchecked Sendable {
    private let center: NotificationCenter
    private let lock = NSLock()
    private let isMainThread: @Sendable () -> Bool
    private var tokens: [any NSObjectProtocol] = []

    init(_ center: NotificationCenter, isMainThread: @escaping @Sendable () -> Bool) {
      self.center = center
      self.isMainThread = isMainThread
    }

    deinit { for token in tokens { center.removeObserver(token) } }

    /// Calls a function for each notification, on the main thread: at once if it is posted there,
    /// as the system does, else asynchronously.
    func observe(
      _ name: Notification.Name, _ body: @escaping @MainActor @Sendable (Notification) -> Void
    ) {
      let isMainThread = isMainThread
      let token = center.addObserver(forName: name, object: nil, queue: nil) { notification in
        nonisolated(unsafe) let notification = notification
        if isMainThread() {
          MainActor.assumeIsolated { body(notification) }
        } else {
          DispatchQueue.main.async { body(notification) }
        }
      }
      lock.withLock { tokens.append(token) }
    }
  }
#endif
