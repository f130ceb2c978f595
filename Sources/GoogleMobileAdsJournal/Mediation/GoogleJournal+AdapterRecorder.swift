import AdCapture
import AdRecording
import AppJournal
import Foundation
import GoogleMobileAds

extension GoogleJournal {
  /// One call of an adapter's load method: records its events and forwards them to the SDK.
  nonisolated final class AdapterRecorder: @unchecked Sendable {
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

    /// Whether a custom event has its parameter, or another adapter any setting.
    private static func hasParameter(_ settings: [String: Any]) -> Bool {
      func isThere(_ value: Any) -> Bool { (value as? String).map { !$0.isEmpty } ?? true }
      return settings["parameter"].map(isThere) ?? settings.values.contains(where: isThere)
    }

    /// The name and unit of the ad; `nil` if the load that the call serves is unknown.
    var ad: (name: String, unit: String)? { open.map { ($0.ad, $0.unit) } }

    /// Sets the events that the adapter tracks, when it delivers a native ad.
    func track(_ tracking: AdapterCall.Tracking) { lock.withLock { call.tracking = tracking } }

    /// Records a completion, and forwards it unless the call was completed before.
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
      case .missing: return pass(nil, EmptyLoadResult())
      case .duplicate: return nil
      }
    }

    /// Returns the delegate for the adapter, in front of the SDK's; `nil` if the SDK returned none.
    ///
    /// An adapter need not retain its delegate, so the ad that it delivered does.
    func events(for delegate: (any MediationAdEventDelegate)?, of ad: AnyObject?) -> AdapterEvents?
    {
      guard let delegate else { return nil }
      let events = AdapterEvents(self, delegate)
      if let ad { Lifetime.keep(events, with: ad) }
      return events
    }

    func reported(_ what: Recorded.AdapterReported.What) {
      recorder.record(.adapterReported(load: name, adapter: adapter, what: what))
    }

    func received(_ what: Recorded.AdapterTold.What) {
      recorder.record(.adapterTold(load: name, adapter: adapter, what: what))
    }

    /// Returns whether to forward an impression that the adapter reports.
    func forwardsImpressionToSDK() -> Bool { lock.withLock { call.forwardsImpressionToSDK() } }
    /// Returns whether to forward a click that the adapter reports.
    func forwardsClickToSDK() -> Bool { lock.withLock { call.forwardsClickToSDK() } }
    /// Returns whether to forward an impression that the SDK reports.
    func forwardsImpressionToAdapter() -> Bool {
      lock.withLock { call.forwardsImpressionToAdapter() }
    }
    /// Returns whether to forward a click that the SDK reports.
    func forwardsClickToAdapter() -> Bool { lock.withLock { call.forwardsClickToAdapter() } }
  }
}
