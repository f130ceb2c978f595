/// Decides which methods a proxy object responds to, and which it forwards to the object behind it.
///
/// A recorder in front of an app's delegate responds to the methods that it records, and to those
/// of the delegate. A proxy of an adapter's ad must not respond to an optional method that the ad
/// does not implement, because that would change the behavior of the SDK.
public struct MethodForwarding: Sendable {
  /// The selectors that the proxy responds to only if the object behind it does.
  public var onlyIfBehind: Set<String>

  /// Creates the rules of a proxy; by default, those of a recorder in front of a delegate.
  public init(onlyIfBehind: Set<String> = []) { self.onlyIfBehind = onlyIfBehind }

  /// Returns whether the proxy responds to a selector.
  ///
  /// - Parameters:
  ///   - own: Whether the proxy implements the method.
  ///   - behind: Whether the object behind implements it; false if there is none.
  public func responds(to selector: String, own: Bool, behind: Bool) -> Bool {
    onlyIfBehind.contains(selector) ? behind : own || behind
  }

  /// Returns whether the proxy forwards a call to the object behind it.
  public func forwards(_ selector: String, own: Bool, behind: Bool) -> Bool { !own && behind }
}
