import AdRecording
import AdReplay
import Foundation
import GoogleMobileAds
import TestSessions
import Testing

@testable import AppJournal
@testable import GoogleMobileAdsJournal

/// The SDK's delegate for an adapter.
nonisolated private final class SDKEvents: NSObject, MediationRewardedAdEventDelegate,
  MediationInterstitialAdEventDelegate, MediationNativeAdEventDelegate,
  MediationBannerAdEventDelegate, MediationAppOpenAdEventDelegate, @unchecked Sendable
{
  let log: Log
  init(_ log: Log) { self.log = log }
  func reportImpression() { log.add("impression") }
  func reportClick() { log.add("click") }
  func willPresentFullScreenView() { log.add("present") }
  func didFailToPresentWithError(_ error: any Error) { log.add("failed") }
  func willDismissFullScreenView() { log.add("dismiss") }
  func didDismissFullScreenView() { log.add("dismissed") }
  func willBackgroundApplication() { log.add("background") }
  func didRewardUser() { log.add("reward") }
  func didStartVideo() { log.add("video begins") }
  func didEndVideo() { log.add("video ends") }
  func didPlayVideo() { log.add("video plays") }
  func didPauseVideo() { log.add("video pauses") }
  func didMuteVideo() { log.add("sound off") }
  func didUnmuteVideo() { log.add("sound on") }
}

private final class SampleInterstitial: NSObject, MediationInterstitialAd {
  func present(from viewController: UIViewController) {}
}

private final class SampleNative: NSObject, MediationNativeAd {
  let log: Log
  nonisolated(unsafe) var tracksImpressions = true
  nonisolated(unsafe) var tracksClicks = true
  var headline: String? = "h"
  var images: [NativeAdImage]? = [NativeAdImage(image: UIImage())]
  var body: String? = ""
  var icon: NativeAdImage?
  var callToAction: String?
  var starRating: NSDecimalNumber?
  var store: String?
  var price: String?
  var advertiser: String?
  var extraAssets: [String: Any]? = ["awesomeness": 9]
  var adChoicesView: UIView? = UIView()
  nonisolated init(_ log: Log) { self.log = log }
  func handlesUserClicks() -> Bool { tracksClicks }
  func handlesUserImpressions() -> Bool { tracksImpressions }
  func didRender(
    in view: UIView, clickableAssetViews: [GADNativeAssetIdentifier: UIView],
    nonclickableAssetViews: [GADNativeAssetIdentifier: UIView], viewController: UIViewController
  ) { log.add("rendered \(clickableAssetViews.count)") }
  func didRecordImpression() { log.add("received impression") }
  func didRecordClickOnAsset(
    with assetName: GADNativeAssetIdentifier, view: UIView, viewController: UIViewController
  ) { log.add("received click") }
  func didUntrackView(_ view: UIView?) { log.add("untracked") }
}

@MainActor struct MediationTests {
  private enum Sample {}
  private func configuration<C: MediationAdConfiguration>(
    _ parameter: String?, _ type: C.Type = MediationInterstitialAdConfiguration.self
  ) -> C {
    let configuration = C()
    configuration.credentials = MediationCredentials(
      stubSettings: parameter.map { ["parameter": $0] } ?? [:])
    configuration.isTestRequest = true
    return configuration
  }

