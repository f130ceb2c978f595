#if canImport(GoogleMobileAds) && canImport(UIKit)
  internal import Foundation

  /// Observers of notifications that are gone with it.
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

    /// Does something when a notification is posted: at once on the main thread, where the system
    /// posts, else there as soon as it can.
    func observe(_ name: Notification.Name, _ body: @escaping @MainActor @Sendable (Any?) -> Void) {
      let isMainThread = isMainThread
      let token = center.addObserver(forName: name, object: nil, queue: nil) { notification in
        nonisolated(unsafe) let object = notification.object
        if isMainThread() {
          MainActor.assumeIsolated { body(object) }
        } else {
          DispatchQueue.main.async { body(object) }
        }
      }
      lock.withLock { tokens.append(token) }
    }
  }
#endif
