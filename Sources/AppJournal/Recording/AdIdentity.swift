public import AdRecording

#if canImport(UIKit)
  internal import AdCapture
  internal import Foundation

  /// The names of one ad in the journal, and the events that all formats have in common.
  public struct AdIdentity: Sendable {
    /// The recorder of the app.
    public let recorder: AdRecorder
    /// The name of the ad.
    public let ad: String
    /// The ad unit ID.
    public let unit: String
    /// The format.
    public let format: Recorded.Format
    /// The name of the scene of the load; `nil` for none.
    public let scene: String?

    /// Creates the names of an ad.
    public init(
      recorder: AdRecorder, ad: String, unit: String, format: Recorded.Format, scene: String?
    ) {
      self.recorder = recorder
      self.ad = ad
      self.unit = unit
      self.format = format
      self.scene = scene
    }

    /// Records an event of the ad.
    public func record(_ event: some VocabularyEvent) { recorder.record(event) }

    /// Records an impression.
    public func impression() {
      record(.adImpression(ad: ad, unit: unit, format: format))
      if format != .banner, format != .native { recorder.adIsVisible() }
    }

    /// Records a click.
    public func clicked() { record(.adClicked(ad: ad, unit: unit, format: format)) }

    /// Records that the ad will be presented, by default in the scene of its load.
    public func willPresent(in scene: String?) {
      record(.adWillPresent(ad: ad, unit: unit, format: format, scene: scene ?? self.scene))
    }

    /// Records that the ad will be dismissed, by default in the scene of its load.
    public func willDismiss(in scene: String?) {
      record(.adWillDismiss(ad: ad, unit: unit, format: format, scene: scene ?? self.scene))
    }

    /// Records that the ad was dismissed, by default in the scene of its load.
    public func dismissed(in scene: String?) {
      record(.adDismissed(ad: ad, unit: unit, format: format, scene: scene ?? self.scene))
      recorder.adIsDismissed()
    }

    /// Records that the ad could not be presented: domain and code of the error, never its text.
    public func failedToPresent(_ error: any Error, in scene: String?) {
      let error = AdError(error)
      failedToPresent(error.domain, error.code, error.message(in: .present), scene)
    }

    /// Records that the ad could not be presented, with an error that has only a code.
    ///
    /// - Parameters:
    ///   - code: The code of the error.
    ///   - networkCode: The code of the network's error; `nil` for none.
    ///   - scene: The scene of the presentation; `nil` for that of the load.
    public func failedToPresent(code: Int, networkCode: Int?, in scene: String?) {
      failedToPresent(nil, code, networkCode.map { "error of the network: \($0)" }, scene)
    }

    private func failedToPresent(
      _ domain: String?, _ code: Int, _ message: String?, _ scene: String?
    ) {
      record(
        .adFailedToPresent(
          ad: ad, unit: unit, format: format, scene: scene ?? self.scene, errorDomain: domain,
          errorCode: code, errorMessage: message))
    }

    /// Records a fit check, if its scene is known.
    public func checked(in scene: String?, _ error: (any Error)?) {
      guard let scene else { return }
      record(
        .adFitChecked(
          ad: ad, unit: unit, scene: scene, fits: error == nil,
          errorCode: error.map { AdError($0).code }))
    }

    /// Records a paid event; an amount that the journal cannot contain is recorded as a note.
    ///
    /// - Parameters:
    ///   - amount: A decimal number in units of the currency.
    ///   - currency: The ISO 4217 code of the currency.
    ///   - precision: How exactly the network knows the value.
    public func paid(_ amount: String, currency: String, precision: Recorded.AdPaid.Precision) {
      paid(Money.micros(ofDecimal: amount), amount, currency, precision)
    }

    /// Like ``paid(_:currency:precision:)-(String,_,_)``, with a binary number.
    public func paid(_ amount: Double, currency: String, precision: Recorded.AdPaid.Precision) {
      paid(Money.micros(of: amount), "\(amount)", currency, precision)
    }

    private func paid(
      _ micros: Int64?, _ amount: String, _ currency: String,
      _ precision: Recorded.AdPaid.Precision
    ) {
      guard let micros else {
        record(.note(text: "ad \(ad) was paid \(amount), which cannot be converted to micros"))
        return
      }
      record(
        .adPaid(
          ad: ad, unit: unit, format: format, valueMicros: micros, currency: currency,
          precision: precision))
    }

    /// Records that the user earned a reward.
    public func earned(_ type: String, amount: Double) {
      record(.adRewardEarned(ad: ad, unit: unit, type: type, amount: amount))
    }

    /// Records that what the app gave to the ad is gone.
    public func lost(_ what: Recorded.AdDelegateLost.What) {
      record(.adDelegateLost(ad: ad, unit: unit, what: what))
    }

    /// Records that the app discarded the ad.
    public func discarded(_ reason: Recorded.AdDiscarded.Reason?) {
      record(.adDiscarded(ad: ad, unit: unit, reason: reason))
    }
  }
#endif
