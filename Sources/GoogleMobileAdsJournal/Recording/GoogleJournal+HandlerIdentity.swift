import Foundation
import GoogleMobileAds

nonisolated extension GoogleJournal {
  /// The identity of an object's paid event handler among the handlers that exist at the same time;
  /// `nil` if reading it twice yields two identities.
  ///
  /// Swift cannot compare functions. On Apple systems the SDK stores the handler as a block, which
  /// has an address; elsewhere the stub of the SDK returns one.
  ///
  /// - Parameter handler: Returns the handler of the object.
  static func handlerIdentity(
    of object: NSObject, _ handler: () -> ((GoogleJournal.AdValue) -> Void)?
  ) -> UInt? {
    guard let first = address(object, handler()), first == address(object, handler()) else {
      return nil
    }
    return first
  }

  #if canImport(ObjectiveC)
    private static func address(_ object: NSObject, _: ((GoogleJournal.AdValue) -> Void)?) -> UInt?
    {
      let getter = NSSelectorFromString("paidEventHandler")
      guard object.responds(to: getter), let block = object.perform(getter) else { return nil }
      return UInt(bitPattern: block.toOpaque())
    }
  #else
    private static func address(_: NSObject, _ handler: ((GoogleJournal.AdValue) -> Void)?) -> UInt?
    {
      StubAds.address(of: handler)
    }
  #endif
}
