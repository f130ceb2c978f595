package import AdRecording

#if canImport(UIKit)
  internal import AdCapture
  internal import Foundation

  /// The names of one ad in the journal, and the events that all formats have in common.
  package struct AdIdentity: Sendable {
    package let recorder: AdRecorder
    package let ad: String
    package let unit: String
    package let format: Recorded.Format
    package let scene: String?

    package init(
      recorder: AdRecorder, ad: String, unit: String, format: Recorded.Format, scene: String?
    ) {
      self.recorder = recorder
      self.ad = ad
      self.unit = unit
      self.format = format
      self.scene = scene
    }

    package func record(_ event: some VocabularyEvent) { recorder.record(event) }

    package func impression() {
      record(.adImpression(ad: ad, unit: unit, format: format))
      if format != .banner, format != .native { recorder.adIsVisible() }
    }

    package func clicked() { record(.adClicked(ad: ad, unit: unit, format: format)) }

    package func willPresent(in scene: String?) {
      record(.adWillPresent(ad: ad, unit: unit, format: format, scene: scene ?? self.scene))
    }

    package func willDismiss(in scene: String?) {
      record(.adWillDismiss(ad: ad, unit: unit, format: format, scene: scene ?? self.scene))
    }

    package func dismissed(in scene: String?) {
      record(.adDismissed(ad: ad, unit: unit, format: format, scene: scene ?? self.scene))
      recorder.adIsDismissed()
    }

    package func failedToPresent(_ error: any Error, in scene: String?) {
      let error = AdError(error)
      record(
        .adFailedToPresent(
          ad: ad, unit: unit, format: format, scene: scene ?? self.scene,
          errorDomain: error.domain, errorCode: error.code,
          errorMessage: error.message(in: .present)))
    }

    /// Records a fit check, if its scene is known.
    package func checked(in scene: String?, _ error: (any Error)?) {
      guard let scene else { return }
      record(
        .adFitChecked(
          ad: ad, unit: unit, scene: scene, fits: error == nil,
          errorCode: error.map { AdError($0).code }))
    }

    /// Records a paid event; an amount that the journal cannot contain is recorded as a note.
    ///
    /// - Parameter amount: A decimal number in units of the currency.
    package func paid(_ amount: String, currency: String, precision: Recorded.AdPaid.Precision) {
      guard let micros = Money.micros(ofDecimal: amount) else {
        record(.note(text: "ad \(ad) was paid \(amount), which cannot be converted to micros"))
        return
      }
      record(
        .adPaid(
          ad: ad, unit: unit, format: format, valueMicros: micros, currency: currency,
          precision: precision))
    }

    package func earned(_ type: String, amount: Double) {
      record(.adRewardEarned(ad: ad, unit: unit, type: type, amount: amount))
    }

    package func lost(_ what: Recorded.AdDelegateLost.What) {
      record(.adDelegateLost(ad: ad, unit: unit, what: what))
    }

    package func discarded(_ reason: Recorded.AdDiscarded.Reason?) {
      record(.adDiscarded(ad: ad, unit: unit, reason: reason))
    }
  }
#endif
