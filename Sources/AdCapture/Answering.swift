/// What an object that stands before another one answers when it is asked which methods it has.
///
/// A recorder in front of an app's delegate has the methods that it records, whether the delegate
/// has them or not, and beyond those what the delegate has. A stand-in for an adapter's ad must have
/// no optional method that the ad has not: having one changes what the SDK does.
public struct Answering: Sendable {
  /// The selectors that the object in front answers only where the one behind does.
  public var following: Set<String>

  /// Makes one; nothing follows in front of a delegate.
  public init(following: Set<String> = []) { self.following = following }

  /// Whether the object in front has a method.
  ///
  /// - Parameters:
  ///   - own: Whether it implements the method.
  ///   - other: Whether the object behind does; false where there is none.
  public func responds(to selector: String, own: Bool, other: Bool) -> Bool {
    following.contains(selector) ? other : own || other
  }

  /// Whether a call goes past the object in front, to the one behind.
  public func passesOn(_ selector: String, own: Bool, other: Bool) -> Bool { !own && other }
}
