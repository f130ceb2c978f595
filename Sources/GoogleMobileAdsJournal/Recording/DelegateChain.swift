#if canImport(GoogleMobileAds)
  internal import AdCapture
  internal import Foundation

  /// The delegates behind a recorder, none of them kept alive, and whether one of them sends back
  /// what it was sent.
  ///
  /// The app gives its delegate to the recorder. If it, or another library, later sets one on the SDK's
  /// object itself, that one hears everything from then on, as it would without a recorder; and if
  /// it passes calls on to the one that it replaced, the recorder, those go to the app's first one.
  final class DelegateChain: @unchecked Sendable {
    private let lock = NSLock()
    private weak var given: AnyObject?
    private weak var found: AnyObject?
    private var echoes = EchoGuard<ObjectIdentifier>()

    /// The delegate that the app gave to the recorder.
    var app: AnyObject? { lock.withLock { given } }
    /// The delegate that hears of new calls.
    var front: AnyObject? { lock.withLock { found ?? given } }

    /// The app gives its delegate; nil for none.
    func give(_ delegate: AnyObject?) { lock.withLock { (given, found) = (delegate, nil) } }

    /// A delegate, or none, was found in the recorder's place.
    func find(_ delegate: AnyObject?) {
      lock.withLock {
        found = delegate
        if delegate == nil { given = nil }
      }
    }

    /// Records a call if it is new, and passes it on.
    func pass(_ name: String, record: () -> Void, to send: (AnyObject) -> Void) {
      let thread = ObjectIdentifier(Thread.current)
      let isEcho = lock.withLock { echoes.begin(name, on: thread) && found != nil }
      if !isEcho { record() }
      if let target = isEcho ? app : front { send(target) }
      lock.withLock { echoes.end(name, on: thread) }
    }

    /// Does what may call delegates anew, out of a call that is not over.
    func anew(_ body: () -> Void) {
      let thread = ObjectIdentifier(Thread.current)
      let interrupted = lock.withLock { echoes.interrupt(thread) }
      body()
      lock.withLock { echoes.resume(interrupted, on: thread) }
    }
  }
#endif
