#if canImport(GoogleMobileAds)
  internal import AdCapture
  internal import Foundation
  internal import Platform

  /// Runs a function that is declared for the main actor on the current thread.
  ///
  /// The SDK declares its delegates for the main actor (except in version 12.0) but may call them
  /// on any thread. A recorder must neither move a call to another thread nor trap. So the body
  /// must not pass a closure to a function of another module, because that closure would check its
  /// actor when called.
  @inline(__always)
  func onThisThread(_ body: @MainActor () -> Void) {
    CurrentThread.run(body)
  }

  /// Like ``onThisThread(_:)``, with a value that need not be sendable.
  @inline(__always)
  func onThisThread<Value>(_ value: Value, _ body: @MainActor (Value) -> Void) {
    nonisolated(unsafe) let value = value
    onThisThread { body(value) }
  }

  /// Like ``onThisThread(_:)``, with a result.
  @inline(__always)
  func resultOnThisThread<Value, Result>(
    _ value: Value, _ body: @MainActor (Value) -> Result
  ) -> Result {
    nonisolated(unsafe) let value = value
    nonisolated(unsafe) var results: [Result] = []
    onThisThread { results.append(body(value)) }
    return results[0]
  }

  /// Calls an optional method if the object implements it.
  ///
  /// The methods are optional in the SDK and required in the stubs; a required one converts to an
  /// optional.
  @MainActor @inline(__always)
  func call<each Argument>(
    _ method: ((repeat each Argument) -> Void)?, _ argument: repeat each Argument
  ) {
    method?(repeat each argument)
  }

  /// Returns the result of an optional method; `nil` if the object does not implement it.
  @MainActor @inline(__always)
  func answer<Value>(_ method: (() -> Value)?) -> Value? { method?() }

  /// Returns the value of an optional property; `nil` if the object does not implement it.
  @inline(__always)
  func known<Value>(_ value: Value?) -> Value? { value }

  /// A proxy of another object, to which it forwards the methods that it does not implement.
  ///
  /// It has subclasses, so it cannot be shared by modules without being public.
  class Forwarder: NSObject {
    /// The object behind the proxy; `nil` for none.
    var behind: AnyObject? { nil }
    /// The rules for the methods that it responds to.
    var forwarding: MethodForwarding { MethodForwarding() }

    #if canImport(ObjectiveC)
      override func responds(to selector: Selector!) -> Bool {
        guard let selector else { return false }
        return forwarding.responds(
          to: NSStringFromSelector(selector), own: super.responds(to: selector),
          behind: other?.responds(to: selector) ?? false)
      }

      override func forwardingTarget(for selector: Selector!) -> Any? {
        guard let selector, let other else { return nil }
        let passes = forwarding.forwards(
          NSStringFromSelector(selector), own: super.responds(to: selector),
          behind: other.responds(to: selector))
        return passes ? other : nil
      }

      override func conforms(to aProtocol: Protocol) -> Bool {
        super.conforms(to: aProtocol) || other?.conforms(to: aProtocol) ?? false
      }

      private var other: (any NSObjectProtocol)? { behind as? any NSObjectProtocol }
    #endif
  }
#endif
