import AdReplay
import Foundation
import GoogleMobileAds
import PropertyTesting
import TestSessions
import Testing

@testable import AppJournal
@testable import GoogleMobileAdsJournal

/// The counts of the SDK for an adapter's ad.
nonisolated private final class Counts: NSObject, MediationNativeAdEventDelegate,
  @unchecked Sendable
{
  var completions = 0
  var withAd = 0
  var withError = 0
  var impressions = 0
  var clicks = 0
  func reportImpression() { impressions += 1 }
  func reportClick() { clicks += 1 }
  func willPresentFullScreenView() {}
  func didFailToPresentWithError(_ error: any Error) {}
  func willDismissFullScreenView() {}
  func didDismissFullScreenView() {}
  func didPlayVideo() {}
  func didPauseVideo() {}
  func didEndVideo() {}
  func didMuteVideo() {}
  func didUnmuteVideo() {}
  func willBackgroundApplication() {}
}

/// An adapter's ad that counts the calls of the SDK.
private final class CountingAd: NSObject, MediationNativeAd {
  nonisolated(unsafe) var impressions = 0
  nonisolated(unsafe) var clicks = 0
  private let tracks: (impressions: Bool, clicks: Bool)
  var headline: String? { "h" }
  var images: [NativeAdImage]? { nil }
  var body: String? { nil }
  var icon: NativeAdImage? { nil }
  var callToAction: String? { nil }
  var starRating: NSDecimalNumber? { nil }
  var store: String? { nil }
  var price: String? { nil }
  var advertiser: String? { nil }
  var extraAssets: [String: Any]? { nil }
  nonisolated init(_ impressions: Bool, _ clicks: Bool) { tracks = (impressions, clicks) }
  func handlesUserClicks() -> Bool { tracks.clicks }
  func handlesUserImpressions() -> Bool { tracks.impressions }
  func didRecordImpression() { impressions += 1 }
  func didRecordClickOnAsset(
    with assetName: GADNativeAssetIdentifier, view: UIView, viewController: UIViewController
  ) { clicks += 1 }
}

@MainActor struct MediationLawTests {
  /// A step of an adapter or the SDK.
  private enum Step: CaseIterable {
    case completeWithAd, completeWithError, completeWithBoth, completeWithNothing
    case reportImpression, reportClick, tellImpression, tellClick
  }

  @Test
  func
    `for any behavior of an adapter the SDK receives one completion and one side counts each event`()
    throws
  {
    let journal = try TestJournal()
    let settings = CheckSettings(cases: 500 * rounds)
    try check("one completion, and each event is counted on one side", settings) { trial in
      let (impressions, clicks) = (trial.choices.bool(), trial.choices.bool())
      let (sdk, ad) = (Counts(), CountingAd(impressions, clicks))
      nonisolated(unsafe) var standIn: (any MediationNativeAd)?
      let handler = journal.recorder.recorded(
        { (ad: (any MediationNativeAd)?, error: (any Error)?) in
          sdk.completions += 1
          sdk.withAd += ad == nil ? 0 : 1
          sdk.withError += error == nil ? 0 : 1
          standIn = ad
          return sdk
        }, of: CountingAd.self, for: MediationNativeAdConfiguration())
      nonisolated(unsafe) var events: (any MediationNativeAdEventDelegate)?
      var (reported, sent) = ((impressions: 0, clicks: 0), (impressions: 0, clicks: 0))
      let error = NSError(domain: "network", code: 1)
      for _ in 0..<trial.choices.int(1...14) {
        switch trial.choices.pick(Step.allCases) {
        case .completeWithAd: events = handler(ad, nil) ?? events
        case .completeWithError: events = handler(nil, error) ?? events
        case .completeWithBoth: events = handler(ad, error) ?? events
        case .completeWithNothing: events = handler(nil, nil) ?? events
        case .reportImpression where standIn != nil:
          events?.reportImpression()
          reported.impressions += 1
        case .reportClick where standIn != nil:
          events?.reportClick()
          reported.clicks += 1
        case .tellImpression where standIn != nil:
          standIn?.didRecordImpression()
          sent.impressions += 1
        case .tellClick where standIn != nil:
          standIn?.didRecordClickOnAsset(
            with: .headlineAsset, view: UIView(), viewController: UIViewController())
          sent.clicks += 1
        default: break
        }
      }
      trial.expect(sdk.completions <= 1, "the SDK has at most one completion")
      trial.expect(
        sdk.withAd + sdk.withError == sdk.completions, "a completion has either an ad or an error")
      trial.expect(
        sdk.impressions == (impressions ? min(reported.impressions, 1) : 0),
        "the SDK counts one impression of an adapter that tracks them")
      trial.expect(
        sdk.clicks == (clicks ? reported.clicks : 0),
        "the SDK counts the clicks of an adapter that tracks them")
      trial.expect(
        ad.impressions == (impressions ? 0 : sent.impressions),
        "the adapter receives impressions that it does not track")
      trial.expect(
        ad.clicks == (clicks ? 0 : sent.clicks),
        "the adapter receives clicks that it does not track")
    }
  }
}
