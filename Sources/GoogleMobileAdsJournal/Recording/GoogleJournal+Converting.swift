import AdCapture
import AdRecording
import AppJournal
import Foundation
import GoogleMobileAds

nonisolated extension GoogleJournal {
  /// Converts a response of the SDK, without content of the ad or configuration of the network.
  static func response(_ info: GoogleJournal.ResponseInfo?) -> GoogleJournal.LoadResponse {
    let loaded = info?.loadedAdNetworkResponseInfo
    let items = (info?.adNetworkInfoArray ?? []).map { item in
      GoogleJournal.LoadResponse.LineItem(
        adapter: item.adNetworkClassName, seconds: item.latency,
        errorCode: item.error.map { ($0 as NSError).code }, isLoaded: item === loaded)
    }
    return GoogleJournal.LoadResponse(
      id: info?.responseIdentifier, adapter: loaded?.adNetworkClassName,
      network: loaded?.adSourceName, lineItems: items)
  }

  /// Converts the response in the error of a failed load.
  ///
  /// It is found by its type, because the name of its key in Swift depends on the SDK's version.
  static func response(in error: (any Error)?) -> GoogleJournal.LoadResponse {
    let values = (error as NSError?)?.userInfo.values
    return response(values?.lazy.compactMap { $0 as? GoogleJournal.ResponseInfo }.first)
  }

  /// Records a paid event of the SDK.
  static func paid(_ value: GoogleJournal.AdValue, _ ad: GoogleJournal.AdIdentity) {
    ad.paid(
      value.value.description(withLocale: nil), currency: value.currencyCode,
      precision: precision(value.precision.rawValue))
  }

  /// Converts a precision by its raw value, which is the same in all versions of the SDK.
  private static func precision(_ number: Int) -> GoogleJournal.Recorded.AdPaid.Precision {
    switch number {
    case 1: .estimated
    case 2: .publisher
    case 3: .precise
    default: .unknown
    }
  }
}
