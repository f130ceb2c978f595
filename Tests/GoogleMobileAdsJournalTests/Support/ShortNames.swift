@testable import GoogleMobileAdsJournal

// The short names that an app may give to the types of the recorder.
typealias AppOpenAds = GoogleJournal.AppOpenAds
typealias BannerRecorder = GoogleJournal.BannerRecorder
typealias RecordableAd = GoogleJournal.RecordableAd
typealias RecordablePreloader = GoogleJournal.RecordablePreloader
typealias RecordedAd = GoogleJournal.RecordedAd
typealias RecordedAdLoader = GoogleJournal.RecordedAdLoader
typealias RecordedBanner = GoogleJournal.RecordedBanner
typealias RecordedNativeAd = GoogleJournal.RecordedNativeAd
typealias RewardingAd = GoogleJournal.RewardingAd
typealias UnrewardedAd = GoogleJournal.UnrewardedAd
