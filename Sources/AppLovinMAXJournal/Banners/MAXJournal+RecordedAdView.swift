import AdRecording
import AppJournal
import AppLovinSDK
import Foundation
import UIKit

nonisolated extension MAXJournal.AdRecorder {
  /// Records a view of banners or MRECs from now on; keep the returned object.
  ///
  /// Observing a view again does not record it twice: its banners keep their names.
  @MainActor func observe(_ view: MAXJournal.MAAdView) -> MAXJournal.RecordedAdView {
    MAXJournal.RecordedAdView(view, self)
  }
}

extension MAXJournal {
  /// A view of banners or MRECs that is recorded; each of its banners has its own name in the
  /// journal.
  @MainActor final class RecordedAdView {
    /// The SDK's view.
    let view: MAAdView
    private let object: ObjectRecorder

    init(_ view: MAAdView, _ recorder: AdRecorder) {
      self.view = view
      object = recorder.attachedRecorder(of: view) {
        ObjectRecorder(recorder, view.adUnitIdentifier, .banner)
      }
      insertDelegates()
    }

    /// The app's delegate; not retained, as by the SDK.
    var delegate: (any MAAdViewAdDelegate)? {
      get { object.events.front as? any MAAdViewAdDelegate }
      set {
        object.events.setAppDelegate(newValue)
        view.delegate = object
      }
    }

    /// The app's delegate for revenue; not retained, as by the SDK.
    var revenueDelegate: (any MAAdRevenueDelegate)? {
      get { object.revenue.front as? any MAAdRevenueDelegate }
      set {
        object.revenue.setAppDelegate(newValue)
        view.revenueDelegate = object
      }
    }

    /// The app's delegate for requests; not retained, as by the SDK.
    var requestDelegate: (any MAAdRequestDelegate)? {
      get { object.requests.front as? any MAAdRequestDelegate }
      set {
        object.requests.setAppDelegate(newValue)
        view.requestDelegate = object
      }
    }

    /// The app's delegate for Ad Review; not retained, as by the SDK.
    var adReviewDelegate: (any MAAdReviewDelegate)? {
      get { object.review.front as? any MAAdReviewDelegate }
      set {
        object.review.setAppDelegate(newValue)
        view.adReviewDelegate = object
      }
    }

    /// The name of the shown banner in the journal; `nil` before the first one.
    var id: String? { object.current?.identity.ad }

    /// Loads a banner.
    ///
    /// - Parameters:
    ///   - reason: The reason of the load, for the journal.
    ///   - isTest: Whether the request is for a test ad, for the journal.
    ///   - placement: The app's name of the place of the ad, for the journal.
    func load(
      reason: Recorded.AdRequested.Reason? = nil, isTest: Bool? = nil, placement: String? = nil
    ) {
      insertDelegates()
      object.request(reason, isTest, placement)
      object.withNewCalls { view.loadAd() }
    }

    /// Records that the view became visible.
    func recordAppeared() { object.current?.identity.appeared() }

    /// Records that the view is no longer visible.
    func recordHidden() { object.current?.identity.hidden() }

    private func insertDelegates() {
      let (object, width) = (object, Double(view.bounds.width))
      object.setPlace(
        object.recorder.loadedScene(view.window?.windowScene), width: width > 0 ? width : nil)
      object.take(object.events, view.delegate) { view.delegate = object }
      object.take(object.revenue, view.revenueDelegate) { view.revenueDelegate = object }
      object.take(object.requests, view.requestDelegate) { view.requestDelegate = object }
      object.take(object.review, view.adReviewDelegate) { view.adReviewDelegate = object }
    }
  }
}
