internal import AdCapture
internal import Foundation

/// The delegates behind a recorder, none of them retained.
///
/// The app sets its delegate on the recorder. If the app or another library later sets one on the
/// SDK's object itself, that one receives all calls from then on, as it would without a recorder.
/// If it forwards a call to the delegate that it replaced, which is the recorder, the call goes to
/// the previous delegate.
public final class DelegateChain: @unchecked Sendable {
  private struct Link {
    weak var delegate: AnyObject?
    /// Whether the link had a delegate, which may be released.
    let hadDelegate: Bool

    init(_ delegate: AnyObject? = nil) {
      self.delegate = delegate
      hadDelegate = delegate != nil
    }
  }

  private let lock = NSLock()
  /// The delegate that the app set on the recorder, or none, and the delegates inserted after it.
  private var links = [Link()]
  private var echoes = EchoGuard<ObjectIdentifier>()

  /// Creates a chain without delegates.
  public init() {}

  /// The delegate that receives new calls.
  public var front: AnyObject? { lock.withLock { links.last?.delegate } }

  /// Returns, once, whether the delegate that receives new calls was released.
  public func takeLoss() -> Bool {
    lock.withLock {
      guard let front = links.last, front.hadDelegate, front.delegate == nil else { return false }
      links[links.count - 1] = Link()
      return true
    }
  }

  /// Sets the app's delegate and removes all others.
  public func setAppDelegate(_ delegate: AnyObject?) {
    lock.withLock { links = [Link(delegate)] }
  }

  /// Inserts a delegate that was set on the SDK's object instead of the recorder; `nil` for none.
  ///
  /// A delegate that was inserted before, as by an app that sets it for each load, remains a single
  /// link, so that it receives each call once. The first link stays even if it is empty: a call
  /// that is passed back ends there.
  public func insert(_ delegate: AnyObject?) {
    lock.withLock {
      guard let delegate else { return links = [Link()] }
      if links[0].delegate === delegate { links[0] = Link() }
      let others = links.dropFirst().filter { $0.delegate != nil && $0.delegate !== delegate }
      links = [links[0]] + others + [Link(delegate)]
    }
  }

  /// Records a call if it is new, and forwards it.
  public func pass(_ name: String, record: () -> Void, to send: (AnyObject) -> Void) {
    let thread = ObjectIdentifier(Thread.current)
    let (isEcho, target) = lock.withLock { () -> (Bool, AnyObject?) in
      let depth = echoes.begin(name, on: thread) % links.count
      return (depth > 0, links[links.count - 1 - depth].delegate)
    }
    if !isEcho { record() }
    if let target { send(target) }
    lock.withLock { echoes.end(name, on: thread) }
  }

  /// Runs a function whose delegate calls are new, even from within a call.
  public func withNewCalls(_ body: () -> Void) {
    let thread = ObjectIdentifier(Thread.current)
    let interrupted = lock.withLock { echoes.interrupt(thread) }
    body()
    lock.withLock { echoes.resume(interrupted, on: thread) }
  }
}
