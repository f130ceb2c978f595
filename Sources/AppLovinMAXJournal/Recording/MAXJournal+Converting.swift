import AdCapture
import AdRecording
import AppJournal
import AppLovinSDK
import Foundation

nonisolated extension MAXJournal {
  /// Converts what the SDK reports with a loaded ad, without the configuration of the networks.
  static func response(_ ad: MAAd) -> LoadResponse {
    var response = response(ad.waterfall)
    response.network = ad.networkName
    response.creative = ad.creativeIdentifier
    return response
  }

  /// Converts a waterfall.
  static func response(_ waterfall: MAAdWaterfallInfo?) -> LoadResponse {
    let items = (waterfall?.networkResponses ?? []).map { item in
      // The raw value is the same in all versions of the SDK.
      LoadResponse.LineItem(
        adapter: item.mediatedNetwork.adapterClassName, seconds: item.latency,
        errorCode: item.error?.code.rawValue, isLoaded: item.adLoadState.rawValue == 1)
    }
    var response = LoadResponse(
      adapter: items.first { $0.isLoaded }?.adapter, lineItems: items)
    response.seconds = waterfall?.latency
    return response
  }

  /// Records an impression and its revenue, which the SDK reports together; a negative revenue is
  /// not known.
  static func paid(_ ad: MAAd, _ names: AdIdentity) {
    names.impression()
    guard ad.revenue >= 0 else { return }
    names.paid(ad.revenue, currency: "USD", precision: precision(ad.revenuePrecision))
  }

  private static func precision(_ name: String) -> Recorded.AdPaid.Precision {
    switch name {
    case "estimated": .estimated
    case "publisher_defined": .publisher
    case "exact": .precise
    default: .unknown
    }
  }
}
