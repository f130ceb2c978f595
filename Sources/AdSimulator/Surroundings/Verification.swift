internal import AdDecider
import AdSession
import PropertyTesting

extension World {
  /// Grants a reward that the user earned, once the server of the app verified it, if it does that.
  func claim(_ ad: Symbol, type: Symbol, amount: Double) {
    guard hasSurroundings, around.verifiesRewards else {
      return grant(ad, type: type, amount: amount)
    }
    later(drawTime(30...1_500, towards: 200)) { $0.verify(ad, type: type, amount: amount) }
  }

  private func verify(_ ad: Symbol, type: Symbol, amount: Double) {
    let isRefused =
      strikes(.refusedReward, 0.3)
      || bug == .refusedRewardGranted && choices.bool(probability: 0.3)
    let unit = sdk.ad(ad)?.placement.unit ?? .absent
    record(.rewardVerified) {
      $0.ad = ad
      $0.unit = unit
      $0.valid = !isRefused
    }
    if isRefused ? bug == .refusedRewardGranted : bug != .verifiedRewardKept {
      grant(ad, type: type, amount: amount)
    }
  }
}
