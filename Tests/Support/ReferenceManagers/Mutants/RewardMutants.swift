internal import AdTesting

extension ClientMutant {
  private static func rewarded<Ads: RewardedAds & SendableMetatype>(
    _ name: String, _ causes: [String], _ make: @escaping @Sendable (SimulatedPhone) -> Ads
  ) -> ClientMutant {
    ClientMutant(name, RewardedAds.app, causes, make)
  }

  static let rewards: [ClientMutant] = [
    rewarded("grants every earned callback", ["one-grant-per-show", "reward-once"]) {
      GrantsAlways($0)
    },
    rewarded("never grants", ["grant-matches-earn"]) { NeverGrants($0) },
    rewarded("grants at the dismissal", ["grant-matches-earn"]) { GrantsAtDismissal($0) },
    rewarded("grants when the ad appears", ["grant-matches-earn"]) { GrantsOnShow($0) },
    rewarded("grants at the dismissal as well", ["one-grant-per-show", "grant-matches-earn"]) {
      GrantsTwice($0)
    },
    rewarded("grants ten seconds late", ["grant-matches-earn"]) { GrantsLate($0) },
    rewarded("grants when presenting fails", ["grant-matches-earn"]) { GrantsAtFailure($0) },
    rewarded(
      "keeps a failed ad for the next tap", ["reload-after-present-failure", "single-use-ad"]
    ) { KeepsFailedAd($0) },
    rewarded("stays locked after the first reward", ["shows-when-it-can"]) { LocksAfterReward($0) },
  ]
}

private final class GrantsAlways: RewardedAds {
  override func adEarnedReward(_ ad: SimulatedFullScreenAd) { ad.grantReward() }
}
private final class NeverGrants: RewardedAds {
  override func adEarnedReward(_ ad: SimulatedFullScreenAd) {}
}
private final class GrantsAtDismissal: RewardedAds {
  override func adEarnedReward(_ ad: SimulatedFullScreenAd) {}
  override func adDismissed(_ ad: SimulatedFullScreenAd) {
    super.adDismissed(ad)
    super.adEarnedReward(ad)
  }
}
private final class GrantsOnShow: RewardedAds {
  override func adWillPresent(_ ad: SimulatedFullScreenAd) {
    super.adWillPresent(ad)
    super.adEarnedReward(ad)
  }
}
private final class GrantsTwice: RewardedAds {
  override func adDismissed(_ ad: SimulatedFullScreenAd) {
    super.adDismissed(ad)
    if granted.contains(ad.name) { ad.grantReward() }
  }
}
private final class GrantsLate: RewardedAds {
  override func adEarnedReward(_ ad: SimulatedFullScreenAd) {
    phone.after(milliseconds: 10_000) { super.adEarnedReward(ad) }
  }
}
private final class GrantsAtFailure: RewardedAds {
  override func adFailedToPresent(_ ad: SimulatedFullScreenAd, code: Int) {
    super.adFailedToPresent(ad, code: code)
    super.adEarnedReward(ad)
  }
}
private final class KeepsFailedAd: RewardedAds {
  override func adFailedToPresent(_ ad: SimulatedFullScreenAd, code: Int) {
    shownSince = nil
    slots[ad.placement]?.ad = ad
  }
}
private final class LocksAfterReward: RewardedAds {
  override func wantsToShow(_ placement: AdPlacement) {
    if granted.isEmpty { super.wantsToShow(placement) }
  }
}
