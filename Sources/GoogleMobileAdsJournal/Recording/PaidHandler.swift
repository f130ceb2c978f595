#if canImport(GoogleMobileAds)
  internal import AdCapture
  internal import Foundation
  internal import GoogleMobileAds

  /// Records what an ad earns, once, before the app hears of it.
  ///
  /// An app may set the handler of the ad itself; when the ad is shown the recorder puts its own
  /// before that one. The second time that is the recorder's first, which must not record again.
  final class PaidHandler: @unchecked Sendable {
    /// What a handler of the recorder holds, so that it is known whether somebody still has it.
    final class Hold: Sendable {}

    private let lock = NSLock()
    private var appHandler: ((AdValue) -> Void)?
    private var echoes = EchoGuard<ObjectIdentifier>()
    private weak var newest: Hold?
    private var place: HandlerName?
    private var repeats = 0

    /// How often a handler is put in although somebody has the one before, where nobody can tell
    /// whether that is still in its place: 3.
    private static let mostRepeats = 3

    /// The handler that the app gave to the recorder.
    var app: ((AdValue) -> Void)? {
      get { lock.withLock { appHandler } }
      set {
        // The one before goes when the lock is free: what it holds may set another one at its end.
        let old = lock.withLock { () -> ((AdValue) -> Void)? in
          defer { appHandler = newValue }
          return appHandler
        }
        withExtendedLifetime(old) {}
      }
    }

    /// What a handler that goes before the one that is there is to hold; nil where none is needed.
    ///
    /// One before the newest of ours would make the call deeper, without end where an ad is rendered
    /// again and again. Where another one has a name, somebody has set it, and may keep ours without
    /// ever calling it. Where it has none, the newest of ours is in its place, or within one that
    /// calls it, as long as somebody has it; a few are put in all the same.
    ///
    /// - Parameter found: The name of the handler that is there; nil where it has none.
    func takePlace(before found: HandlerName? = nil) -> Hold? {
      lock.withLock {
        let isKnown = found != nil && place != nil
        if isKnown, newest != nil, found == place { return nil }
        repeats = isKnown || newest == nil ? 0 : repeats + 1
        return repeats > Self.mostRepeats ? nil : hold()
      }
    }

    /// Says the name of the newest handler in its place; nil where it has none.
    func isCalled(_ name: HandlerName?) { lock.withLock { place = name } }

    /// What a handler is to hold that comes in the place of the one that is there.
    func replace() -> Hold {
      lock.withLock {
        repeats = 0
        return hold()
      }
    }

    private func hold() -> Hold {
      let hold = Hold()
      (newest, place) = (hold, nil)
      return hold
    }

    /// What the SDK calls.
    ///
    /// - Parameters:
    ///   - next: The handler that was in the recorder's place; nil for the one that the app gave.
    ///   - record: Records it.
    func paid(_ value: AdValue, next: ((AdValue) -> Void)?, record: (AdValue) -> Void) {
      let thread = ObjectIdentifier(Thread.current)
      let isEcho = lock.withLock { echoes.begin("paid", on: thread) > 0 }
      if !isEcho { record(value) }
      if let next = next ?? app { next(value) }
      lock.withLock { echoes.end("paid", on: thread) }
    }
  }
#endif
