#if canImport(GoogleMobileAds)
  internal import Foundation
  internal import GoogleMobileAds

  /// What tells a handler of paid events from any other that is there at the same time.
  ///
  /// Swift cannot compare functions. But on Apple systems an object of the SDK has its handler as a
  /// block, which is an object, and elsewhere as a function and what that holds.
  struct HandlerName: Equatable, Sendable {
    private let address: UInt

    /// The name of the handler that an object has; nil where two looks at it do not say the same.
    ///
    /// - Parameter handler: The handler, as the object gives it.
    init?(of object: NSObject, _ handler: () -> ((AdValue) -> Void)?) {
      guard let first = Self.address(object, handler()),
        first == Self.address(object, handler())
      else { return nil }
      address = first
    }

    #if canImport(ObjectiveC)
      private static func address(_ object: NSObject, _: ((AdValue) -> Void)?) -> UInt? {
        let getter = NSSelectorFromString("paidEventHandler")
        guard object.responds(to: getter), let block = object.perform(getter) else { return nil }
        return UInt(bitPattern: block.toOpaque())
      }
    #else
      private static func address(_: NSObject, _ handler: ((AdValue) -> Void)?) -> UInt? {
        unsafeBitCast(handler, to: (code: UInt, content: UInt).self).content
      }
    #endif
  }
#endif
