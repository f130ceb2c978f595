internal import AdRecording

#if canImport(GoogleMobileAds)
  internal import AdCapture
  internal import Foundation
  internal import GoogleMobileAds

  /// One call of an adapter's load: its events under its name, and what may pass.
  final class AdapterRecorder: @unchecked Sendable {
    let recorder: AdRecorder
    let name: String
    private let adapter: String
    private let open: OpenLoads.Load?
    private let lock = NSLock()
    private var call = AdapterCall()

    init(
      _ recorder: AdRecorder, _ adapter: Any.Type, _ format: Recorded.Format,
      _ configuration: MediationAdConfiguration, disablesImageLoading: Bool? = nil
    ) {
      self.recorder = recorder
      self.adapter = String(describing: adapter)
      name = recorder.name(.load)
      open = recorder.openLoad(of: format)
      recorder.record(
        .adapterLoadCalled(
          load: name, request: open?.request ?? recorder.name(.request), adapter: self.adapter,
          format: format, unit: open?.unit,
          parameterPresent: Self.hasParameter(configuration.credentials.settings),
          disableImageLoading: disablesImageLoading, test: configuration.isTestRequest))
    }

    /// Whether a custom event has its parameter, and another adapter any setting.
    private static func hasParameter(_ settings: [String: Any]) -> Bool {
      func isThere(_ value: Any) -> Bool { (value as? String).map { !$0.isEmpty } ?? true }
      return settings["parameter"].map(isThere) ?? settings.values.contains(where: isThere)
    }

    /// The ad's name and unit; nil where it is not known which load the call serves.
    var ad: (name: String, unit: String)? { open.map { ($0.ad, $0.unit) } }

    /// Who tracks; known when the adapter delivers a native ad.
    func track(_ tracking: AdapterCall.Tracking) { lock.withLock { call.tracking = tracking } }

    /// Records a completion, and passes it on if the SDK may have it.
    func complete<Ad, Delegate>(
      _ ad: Ad?, _ error: (any Error)?, _ pass: (Ad?, (any Error)?) -> Delegate?
    ) -> Delegate? {
      let completion = lock.withLock { call.complete(hasAd: ad != nil, hasError: error != nil) }
      recorder.record(
        .adapterCompleted(
          load: name, adapter: adapter, hasAd: ad != nil, hasError: error != nil,
          errorCode: error.map { ($0 as NSError).code },
          ad: ad == nil ? nil : open?.ad))
      switch completion {
      case .ad: return pass(ad, nil)
      case .error: return pass(nil, error)
      case .neither: return pass(nil, NoAnswer())
      case .again: return nil
      }
    }

    /// What the adapter reports to, in the place of what the SDK gave; nil where that gave nothing.
    ///
    /// An adapter need not keep what it reports to, so the ad that it delivered does.
    func events(for delegate: (any MediationAdEventDelegate)?, of ad: AnyObject?) -> AdapterEvents?
    {
      guard let delegate else { return nil }
      let events = AdapterEvents(self, delegate)
      if let ad { Lifetime.tie(events, to: ad) }
      return events
    }

    func reported(_ what: Recorded.AdapterReported.What) {
      recorder.record(.adapterReported(load: name, adapter: adapter, what: what))
    }

    func told(_ what: Recorded.AdapterTold.What) {
      recorder.record(.adapterTold(load: name, adapter: adapter, what: what))
    }

    /// Whether the SDK gets an impression that the adapter reports.
    func passesImpression() -> Bool { lock.withLock { call.passesImpression() } }
    /// Whether the SDK gets a click that the adapter reports.
    func passesClick() -> Bool { lock.withLock { call.passesClick() } }
    /// Whether the adapter gets an impression that the SDK tells.
    func hearsImpression() -> Bool { lock.withLock { call.hearsImpression() } }
    /// Whether the adapter gets a click that the SDK tells.
    func hearsClick() -> Bool { lock.withLock { call.hearsClick() } }
  }
#endif