  @Test
  func `a call of an adapter is assigned to the load in flight, and all its reports are forwarded`()
    throws
  {
    let log = Log()
    let journal = try TestJournal()
    let (sdk, ad) = (SDKEvents(log), SampleInterstitial())
    nonisolated(unsafe) var events: (any MediationInterstitialAdEventDelegate)?
    StubAds.answer("mediated") { load in
      let completion: GADMediationInterstitialLoadCompletionHandler = { ad, error in
        #expect(ad is SampleInterstitial && error == nil)
        return sdk
      }
      let handler = journal.recorder.recorded(
        completion, of: Sample.self, for: configuration("unit"))
      events = handler(ad, nil)
      _ = load.deliver(ResponseInfo())
    }
    nonisolated(unsafe) var loaded: RecordedAd<InterstitialAd>?
    journal.recorder.load(InterstitialAd.self, with: "mediated", isTest: true) { ad, _ in
      loaded = ad
    }
    loaded?.present(from: nil)
    let error = NSError.stubPresentation(17)
    events?.willPresentFullScreenView()
    events?.reportImpression()
    events?.reportImpression()
    events?.reportClick()
    events?.willBackgroundApplication()
    events?.willDismissFullScreenView()
    events?.didDismissFullScreenView()
    events?.didFailToPresentWithError(error)
    #expect(
      log.lines == [
        "present", "impression", "click", "background", "dismiss", "dismissed", "failed",
      ])
    let recording = try journal.read()
    #expect(
      recording.lines.filter { $0.hasPrefix("adapter") } == [
        "adapter.load_called adapter=Sample load=l-1 parameter_present=true request=r-1 test=true",
        "adapter.completed ad=a-1 adapter=Sample has_ad=true has_error=false load=l-1",
        "adapter.reported adapter=Sample load=l-1 what=will_present",
        "adapter.reported adapter=Sample load=l-1 what=impression",
        "adapter.reported adapter=Sample load=l-1 what=impression",
        "adapter.reported adapter=Sample load=l-1 what=click",
        "adapter.reported adapter=Sample load=l-1 what=will_dismiss",
        "adapter.reported adapter=Sample load=l-1 what=dismissed",
        "adapter.reported adapter=Sample load=l-1 what=failed_to_present",
      ])
    #expect(recording.values("unit", of: "adapter.load_called") == ["mediated"])
    #expect(recording.violated.contains("adapter-impression-once"))
  }

  @Test func `the SDK receives one completion of an adapter, and the journal records all of them`()
    throws
  {
    let log = Log()
    let journal = try TestJournal()
    let sdk = SDKEvents(log)
    let handler = journal.recorder.recorded(
      { (ad: (any MediationRewardedAd)?, error: (any Error)?) in
        log.add("\(ad == nil ? "no ad" : "ad"), \(error == nil ? "no error" : "error")")
        return sdk
      }, of: Sample.self, for: configuration(""))
    #expect(handler(nil, nil) === sdk ? false : true)
    #expect(handler(nil, NSError(domain: "network", code: 104)) == nil)
    #expect(log.lines == ["no ad, error"])
    let recording = try journal.read()
    #expect(
      recording.lines == [
        "adapter.load_called adapter=Sample load=l-1 parameter_present=false request=r-1 test=true",
        "adapter.completed adapter=Sample has_ad=false has_error=false load=l-1",
        """
        adapter.completed adapter=Sample error_code=104 has_ad=false has_error=true load=l-1
        """,
      ])
    let broken = ["adapter-completes-once", "adapter-ad-or-error", "adapter-parameter-given"]
    #expect(Set(broken).isSubset(of: recording.violated))
  }

  @Test func `reward and video reports of an adapter are forwarded to the SDK`() throws {
    let log = Log()
    let journal = try TestJournal()
    let sdk = SDKEvents(log)
    nonisolated final class Ad: NSObject, MediationRewardedAd {
      func present(from viewController: UIViewController) {}
    }
    let ad = Ad()
    let handler = journal.recorder.recorded(
      { (_: (any MediationRewardedAd)?, _: (any Error)?) in sdk }, of: Sample.self,
      for: configuration("x"), format: .rewardedInterstitial)
    let events = handler(ad, nil)
    events?.didStartVideo()
    events?.didRewardUser()
    #expect(log.lines == ["video begins", "reward"])
    let recording = try journal.read()
    #expect(recording.values("what", of: "adapter.reported") == ["video", "reward"])
    #expect(recording.values("format", of: "adapter.load_called") == ["rewarded_interstitial"])
  }

  @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
  func `impressions and clicks of a native ad are counted by one side`(
    _ impressions: Bool, _ clicks: Bool
  ) throws {
    let log = Log()
    let journal = try TestJournal()
    let (sdk, ad) = (SDKEvents(log), SampleNative(log))
    (ad.tracksImpressions, ad.tracksClicks) = (impressions, clicks)
    let loader = AdLoader(
      adUnitID: "n", rootViewController: nil, adTypes: [.native], options: nil)
    let recorded = journal.recorder.observe(loader)
    recorded.load()
    nonisolated(unsafe) var standIn: (any MediationNativeAd)?
    let handler = journal.recorder.recorded(
      { (ad: (any MediationNativeAd)?, _: (any Error)?) in
        standIn = ad
        return sdk
      }, of: Sample.self, for: nativeConfiguration(disablesImages: false))
    let events = handler(ad, nil)
    let mediated = try #require(standIn)
    let received = NativeAd()
    (loader.delegate as? any NativeAdLoaderDelegate)?.adLoader(loader, didReceive: received)
    #expect(mediated.headline == "h" && mediated.images?.count == 1 && mediated.body == "")
    #expect(mediated.handlesUserImpressions() == impressions)
    #expect(mediated.handlesUserClicks() == clicks && !mediated.hasVideoContent)
    #expect(mediated.adChoicesView === ad.adChoicesView && mediated.mediaView == nil)
    mediated.didRender(
      in: UIView(), clickableAssetViews: [.headlineAsset: UIView()], nonclickableAssetViews: [:],
      viewController: UIViewController())
    mediated.didRecordImpression()
    events?.reportImpression()
    mediated.didRecordClickOnAsset(
      with: .headlineAsset, view: UIView(), viewController: UIViewController())
    events?.reportClick()
    mediated.didUntrackView(nil)
    #expect(
      log.lines == [
        "rendered 1", impressions ? "impression" : "received impression",
        clicks ? "click" : "received click", "untracked",
      ])
    let recording = try journal.read()
    #expect(
      recording.lines.filter { $0.hasPrefix("native") } == [
        """
        native.mapped ad=a-1 ad_choices=true body=false call_to_action=false \
        extras={"awesomeness":true} handles_clicks=\(clicks) \
        handles_impressions=\(impressions) has_video=false headline=true icon=false images=1 \
        images_as=image load=l-1 media=true
        """,
        "native.rendered ad=a-1 view_passed=true", "native.untracked ad=a-1",
      ])
    #expect(recording.values("what", of: "adapter.told") == ["rendered", "impression", "click"])
    // The journal records reports of events that the adapter does not track, and calls for events
    // that it does.
    #expect(recording.violated.contains("impression-tracked-by-one"))
    #expect(recording.violated.contains("click-tracked-by-one"))
    #expect(!recording.violated.contains("known-ad"))
  }

  private func nativeConfiguration(disablesImages: Bool) -> MediationNativeAdConfiguration {
    let configuration = configuration("x", MediationNativeAdConfiguration.self)
    let options = NativeAdImageAdLoaderOptions()
    options.isImageLoadingDisabled = disablesImages
    configuration.options = [GADAdLoaderOptions(), options]
    return configuration
  }

  @Test func `a request for image URLs only and the kind of mapped images are recorded`() throws {
    let log = Log()
    let journal = try TestJournal()
    let (sdk, ad) = (SDKEvents(log), SampleNative(log))
    let handler = journal.recorder.recorded(
      { (_: (any MediationNativeAd)?, _: (any Error)?) in sdk }, of: Sample.self,
      for: nativeConfiguration(disablesImages: true))
    _ = handler(ad, nil)
    let recording = try journal.read()
    #expect(recording.values("disable_image_loading", of: "adapter.load_called") == ["true"])
    #expect(recording.violated.contains("image-loading-honoured"))
  }

  @Test func `the delegate for an adapter lives exactly as long as the adapter's ad`() throws {
    let journal = try TestJournal()
    let sdk = SDKEvents(Log())
    weak var events: AnyObject?
    var standIn: (any MediationNativeAd)?
    do {
      let handler = journal.recorder.recorded(
        { (ad: (any MediationNativeAd)?, _: (any Error)?) in
          standIn = ad
          return sdk
        }, of: Sample.self, for: nativeConfiguration(disablesImages: false))
      events = handler(SampleNative(Log()), nil)
    }
    #expect(events != nil)
    withExtendedLifetime(standIn) {}
    standIn = nil
    TestJournal.releaseOrphans()
    #expect(events == nil)
  }

  @Test func `with two loads of a format in flight a call of an adapter gets its own name`()
    throws
  {
    let journal = try TestJournal()
    for unit in ["open-1", "open-2"] {
      journal.recorder.load(InterstitialAd.self, with: unit) { _, _ in }
    }
    _ = journal.recorder.recorded(
      { (_: (any MediationInterstitialAd)?, _: (any Error)?) in nil }, of: Sample.self,
      for: configuration("x"))
    let recording = try journal.read()
    #expect(recording.values("request", of: "adapter.load_called") == ["r-3"])
    #expect(recording.values("unit", of: "adapter.load_called") == [nil])
  }
}
