internal import AdRecording

#if canImport(GoogleMobileAds)
  internal import AdCapture
  internal import Foundation
  internal import GoogleMobileAds

  /// The names under which one ad is in the journal, and the events that all formats have.
  struct AdIdentity: Sendable {
    let recorder: AdRecorder
    let ad: String
    let unit: String
    let format: Recorded.Format
    let scene: String?

    func record(_ event: some VocabularyEvent) { recorder.record(event) }

    func impression() { record(.adImpression(ad: ad, unit: unit, format: format)) }

    func clicked() { record(.adClicked(ad: ad, unit: unit, format: format)) }

    func willPresent(in scene: String?) {
      record(.adWillPresent(ad: ad, unit: unit, format: format, scene: scene ?? self.scene))
    }

    func willDismiss(in scene: String?) {
      record(.adWillDismiss(ad: ad, unit: unit, format: format, scene: scene ?? self.scene))
    }

    func dismissed(in scene: String?) {
      record(.adDismissed(ad: ad, unit: unit, format: format, scene: scene ?? self.scene))
    }

    func failedToPresent(_ error: any Error, in scene: String?) {
      let error = AdError(error)
      record(
        .adFailedToPresent(
          ad: ad, unit: unit, format: format, scene: scene ?? self.scene,
          errorDomain: error.domain, errorCode: error.code,
          errorMessage: error.message(in: .present)))
    }

    /// A check for fit, which must name its scene.
    func checked(in scene: String?, _ error: (any Error)?) {
      guard let scene else { return }
      record(
        .adFitChecked(
          ad: ad, unit: unit, scene: scene, fits: error == nil,
          errorCode: error.map { AdError($0).code }))
    }

    /// An amount that cannot be in a journal is said in a note, not changed.
    func paid(_ value: AdValue) {
      let amount = value.value.description(withLocale: nil)
      guard let micros = Money.micros(ofDecimal: amount) else {
        record(.note(text: "ad \(ad) was paid \(amount), which is no number of micros"))
        return
      }
      record(
        .adPaid(
          ad: ad, unit: unit, format: format, valueMicros: micros, currency: value.currencyCode,
          precision: .init(number: value.precision.rawValue)))
    }

    func earned(_ reward: AdReward) {
      record(
        .adRewardEarned(
          ad: ad, unit: unit, type: reward.type, amount: reward.amount.doubleValue))
    }

    func discarded(_ reason: Recorded.AdDiscarded.Reason?) {
      record(.adDiscarded(ad: ad, unit: unit, reason: reason))
    }
  }
#endif
