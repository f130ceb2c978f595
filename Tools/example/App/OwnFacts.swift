import AdRecording
import AppJournal
import GoogleMobileAds

/// What only the app knows about its ads; it records each fact with one line.
@MainActor final class OwnFacts {
  private let recorder: AdRecorder
  private let unit = "ca-app-pub-3940256099942544/1712485313"
  private var request: RecordedRequest?

  init(_ recorder: AdRecorder) { self.recorder = recorder }

  // MARK: The app

  func crashReporterIsReady(didCrash: Bool) {
    recorder.record(.sessionPreviousEnded(how: didCrash ? .crash : .unknown))
  }

  func purchasesAreKnown(isAdFree: Bool) {
    recorder.record(.entitlementChanged(adFree: isAdFree))
  }

  func pauseGame() {
    recorder.record(.contentPaused(reason: .advert))
    recorder.record(.audioInterrupted)
  }

  func resumeGame() {
    recorder.record(.contentResumed())
    recorder.record(.audioResumed)
  }

  // MARK: Requests and shows

  func load(_ handler: @escaping @Sendable (GoogleJournal.RecordedAd<RewardedAd>?) -> Void) {
    request = recorder.load(RewardedAd.self, with: unit, placement: "shop") { ad, _ in
      handler(ad)
    }
  }

  func stopWaiting() {
    request?.abandon(.timeout)
  }

  func showButtonTapped(_ ad: GoogleJournal.RecordedAd<RewardedAd>?) {
    guard let ad else {
      recorder.record(.adShowWithoutAd(unit: unit, format: .rewarded, placement: "shop"))
      return
    }
    ad.present(from: nil, trigger: .user, placement: "shop") { ad.recordGrant() }
  }

  // MARK: After a show

  func forwardRevenue(
    of ad: GoogleJournal.RecordedAd<RewardedAd>, to analytics: @escaping (Double) -> Void
  ) {
    ad.paidEventHandler = { [recorder, id = ad.id, unit = ad.unit] value in
      let (amount, currency) = (value.value.doubleValue, value.currencyCode)
      analytics(amount)
      recorder.revenueForwarded(amount, currency, of: id, unit: unit, to: .firebase)
    }
  }

  func serverAnswered(_ ad: GoogleJournal.RecordedAd<RewardedAd>, isValid: Bool) {
    recorder.record(.rewardVerified(ad: ad.id, unit: ad.unit, valid: isValid))
  }

  func scriptReceivedDismissal(_ ad: GoogleJournal.RecordedAd<RewardedAd>) {
    recorder.record(.callbackReceived(layer: .app, what: .dismissed, ad: ad.id))
  }
}

#if canImport(GoogleMobileAds_Private)
  import GoogleMobileAds_Private

  // The SDK's preloaders exist since version 13.3.
  extension OwnFacts {
    func preload() -> GoogleJournal.RecordedPreloader<InterstitialAdPreloader>? {
      let unit = "ca-app-pub-3940256099942544/4411468910"
      let interstitials = recorder.preload(
        with: InterstitialAdPreloader.shared, PreloadConfigurationV2(adUnitID: unit))
      return interstitials
    }

    func levelEnded(_ interstitials: GoogleJournal.RecordedPreloader<InterstitialAdPreloader>) {
      if let ad = interstitials.ad(placement: "level-end") {
        ad.present(from: nil, trigger: .transition, placement: "level-end")
      }
    }
  }
#endif
