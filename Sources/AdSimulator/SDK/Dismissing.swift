internal import AdDecider
import AdSession
import PropertyTesting

extension World {
  /// Plans what the user does with an ad on the screen: watches, clicks, closes it.
  func planUser(of ad: SimulatedAd) {
    let dwell = drawTime(1_000...24_000, towards: 3_000)
    planClick(ad, before: dwell)
    if ad.placement.format.isRewarded { planReward(ad, before: dwell) }
    if strikes(.dismissalNeverComes, 0.08) { return leaveScreen(ad, after: dwell) }
    let isPaired = choices.bool(probability: 0.6)
    let slow = strikes(.lateDismissal, 0.1) ? drawTime(2_900...6_000, towards: 3_001) : 0
    let pair = isPaired ? drawTime(0...900, towards: 300) + slow : slow
    later(dwell) { world in
      guard ad.isUp else { return }
      if isPaired { world.recordPresent(.adWillDismiss, ad) }
      if world.bug == .dismissalWrittenTwice { world.recordPresent(.adDismissed, ad) }
      if world.strikes(.halfDismissal, 0.05) { return world.leaveScreen(ad, after: pair) }
      world.later(pair) { $0.close(ad) }
    }
  }

  /// Removes an ad of an app under test from the screen without a callback.
  ///
  /// In the simulated apps it stays there, as their journals say.
  private func leaveScreen(_ ad: SimulatedAd, after delay: Int64) {
    guard appUnderTest != nil else { return }
    later(delay) { _ in (ad.isUp, ad.isGone) = (false, true) }
  }

  func close(_ ad: SimulatedAd) {
    guard ad.isUp else { return }
    dismiss(ad)
    if strikes(.doubledDismissal, 0.15) {
      later(drawTime(0...3_000)) { $0.dismiss(ad) }
    }
    if strikes(.lateEvents, 0.1) {
      later(drawTime(4_990...60_000, towards: 5_001)) { world in
        if world.choices.bool() {
          world.recordClick(ad)
        } else {
          world.recordImpression(ad, isRepeated: true)
        }
      }
    }
    if ad.placement.format.isRewarded && strikes(.lateReward, 0.1, of: ad) {
      later(drawTime(5_001...60_000)) { $0.earn(ad) }
    }
  }

  private func planClick(_ ad: SimulatedAd, before dwell: Int64) {
    let isQuick = strikes(.quickClick, 0.1)
    guard isQuick || choices.bool(probability: 0.15) else { return }
    let soonest = limit(.accidentalClickSeconds)
    let wait = isQuick ? drawTime(0...999, towards: 500) : soonest + drawTime(0...8_000)
    guard wait < dwell else { return }
    later(wait) { world in
      guard ad.isUp, world.phone.activation == .active else { return }
      world.recordClick(ad)
      world.followClick(ad)
    }
  }

  /// Opens the target of a click: an overlay in the app, or another app.
  private func followClick(_ ad: SimulatedAd) {
    if strikes(.overlay, 0.4) {
      later(drawTime(50...900)) { world in
        if ad.isUp { world.recordPresent(.adWillPresent, ad) }
      }
    } else if strikes(.clickLeavesApp, 0.5) && phone.activation == .active {
      leave(for: 500...60_000)
    }
  }

  /// Records a click on an ad of the previous process.
  func recordStrangeClick() {
    let ad = symbol("a-before")
    let unit = profile.units[0]
    let name = symbol(unit.unit)
    record(.adClicked) {
      $0.ad = ad
      $0.unit = name
      $0.format = unit.format
    }
  }

  func recordClick(_ ad: SimulatedAd) {
    guard ad.hasDelegate || !ad.placement.format.isFullScreen else { return }
    ad.clicks += 1
    if bug == .endlessClicks && ad.clicks < 12 { later(700) { $0.recordClick(ad) } }
    record(.adClicked) {
      $0.ad = ad.name
      $0.unit = ad.placement.unit
      $0.format = ad.placement.format
    }
  }
}
