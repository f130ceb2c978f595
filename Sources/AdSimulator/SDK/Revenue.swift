internal import AdDecider
import AdSession
import PropertyTesting

extension World {
  /// Plans the impression of a full-screen ad and its revenue.
  func planRevenue(of ad: SimulatedAd) {
    if strikes(.paidWithoutImpression, 0.1) && !ad.hasImpression {
      return later(200) { $0.pay(ad) }
    }
    if ad.hasImpression || strikes(.impressionMissing, 0.1) { return }
    let wait = drawTime(0...2_500, towards: 200)
    later(wait) { $0.recordImpression(ad) }
    if strikes(.doubledImpression, 0.1) {
      later(wait + drawTime(0...1_500)) { $0.recordImpression(ad, isRepeated: true) }
    }
  }

  /// Records an impression; revenue may follow if there is a handler for it.
  func recordImpression(_ ad: SimulatedAd, isRepeated: Bool = false) {
    guard ad.hasDelegate || !ad.placement.format.isFullScreen else { return }
    let isFirst = !ad.hasImpression
    if !isFirst && !isRepeated { return }
    ad.hasImpression = true
    record(.adImpression) {
      $0.ad = ad.name
      $0.unit = ad.placement.unit
      $0.format = ad.placement.format
    }
    if isFirst && pays(for: ad) { later(drawTime(0...900)) { $0.pay(ad) } }
  }

  /// Whether the network pays for the impression of an ad: not for each, but for one of three that
  /// have a handler.
  private func pays(for ad: SimulatedAd) -> Bool {
    let isPaid = choices.bool(probability: 0.7) || ad.hasPaidHandler && sdk.unpaid == 2
    if ad.hasPaidHandler { sdk.unpaid = isPaid ? 0 : sdk.unpaid + 1 }
    return isPaid
  }

  func pay(_ ad: SimulatedAd) {
    guard ad.hasPaidHandler || !ad.placement.format.isFullScreen, !ad.isPaid else { return }
    ad.isPaid = true
    let isStrange = strikes(.strangePaid, 0.15)
    recordPaid(ad, isStrange: isStrange)
    if strikes(.doubledPaid, 0.1) { later(drawTime(0...2_000)) { $0.recordPaid(ad) } }
  }

  private func recordPaid(_ ad: SimulatedAd, isStrange: Bool = false) {
    let value = drawTime(0...90_000, towards: 1_200)
    let currency = symbol(isStrange ? choices.pick(["usd", "€", "EURO"]) : "USD")
    record(.adPaid) {
      $0.ad = ad.name
      $0.unit = ad.placement.unit
      $0.format = ad.placement.format
      $0.valueMicros = isStrange ? -value : value
      $0.currency = currency
      $0.precision = .precise
    }
  }

  /// Plans the reward of an ad; sometimes the user does not watch long enough.
  func planReward(_ ad: SimulatedAd, before dwell: Int64) {
    if choices.bool(probability: 0.25) { return }
    if strikes(.rewardAfterDismissal, 0.4) {
      return later(dwell + drawTime(0...4_000, towards: 1_000)) { world in
        if ad.isGone { world.earn(ad) }
      }
    }
    let wait = drawTime(0...dwell, towards: dwell / 2)
    later(wait) { world in
      guard ad.isUp else { return }
      world.earn(ad)
      if world.strikes(.doubledReward, of: ad) {
        world.later(world.drawTime(0...3_000)) { $0.earn(ad) }
      }
    }
  }

  func earn(_ ad: SimulatedAd) {
    let coins = symbol("coins")
    record(.adRewardEarned) {
      $0.ad = ad.name
      $0.unit = ad.placement.unit
      $0.type = coins
      $0.amount = 10
    }
  }
}
