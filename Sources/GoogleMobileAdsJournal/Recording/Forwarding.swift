#if canImport(GoogleMobileAds)
  internal import AdCapture
  internal import Foundation
  internal import GoogleMobileAds

  /// Does something that is declared for the main actor on the thread that calls.
  ///
  /// The SDK declares its delegates for the main actor (version 12.0 did not yet), and calls them on
  /// the thread that it likes. A recorder between the two must not move a call to another thread, nor
  /// trap where the SDK did not: no closure that is made in the body may be given to a function of
  /// another module, since it would check its actor when it is called.
  @inline(__always)
  func onThisThread(_ body: @MainActor () -> Void) {
    withoutActuallyEscaping(body) { unsafeBitCast($0, to: (() -> Void).self)() }
  }

  /// As ``onThisThread(_:)``, with a value that goes along.
  @inline(__always)
  func onThisThread<Value>(_ value: Value, _ body: @MainActor (Value) -> Void) {
    nonisolated(unsafe) let value = value
    onThisThread { body(value) }
  }

  /// As ``onThisThread(_:)``, for what has a result.
  @inline(__always)
  func resultOnThisThread<Value, Result>(
    _ value: Value, _ body: @MainActor (Value) -> Result
  ) -> Result {
    nonisolated(unsafe) let value = value
    nonisolated(unsafe) var results: [Result] = []
    onThisThread { results.append(body(value)) }
    return results[0]
  }

  /// Calls a method that the object may not have.
  ///
  /// In the SDK such a method is optional; with one that is not, the conversion to an optional is all
  /// that there is to it.
  @MainActor @inline(__always)
  func call<each Argument>(
    _ method: ((repeat each Argument) -> Void)?, _ argument: repeat each Argument
  ) {
    method?(repeat each argument)
  }

  /// What a method answers that the object may not have.
  @MainActor @inline(__always)
  func answer<Value>(_ method: (() -> Value)?) -> Value? { method?() }

  /// What an optional property says; nil where the object does not have it.
  @inline(__always)
  func known<Value>(_ value: Value?) -> Value? { value }

  /// An object that stands before another one and passes on what it does not know.
  class Forwarder: NSObject {
    /// The object behind; nil for none.
    var behind: AnyObject? { nil }
    /// What it answers when it is asked which methods it has.
    var answering: Answering { Answering() }

    #if canImport(ObjectiveC)
      override func responds(to selector: Selector!) -> Bool {
        guard let selector else { return false }
        return answering.responds(
          to: NSStringFromSelector(selector), own: super.responds(to: selector),
          other: other?.responds(to: selector) ?? false)
      }

      override func forwardingTarget(for selector: Selector!) -> Any? {
        guard let selector, let other else { return nil }
        let passes = answering.passesOn(
          NSStringFromSelector(selector), own: super.responds(to: selector),
          other: other.responds(to: selector))
        return passes ? other : nil
      }

      override func conforms(to aProtocol: Protocol) -> Bool {
        super.conforms(to: aProtocol) || other?.conforms(to: aProtocol) ?? false
      }

      private var other: (any NSObjectProtocol)? { behind as? any NSObjectProtocol }
    #endif
  }

  /// Keeps a recorder alive as long as the object that calls it, which only refers to it weakly.
  enum Lifetime {
    private static let lock = NSLock()

    /// Those that an object has are kept, too: the recorder of another session passes calls on.
    private static func all(_ tied: [AnyObject], and recorder: AnyObject) -> [AnyObject] {
      tied.contains { $0 === recorder } ? tied : tied + [recorder]
    }

    #if canImport(ObjectiveC)
      nonisolated(unsafe) private static var key: UInt8 = 0

      static func tie(_ recorder: AnyObject, to object: AnyObject) {
        lock.withLock {
          let tied = objc_getAssociatedObject(object, &key) as? [AnyObject] ?? []
          objc_setAssociatedObject(
            object, &key, all(tied, and: recorder), .OBJC_ASSOCIATION_RETAIN)
        }
      }
    #else
      private struct Tie {
        weak var object: AnyObject?
        var recorders: [AnyObject]
      }

      nonisolated(unsafe) private static var ties: [ObjectIdentifier: Tie] = [:]

      static func tie(_ recorder: AnyObject, to object: AnyObject) {
        letGo()
        lock.withLock {
          let tied = ties[ObjectIdentifier(object)]?.recorders ?? []
          ties[ObjectIdentifier(object)] = Tie(
            object: object, recorders: all(tied, and: recorder))
        }
      }

      /// Lets go of what was tied to objects that are gone.
      static func letGo() {
        let gone = lock.withLock { () -> [Tie] in
          let gone = ties.filter { $0.value.object == nil }
          for key in gone.keys { ties[key] = nil }
          return Array(gone.values)
        }
        withExtendedLifetime(gone) {}
      }
    #endif
  }
#endif
