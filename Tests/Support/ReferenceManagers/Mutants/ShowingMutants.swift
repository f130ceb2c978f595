internal import AdTesting

extension ClientMutant {
  private static func interstitial<Ads: FullScreenAds & SendableMetatype>(
    _ name: String, _ causes: [String], _ make: @escaping @Sendable (SimulatedPhone) -> Ads
  ) -> ClientMutant {
    ClientMutant(name, InterstitialAds.app, causes, make)
  }

  private static func timed<Ads: TimedAds & SendableMetatype>(
    _ name: String, _ make: @escaping @Sendable (SimulatedPhone) -> Ads
  ) -> ClientMutant {
    ClientMutant(name, TimedAds.app, ["one-full-screen-at-a-time"], make)
  }

  static let showing: [ClientMutant] = [
    interstitial("loads before consent", ["no-load-before-consent", "no-load-before-sdk-start"]) {
      LoadsBeforeConsent($0)
    },
    interstitial("loads after consent was withdrawn", ["no-load-before-consent"]) {
      KeepsConsent($0)
    },
    interstitial("loads before the SDK started", ["no-load-before-sdk-start"]) {
      LoadsBeforeStart($0)
    },
    interstitial(
      "shows in the background", ["no-present-in-background", "no-present-while-inactive"]
    ) { ShowsFromTimer($0) },
    interstitial("shows under a dialog", ["no-present-while-inactive"]) { ShowsUnderDialog($0) },
    interstitial("shows under the consent form", ["no-present-while-inactive"]) {
      ShowsUnderForm($0)
    },
    interstitial(
      "shows over another ad", ["one-full-screen-at-a-time", "no-present-while-same-ad-shown"]
    ) { ShowsOverAd($0) },
    timed("takes an ad for gone when it is late") { ForgetsShownAd($0) },
    interstitial("never resets the shown ad after a failed present", ["shows-when-it-can"]) {
      StuckAfterFailure($0)
    },
    interstitial("never resets the shown ad after a lost dismissal", ["shows-when-it-can"]) {
      StuckAfterLostDismissal($0)
    },
    interstitial("never shows an ad", ["shows-when-it-can"]) { NeverShows($0) },
    interstitial("shows one ad only", ["shows-when-it-can"]) { ShowsOnce($0) },
    interstitial("never shows after a return", ["shows-when-it-can"]) { StuckAfterReturn($0) },
    interstitial("does not reload after a dismissal", ["reload-after-dismiss"]) {
      ForgetsDismissal($0)
    },
    interstitial("reloads a minute after a dismissal", ["reload-after-dismiss"]) {
      ReloadsLate($0)
    },
    interstitial("does not reload after a failed present", ["reload-after-present-failure"]) {
      ForgetsFailure($0)
    },
    interstitial(
      "presents again at once when presenting fails", ["reload-storm-after-present-failure"]
    ) { PresentsAgain($0) },
    interstitial("never counts failed presents", ["reload-storm-after-present-failure"]) {
      NeverCountsFailures($0)
    },
    interstitial(
      "forgets failed presents after twenty seconds", ["reload-storm-after-present-failure"]
    ) { ForgetsFailuresEarly($0) },
    timed("takes the failure of an older ad for that of the shown ad") { ForgetsWhichAd($0) },
    timed("takes an ad for gone after fifteen seconds") { ShortWatchdog($0) },
    interstitial("presents while the app terminates", ["no-interstitial-on-launch-or-exit"]) {
      ShowsAtExit($0)
    },
    interstitial("ignores the expiry notice", ["expired-ad-not-shown"]) { IgnoresExpiry($0) },
    interstitial(
      "loads an ad each second",
      [
        "one-load-in-flight", "unexpired-ad-not-thrown-away", "retry-backs-off",
        "no-retry-on-configuration-error",
      ]
    ) { LoadsEachSecond($0) },
    interstitial("throws in a callback", []) { Throws($0) },
  ]
}

