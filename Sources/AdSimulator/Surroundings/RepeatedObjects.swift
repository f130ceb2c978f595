internal import AdDecider
import AdSession
import PropertyTesting

extension World {
  /// The ad object of an earlier load that the SDK delivers again for this one; nil for a new one.
  func objectToRepeat(_ placement: Placement) -> SimulatedAd? {
    guard hasSurroundings else { return nil }
    let earlier = sdk.ads.last { $0.placement == placement && !$0.isDiscarded }
    guard let earlier else { return nil }
    if placement.format == .banner {
      return earlier.isVisible && strikes(.sameObjectAgain, 0.3) ? earlier : nil
    }
    guard earlier.isPresented, earlier.isGone else { return nil }
    return bug == .usedAdDeliveredAgain || strikes(.usedObjectAgain, 0.15) ? earlier : nil
  }
}
