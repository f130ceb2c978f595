import AdCapture
import AdRecording
import AppJournal
import Foundation
import GoogleMobileAds
import UIKit

/// The types of an app that records the Google Mobile Ads SDK.
///
/// These sources are compiled in your app's own target, beside your types. So all types are in this
/// namespace, and it names what the sources use of other modules: a type of your app with the same
/// name changes nothing here.
nonisolated enum GoogleJournal {
  // The recorder
  typealias AdIdentity = AppJournal.AdIdentity
  typealias AdLoad = AppJournal.AdLoad
  typealias AdRecorder = AppJournal.AdRecorder
  typealias AdapterCall = AdCapture.AdapterCall
  typealias AppSDK = AppJournal.AppSDK
  typealias DelegateChain = AppJournal.DelegateChain
  typealias EmptyLoadResult = AppJournal.EmptyLoadResult
  typealias FirstCall = AppJournal.FirstCall
  typealias Forwarder = AppJournal.Forwarder
  typealias Lifetime = AppJournal.Lifetime
  typealias LoadResponse = AdCapture.LoadResponse
  typealias MethodForwarding = AdCapture.MethodForwarding
  typealias OpenLoads = AdCapture.OpenLoads
  typealias PaidHandler = AppJournal.PaidHandler<GoogleMobileAds.AdValue>
  typealias Recorded = AdRecording.Recorded
  typealias RecordedRequest = AppJournal.RecordedRequest
  typealias ThisThread = AppJournal.ThisThread
  typealias VocabularyEvent = AdRecording.VocabularyEvent

  // The SDK
  typealias AdLoader = GoogleMobileAds.AdLoader
  typealias AdNetworkResponseInfo = GoogleMobileAds.AdNetworkResponseInfo
  typealias AdReward = GoogleMobileAds.AdReward
  typealias AdValue = GoogleMobileAds.AdValue
  typealias AdapterStatus = GoogleMobileAds.AdapterStatus
  typealias AppOpenAd = GoogleMobileAds.AppOpenAd
  typealias BannerView = GoogleMobileAds.BannerView
  typealias BannerViewDelegate = GoogleMobileAds.BannerViewDelegate
  typealias FullScreenContentDelegate = GoogleMobileAds.FullScreenContentDelegate
  typealias FullScreenPresentingAd = GoogleMobileAds.FullScreenPresentingAd
  typealias InitializationStatus = GoogleMobileAds.InitializationStatus
  typealias InterstitialAd = GoogleMobileAds.InterstitialAd
  typealias MediationAdConfiguration = GoogleMobileAds.MediationAdConfiguration
  typealias MediationAdEventDelegate = GoogleMobileAds.MediationAdEventDelegate
  typealias MediationAppOpenAdEventDelegate = GoogleMobileAds.MediationAppOpenAdEventDelegate
  typealias MediationBannerAdEventDelegate = GoogleMobileAds.MediationBannerAdEventDelegate
  typealias MediationInterstitialAdEventDelegate =
    GoogleMobileAds.MediationInterstitialAdEventDelegate
  typealias MediationNativeAd = GoogleMobileAds.MediationNativeAd
  typealias MediationNativeAdConfiguration = GoogleMobileAds.MediationNativeAdConfiguration
  typealias MediationNativeAdEventDelegate = GoogleMobileAds.MediationNativeAdEventDelegate
  typealias MediationRewardedAdEventDelegate = GoogleMobileAds.MediationRewardedAdEventDelegate
  typealias MobileAds = GoogleMobileAds.MobileAds
  typealias NativeAd = GoogleMobileAds.NativeAd
  typealias NativeAdDelegate = GoogleMobileAds.NativeAdDelegate
  typealias NativeAdImage = GoogleMobileAds.NativeAdImage
  typealias NativeAdImageAdLoaderOptions = GoogleMobileAds.NativeAdImageAdLoaderOptions
  typealias NativeAdLoaderDelegate = GoogleMobileAds.NativeAdLoaderDelegate
  typealias Request = GoogleMobileAds.Request
  typealias ResponseInfo = GoogleMobileAds.ResponseInfo
  typealias RewardedAd = GoogleMobileAds.RewardedAd
  typealias RewardedInterstitialAd = GoogleMobileAds.RewardedInterstitialAd
  typealias VideoController = GoogleMobileAds.VideoController
  typealias VideoControllerDelegate = GoogleMobileAds.VideoControllerDelegate

  // The system
  typealias UIView = UIKit.UIView
  typealias UIViewController = UIKit.UIViewController
  typealias UIWindowScene = UIKit.UIWindowScene
}
