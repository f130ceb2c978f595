import AdCapture
import AdRecording
import AppJournal
import AppLovinSDK
import Foundation
import UIKit

/// The types of an app that records AppLovin MAX.
///
/// These sources are compiled in your app's own target, beside your types. So all types are in this
/// namespace, and it names what the sources use of other modules: a type of your app with the same
/// name changes nothing here.
nonisolated enum MAXJournal {
  // The recorder
  typealias AdIdentity = AppJournal.AdIdentity
  typealias AdLoad = AppJournal.AdLoad
  typealias AdRecorder = AppJournal.AdRecorder
  typealias AppSDK = AppJournal.AppSDK
  typealias DelegateChain = AppJournal.DelegateChain
  typealias Forwarder = AppJournal.Forwarder
  typealias LoadResponse = AdCapture.LoadResponse
  typealias Recorded = AdRecording.Recorded
  typealias ThisThread = AppJournal.ThisThread

  // The SDK
  typealias ALSdk = AppLovinSDK.ALSdk
  typealias ALSdkConfiguration = AppLovinSDK.ALSdkConfiguration
  typealias MAAd = AppLovinSDK.MAAd
  typealias MAAdDelegate = AppLovinSDK.MAAdDelegate
  typealias MAAdExpirationDelegate = AppLovinSDK.MAAdExpirationDelegate
  typealias MAAdRequestDelegate = AppLovinSDK.MAAdRequestDelegate
  typealias MAAdRevenueDelegate = AppLovinSDK.MAAdRevenueDelegate
  typealias MAAdReviewDelegate = AppLovinSDK.MAAdReviewDelegate
  typealias MAAdView = AppLovinSDK.MAAdView
  typealias MAAdViewAdDelegate = AppLovinSDK.MAAdViewAdDelegate
  typealias MAAdWaterfallInfo = AppLovinSDK.MAAdWaterfallInfo
  typealias MAAppOpenAd = AppLovinSDK.MAAppOpenAd
  typealias MAError = AppLovinSDK.MAError
  typealias MAInterstitialAd = AppLovinSDK.MAInterstitialAd
  typealias MAMediatedNetworkInfo = AppLovinSDK.MAMediatedNetworkInfo
  typealias MANativeAdDelegate = AppLovinSDK.MANativeAdDelegate
  typealias MANativeAdLoader = AppLovinSDK.MANativeAdLoader
  typealias MANativeAdView = AppLovinSDK.MANativeAdView
  typealias MAReward = AppLovinSDK.MAReward
  typealias MARewardedAd = AppLovinSDK.MARewardedAd
  typealias MARewardedAdDelegate = AppLovinSDK.MARewardedAdDelegate

  // The system
  typealias UIViewController = UIKit.UIViewController
  typealias UIWindowScene = UIKit.UIWindowScene
}
