@testable import AppLovinMAXJournal

// The short names that an app may give to the types of the recorder.
typealias ObjectRecorder = MAXJournal.ObjectRecorder
typealias RecordableAd = MAXJournal.RecordableAd
typealias RecordedAd = MAXJournal.RecordedAd
typealias RecordedAdView = MAXJournal.RecordedAdView
typealias RecordedNativeAdLoader = MAXJournal.RecordedNativeAdLoader
