#if canImport(GoogleMobileAds)
  internal import AdCapture
  internal import Foundation

  /// The delegates behind a recorder, none of them kept alive.
  ///
  /// The app gives its delegate to the recorder. If it, or another library, later sets one on the
  /// SDK's object itself, that one hears everything from then on, as it would without a recorder; and
  /// if it passes calls on to the one that it replaced, the recorder, they go to the delegate before
  /// it.
  final class DelegateChain: @unchecked Sendable {
    private struct Link {
      weak var delegate: AnyObject?
    }

    private let lock = NSLock()
    /// The one that the app gave, or none, and those that were found after it.
    private var links = [Link()]
    private var echoes = EchoGuard<ObjectIdentifier>()

    /// The delegate that hears of new calls.
    var front: AnyObject? { lock.withLock { links.last?.delegate } }

    /// The app gives its delegate; nil for none.
    func give(_ delegate: AnyObject?) {
      lock.withLock { links = [Link(delegate: delegate)] }
    }

    /// A delegate, or none, was found in the recorder's place.
    ///
    /// One that was found before, as where an app sets it for each load, is still one link: it would
    /// hear each call twice. The first link stays, though it may be nobody: there a call that comes back
    /// ends.
    func find(_ delegate: AnyObject?) {
      lock.withLock {
        guard let delegate else { return links = [Link()] }
        if links[0].delegate === delegate { links[0].delegate = nil }
        let others = links.dropFirst().filter { $0.delegate != nil && $0.delegate !== delegate }
        links = [links[0]] + others + [Link(delegate: delegate)]
      }
    }

    /// Records a call if it is new, and passes it on.
    func pass(_ name: String, record: () -> Void, to send: (AnyObject) -> Void) {
      let thread = ObjectIdentifier(Thread.current)
      let (isEcho, target) = lock.withLock { () -> (Bool, AnyObject?) in
        let depth = echoes.begin(name, on: thread) % links.count
        return (depth > 0, links[links.count - 1 - depth].delegate)
      }
      if !isEcho { record() }
      if let target { send(target) }
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
