#if canImport(GoogleMobileAds)
  internal import Foundation
  internal import GoogleMobileAds

  /// The identity of a paid event handler among the handlers that exist at the same time.
  ///
  /// Swift cannot compare functions. On Apple systems the SDK stores the handler as a block, which
  /// has an address; elsewhere the stub of the SDK returns one.
  struct HandlerIdentity: Equatable, Sendable {
    private let address: UInt

    /// Determines the identity of an object's handler; `nil` if reading it twice yields two
    /// identities.
    ///
    /// - Parameter handler: Returns the handler of the object.
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
        StubAds.address(of: handler)
      }
    #endif
  }
#endif
