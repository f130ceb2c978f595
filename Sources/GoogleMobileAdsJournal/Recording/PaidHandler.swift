#if canImport(GoogleMobileAds)
  internal import AdCapture
  internal import Foundation
  internal import GoogleMobileAds

  /// Records what an ad earns, once, before the app hears of it.
  ///
  /// An app may set the handler of the ad itself; when the ad is shown the recorder puts its own
  /// before that one. The second time that is the recorder's first, which must not record again.
  final class PaidHandler: @unchecked Sendable {
    private let lock = NSLock()
    private let record: @Sendable (AdValue) -> Void
    private var appHandler: ((AdValue) -> Void)?
    private var echoes = EchoGuard<ObjectIdentifier>()

    init(_ record: @escaping @Sendable (AdValue) -> Void) { self.record = record }

    /// The handler that the app gave to the recorder.
    var app: ((AdValue) -> Void)? {
      get { lock.withLock { appHandler } }
      set { lock.withLock { appHandler = newValue } }
    }

    /// What the SDK calls.
    ///
    /// - Parameter next: The handler that was in the recorder's place; nil for the one that the app
    ///   gave.
    func paid(_ value: AdValue, next: ((AdValue) -> Void)?) {
      let thread = ObjectIdentifier(Thread.current)
      let isEcho = lock.withLock { echoes.begin("paid", on: thread) > 0 }
      if !isEcho { record(value) }
      if let next = next ?? app { next(value) }
      lock.withLock { echoes.end("paid", on: thread) }
    }
  }
#endif
