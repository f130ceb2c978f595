internal import AdRecording

#if canImport(GoogleMobileAds)
  internal import AdCapture
  internal import AppJournal
  internal import Foundation
  internal import GoogleMobileAds

  extension LoadResponse {
    /// Converts a response of the SDK, without content of the ad or configuration of the network.
    init(_ info: ResponseInfo?) {
      let loaded = info?.loadedAdNetworkResponseInfo
      self.init(
        id: info?.responseIdentifier, adapter: loaded?.adNetworkClassName,
        network: loaded?.adSourceName,
        lineItems: (info?.adNetworkInfoArray ?? []).map { LineItem($0, isLoaded: $0 === loaded) })
    }

    /// Converts the response in the error of a failed load.
    ///
    /// It is found by its type, because the name of its key in Swift depends on the SDK's version.
    init(of error: any Error) {
      let found = (error as NSError).userInfo.values.lazy.compactMap { $0 as? ResponseInfo }
      self.init(found.first)
    }
  }

  extension LoadResponse.LineItem {
    fileprivate init(_ info: AdNetworkResponseInfo, isLoaded: Bool) {
      self.init(
        adapter: info.adNetworkClassName, seconds: info.latency,
        errorCode: info.error.map { ($0 as NSError).code }, isLoaded: isLoaded)
    }
  }

  extension Recorded.AdPaid.Precision {
    /// Converts a precision by its raw value, which is the same in all versions of the SDK.
    init(number: Int) {
      switch number {
      case 1: self = .estimated
      case 2: self = .publisher
      case 3: self = .precise
      default: self = .unknown
      }
    }
  }

  extension AdIdentity {
    /// Records a paid event of the SDK.
    func paid(_ value: AdValue) {
      paid(
        value.value.description(withLocale: nil), currency: value.currencyCode,
        precision: .init(number: value.precision.rawValue))
    }

    func earned(_ reward: AdReward) { earned(reward.type, amount: reward.amount.doubleValue) }
  }
#endif
