public import AdCapture
public import Foundation

/// A proxy of another object, to which it forwards the methods that it does not implement.
///
/// The recorders of an SDK's delegates are subclasses.
open class Forwarder: NSObject {
  /// Creates a proxy.
  public override init() { super.init() }

  /// The object behind the proxy; `nil` for none.
  open var behind: AnyObject? { nil }

  /// The rules for the methods that it responds to.
  open var forwarding: MethodForwarding { MethodForwarding() }

  #if canImport(ObjectiveC)
    /// Returns whether the proxy implements a method, or the object behind it does.
    open override func responds(to selector: Selector!) -> Bool {
      guard let selector else { return false }
      return forwarding.responds(
        to: NSStringFromSelector(selector), own: super.responds(to: selector),
        behind: other?.responds(to: selector) ?? false)
    }

    /// Returns the object behind the proxy for a method that only that object implements.
    open override func forwardingTarget(for selector: Selector!) -> Any? {
      guard let selector, let other else { return nil }
      let passes = forwarding.forwards(
        NSStringFromSelector(selector), own: super.responds(to: selector),
        behind: other.responds(to: selector))
      return passes ? other : nil
    }

    /// Returns whether the proxy or the object behind it conforms to a protocol.
    open override func conforms(to aProtocol: Protocol) -> Bool {
      super.conforms(to: aProtocol) || other?.conforms(to: aProtocol) ?? false
    }

    private var other: (any NSObjectProtocol)? { behind as? any NSObjectProtocol }
  #endif
}
