import AdRecording
import AppJournal
import AppLovinSDK
import Foundation
import UIKit

nonisolated extension MAXJournal.AdRecorder {
  /// Records an object for full-screen ads from now on; keep the returned object.
  ///
  /// Observing an object again does not record it twice: its ads keep their names.
  ///
  /// ```swift
  /// let interstitial = recorder.observe(MAInterstitialAd(adUnitIdentifier: unit))
  /// interstitial.delegate = self
  /// interstitial.load(reason: .launch)
  /// interstitial.show(trigger: .transition)
  /// ```
  @MainActor func observe<Ad: MAXJournal.RecordableAd>(_ ad: Ad) -> MAXJournal.RecordedAd<Ad> {
    MAXJournal.RecordedAd(ad, self)
  }
}

extension MAXJournal {
  /// An object of the SDK for full-screen ads that is recorded; each ad that it loads has its own
  /// name in the journal.
  ///
  /// The recorder is the delegate of the SDK's object and forwards all calls to the delegates that
  /// the app sets here. If the app sets one on ``ad`` itself, ``load(reason:isTest:placement:)``
  /// and ``show(from:trigger:placement:customData:)`` insert the recorder in front of it.
  @MainActor final class RecordedAd<Ad: RecordableAd> {
    /// The SDK's object.
    let ad: Ad
    let object: ObjectRecorder

    init(_ ad: Ad, _ recorder: AdRecorder) {
      self.ad = ad
      object = recorder.attachedRecorder(of: ad) {
        ObjectRecorder(recorder, ad.adUnitIdentifier, Ad.recordedFormat)
      }
      insertDelegates()
    }

    /// The app's delegate; not retained, as by the SDK.
    var delegate: Ad.Delegate? {
      get { object.events.front as? Ad.Delegate }
      set {
        object.events.setAppDelegate(newValue as AnyObject?)
        ad.delegate = object as? Ad.Delegate
        if newValue != nil, let current = object.current { object.delegateIsSet(current) }
      }
    }

    /// The app's delegate for revenue; not retained, as by the SDK.
    var revenueDelegate: (any MAAdRevenueDelegate)? {
      get { object.revenue.front as? any MAAdRevenueDelegate }
      set {
        object.revenue.setAppDelegate(newValue)
        ad.revenueDelegate = object
        if newValue != nil, let current = object.current { object.revenueDelegateIsSet(current) }
      }
    }

    /// The app's delegate for requests; not retained, as by the SDK.
    var requestDelegate: (any MAAdRequestDelegate)? {
      get { object.requests.front as? any MAAdRequestDelegate }
      set {
        object.requests.setAppDelegate(newValue)
        ad.requestDelegate = object
      }
    }

    /// The app's delegate for ads that expired; not retained, as by the SDK.
    var expirationDelegate: (any MAAdExpirationDelegate)? {
      get { object.expiration.front as? any MAAdExpirationDelegate }
      set {
        object.expiration.setAppDelegate(newValue)
        ad.expirationDelegate = object
      }
    }

    /// The app's delegate for Ad Review; not retained, as by the SDK.
    var adReviewDelegate: (any MAAdReviewDelegate)? {
      get { object.review.front as? any MAAdReviewDelegate }
      set {
        object.review.setAppDelegate(newValue)
        ad.adReviewDelegate = object
      }
    }

    /// The name of the held ad in the journal; `nil` for none.
    var id: String? { object.current?.identity.ad }

    /// Whether an ad can be shown, as the SDK reports it.
    var isReady: Bool { ad.isReady }

    /// Loads an ad.
    ///
    /// - Parameters:
    ///   - reason: The reason of the load, for the journal.
    ///   - isTest: Whether the request is for a test ad, for the journal.
    ///   - placement: The app's name of the place of the ad, for the journal.
    func load(
      reason: Recorded.AdRequested.Reason? = nil, isTest: Bool? = nil, placement: String? = nil
    ) {
      insertDelegates()
      object.setPlace(object.recorder.loadedScene(nil), width: nil)
      object.request(reason, isTest, placement)
      object.withNewCalls { ad.load() }
    }

    /// Shows the loaded ad.
    ///
    /// - Parameters:
    ///   - viewController: The view controller to present from; for `nil`, the SDK finds one. An
    ///     app-open ad ignores it.
    ///   - trigger: What caused the show, for the journal.
    ///   - placement: The placement, for the SDK and for the journal.
    ///   - customData: Data for the SDK.
    func show(
      from viewController: UIViewController? = nil, trigger: Recorded.Trigger? = nil,
      placement: String? = nil, customData: String? = nil
    ) {
      let isLost = object.events.takeLoss()
      if isLost || ad.delegate == nil { object.current?.identity.lost(.delegate) }
      if object.revenue.takeLoss() { object.current?.identity.lost(.paidHandler) }
      insertDelegates()
      object.showIsRequested(
        over: viewController?.viewIfLoaded?.window?.windowScene, trigger, placement)
      object.withNewCalls { ad.sdkShow(placement, customData, from: viewController) }
    }

    /// Records that the app discards the ad and its object, with a reason.
    ///
    /// Without this call, `ad.discarded` is recorded when the object is released.
    func discard(_ reason: Recorded.AdDiscarded.Reason) { object.current?.discard(reason) }

    private func insertDelegates() {
      let object = object
      object.take(object.events, ad.delegate as AnyObject?) {
        ad.delegate = object as? Ad.Delegate
      }
      object.take(object.revenue, ad.revenueDelegate) { ad.revenueDelegate = object }
      object.take(object.requests, ad.requestDelegate) { ad.requestDelegate = object }
      object.take(object.expiration, ad.expirationDelegate) { ad.expirationDelegate = object }
      object.take(object.review, ad.adReviewDelegate) { ad.adReviewDelegate = object }
    }
  }
}

extension MAXJournal.RecordedAd where Ad: MAXJournal.MARewardedAd {
  /// Records that the app granted the reward of the newest ad.
  func recordGrant(type: String? = nil, amount: Double? = nil) {
    object.recordGrant(type, amount)
  }
}
