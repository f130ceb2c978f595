internal import AdRecording

#if canImport(GoogleMobileAds)
  internal import AdCapture
  internal import Foundation
  internal import GoogleMobileAds

  /// The names of one ad in the journal, and the events that all formats have in common.
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

    /// Records a fit check, if its scene is known.
    func checked(in scene: String?, _ error: (any Error)?) {
      guard let scene else { return }
      record(
        .adFitChecked(
          ad: ad, unit: unit, scene: scene, fits: error == nil,
          errorCode: error.map { AdError($0).code }))
    }

    /// Records a paid event; an amount that the journal cannot contain is recorded as a note.
    func paid(_ value: AdValue) {
      let amount = value.value.description(withLocale: nil)
      guard let micros = Money.micros(ofDecimal: amount) else {
        record(.note(text: "ad \(ad) was paid \(amount), which cannot be converted to micros"))
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
