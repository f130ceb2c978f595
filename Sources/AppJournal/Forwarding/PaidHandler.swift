internal import AdCapture
internal import Foundation

/// Records the paid events of an ad once, and forwards them to the app's handler.
///
/// An app may set a handler on the SDK's ad itself. Then the recorder inserts its own handler in
/// front of it. If that happens again, a handler of the recorder may call an older one of the
/// recorder, which must not record again.
public final class PaidHandler<Value>: @unchecked Sendable {
  /// An object that a handler of the recorder retains, so that its release shows that the handler
  /// is gone.
  public final class Token: Sendable {}

  private let lock = NSLock()
  private var appHandler: ((Value) -> Void)?
  private var echoes = EchoGuard<ObjectIdentifier>()
  private weak var newest: Token?
  private var installed: UInt?
  private var repeats = 0
  private var wasInstalled = false
  private var wasPaid = false

  /// The maximum number of handlers inserted in a row while the previous one exists and it is
  /// unknown whether it is still installed.
  private static var maximumRepeats: Int { 3 }

  /// Creates a handler of an ad for which the app set none.
  public init() {}

  /// The handler that the app set on the recorder.
  public var app: ((Value) -> Void)? {
    get { lock.withLock { appHandler } }
    set {
      // The old handler is released after the lock, because its deinitialization may set another
      // one.
      let old = lock.withLock { () -> ((Value) -> Void)? in
        defer { appHandler = newValue }
        return appHandler
      }
      withExtendedLifetime(old) {}
    }
  }

  /// Whether a handler of the recorder is or was installed.
  public var isInstalled: Bool {
    get { lock.withLock { wasInstalled } }
    set { lock.withLock { wasInstalled = newValue } }
  }

  /// Returns, once, whether the handler that the app gave is gone before it received a value.
  ///
  /// It is gone if the SDK's ad no longer retains the recorder's handler, which calls it.
  public func takeLoss() -> Bool {
    lock.withLock {
      let isLost = wasInstalled && newest == nil && appHandler != nil && !wasPaid
      if isLost { wasInstalled = false }
      return isLost
    }
  }

  /// Returns a token for a new handler in front of the installed one; `nil` if none is needed.
  ///
  /// Inserting a handler in front of our newest one would make each call deeper, without limit
  /// for an ad that is rendered repeatedly. If the installed handler has a different identity,
  /// the app has set it, and it may retain our handler without calling it: a new one is needed.
  /// If identities are unknown, our newest handler is probably installed as long as it exists; a
  /// few more are inserted nevertheless.
  ///
  /// - Parameter found: The identity of the installed handler; `nil` if it is unknown.
  public func makeToken(before found: UInt? = nil) -> Token? {
    lock.withLock {
      let isKnown = found != nil && installed != nil
      if isKnown, newest != nil, found == installed { return nil }
      repeats = isKnown || newest == nil ? 0 : repeats + 1
      return repeats > Self.maximumRepeats ? nil : newToken()
    }
  }

  /// Sets the identity of the newest handler after it was installed; `nil` if it is unknown.
  public func didInstall(_ identity: UInt?) { lock.withLock { installed = identity } }

  /// Returns a token for a new handler that replaces the installed one.
  public func makeReplacementToken() -> Token {
    lock.withLock {
      repeats = 0
      return newToken()
    }
  }

  private func newToken() -> Token {
    let token = Token()
    (newest, installed) = (token, nil)
    return token
  }

  /// Handles a paid event of the SDK.
  ///
  /// - Parameters:
  ///   - value: The value of the SDK.
  ///   - next: The handler that ours replaced; `nil` for the one that the app set on the
  ///     recorder.
  ///   - record: Records the value.
  public func paid(_ value: Value, next: ((Value) -> Void)?, record: (Value) -> Void) {
    let thread = ObjectIdentifier(Thread.current)
    let isEcho = lock.withLock {
      wasPaid = true
      return echoes.begin("paid", on: thread) > 0
    }
    if !isEcho { record(value) }
    if let next = next ?? app { next(value) }
    lock.withLock { echoes.end("paid", on: thread) }
  }
}
