internal import AdTesting

/// Shows a rewarded ad when the user asks for it, and grants each reward once.
class RewardedAds: FullScreenAds {
  var granted: Set<String> = []

  static var app: TestedApp { .rewarded() }

  override func wantsToShow(_ placement: AdPlacement) {
    _ = present(placement, .user)
  }

  override func adEarnedReward(_ ad: SimulatedFullScreenAd) {
    if granted.insert(ad.name).inserted { ad.grantReward() }
  }
}