/// Shows interstitials whenever a timed level ends, without actions of the user in between.
private class TimedAds: InterstitialAds {
  override class var app: TestedApp {
    var app = InterstitialAds.app
    app.policy.interstitialMinimumActions = 0
    return app
  }
  override func wantsToShow(_ placement: AdPlacement) {
    actions = 2
    super.wantsToShow(placement)
  }
}
private final class LoadsBeforeConsent: InterstitialAds {
  override func canLoad(_ placement: AdPlacement) -> Bool {
    isStarted && !isTerminating && !isInBackground || !isAllowed && !isInBackground
  }
  override func appBecameActive() {
    super.appBecameActive()
    loadAll(.foreground)
  }
}
private final class KeepsConsent: InterstitialAds {
  override func consentChanged(canRequestAds: Bool) {
    super.consentChanged(canRequestAds: isAllowed || canRequestAds)
  }
}
private final class LoadsBeforeStart: InterstitialAds {
  override func canLoad(_ placement: AdPlacement) -> Bool { isAllowed && !isInBackground }
}
private final class ShowsFromTimer: InterstitialAds {
  override func wantsToShow(_ placement: AdPlacement) {
    phone.after(milliseconds: 3_000) { super.wantsToShow(placement) }
  }
  override var canPresent: Bool { !isTerminating && !isUp && !isFormUp && !isFailing }
}
private final class ShowsUnderDialog: InterstitialAds {
  override func wantsToShow(_ placement: AdPlacement) {
    phone.after(milliseconds: 3_000) {
      if !self.isInBackground { super.wantsToShow(placement) }
    }
  }
  override var canPresent: Bool { !isTerminating && !isUp && !isFormUp && !isFailing }
}
private final class ShowsUnderForm: InterstitialAds {
  override func wantsToShow(_ placement: AdPlacement) {
    phone.after(milliseconds: 3_000) {
      if self.isActive { super.wantsToShow(placement) }
    }
  }
  override var canPresent: Bool { isActive && !isTerminating && !isUp && !isFailing }
}
private final class ShowsOverAd: InterstitialAds {
  override var isUp: Bool { false }
  override func adWillPresent(_ ad: SimulatedFullScreenAd) {
    super.adWillPresent(ad)
    slots[ad.placement]?.load(.notReady)
    phone.after(milliseconds: 2_000) { [self] in
      if shownSince != nil { _ = present(ad.placement, .transition) }
    }
  }
}
private final class ForgetsShownAd: TimedAds {
  override var isUp: Bool { shownSince.map { activeTime - $0 <= 5_000 } ?? false }
}
private final class ForgetsWhichAd: TimedAds {
  override func adFailedToPresent(_ ad: SimulatedFullScreenAd, code: Int) {
    super.adFailedToPresent(ad, code: code)
    shownSince = nil
  }
  override func adDismissed(_ ad: SimulatedFullScreenAd) {
    super.adDismissed(ad)
    shownSince = nil
  }
}
private final class StuckAfterFailure: InterstitialAds {
  private var isShowing = false
  override var isUp: Bool { isShowing }
  override func present(_ placement: AdPlacement, _ trigger: ShowTrigger) -> Bool {
    let isPresented = super.present(placement, trigger)
    if isPresented { isShowing = true }
    return isPresented
  }
  override func adDismissed(_ ad: SimulatedFullScreenAd) {
    isShowing = false
    super.adDismissed(ad)
  }
}
private final class StuckAfterLostDismissal: InterstitialAds {
  override var isUp: Bool {
    shownSince.map { hasAppeared || activeTime - $0 <= 5_000 } ?? false
  }
}
private final class NeverShows: InterstitialAds {
  override func wantsToShow(_ placement: AdPlacement) {}
}
private final class ShowsOnce: InterstitialAds {
  override func wantsToShow(_ placement: AdPlacement) {
    if dismissedAt == nil { super.wantsToShow(placement) }
  }
}
private final class StuckAfterReturn: InterstitialAds {
  override func appBecameActive() {
    super.appBecameActive()
    if timeAway > 0 { isActive = false }
  }
}
private final class ForgetsDismissal: InterstitialAds {
  override func adDismissed(_ ad: SimulatedFullScreenAd) { (shownSince, dismissedAt) = (nil, now) }
}
private final class ReloadsLate: InterstitialAds {
  override func adDismissed(_ ad: SimulatedFullScreenAd) {
    (shownSince, dismissedAt) = (nil, now)
    phone.after(milliseconds: 60_000) { [self] in slots[ad.placement]?.load(.dismissed) }
  }
}
private final class ForgetsFailure: InterstitialAds {
  override func adFailedToPresent(_ ad: SimulatedFullScreenAd, code: Int) {
    shownSince = nil
    presentFailures.append(now)
  }
}
private final class PresentsAgain: InterstitialAds {
  override var isFailing: Bool { false }
  override func adFailedToPresent(_ ad: SimulatedFullScreenAd, code: Int) {
    super.adFailedToPresent(ad, code: code)
    phone.after(milliseconds: 5_000) { [self] in
      if isActive { _ = present(ad.placement, .transition) }
    }
  }
}
private final class NeverCountsFailures: InterstitialAds {
  override var isFailing: Bool { false }
}
private final class ForgetsFailuresEarly: InterstitialAds {
  override var isFailing: Bool { presentFailures.count { now - $0 <= 20_000 } >= 2 }
}
private final class ShortWatchdog: TimedAds {
  override var isUp: Bool {
    shownSince.map { activeTime - $0 <= (hasAppeared ? 15_000 : 5_000) } ?? false
  }
}
private final class ShowsAtExit: InterstitialAds {
  override func appTerminating() {
    for placement in phone.placements { wantsToShow(placement) }
    super.appTerminating()
  }
}
private final class IgnoresExpiry: InterstitialAds {
  override func adExpired(_ ad: SimulatedFullScreenAd) {}
}
private final class LoadsEachSecond: InterstitialAds {
  override func contentShown() {
    super.contentShown()
    tick()
  }
  private func tick() {
    phone.after(milliseconds: 1_000) { [self] in
      if let placement = phone.placements.first, isActive, isAllowed, isStarted, !isTerminating {
        phone.load(placement) { [self] in slots[placement]?.finish($0, 0) }
      }
      tick()
    }
  }
}
private final class Throws: InterstitialAds {
  struct NoAd: Error {}
  override func deviceLocked() throws { throw NoAd() }
}
