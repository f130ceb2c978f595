import AdRecording
import AppJournal
import AppLovinSDK
import Foundation
import UIKit

nonisolated extension MAXJournal.AdRecorder {
  /// Records a loader of native ads from now on; keep the returned object.
  ///
  /// Observing a loader again does not record it twice: its ads keep their names.
  @MainActor func observe(
    _ loader: MAXJournal.MANativeAdLoader
  ) -> MAXJournal.RecordedNativeAdLoader {
    MAXJournal.RecordedNativeAdLoader(loader, self)
  }
}

extension MAXJournal {
  /// A loader of native ads that is recorded.
  @MainActor final class RecordedNativeAdLoader {
    /// The SDK's loader.
    let loader: MANativeAdLoader
    private let object: ObjectRecorder

    init(_ loader: MANativeAdLoader, _ recorder: AdRecorder) {
      self.loader = loader
      object = recorder.attachedRecorder(of: loader) {
        ObjectRecorder(recorder, loader.adUnitIdentifier, .native)
      }
      insertDelegates()
    }

    /// The app's delegate; not retained, as by the SDK.
    var nativeAdDelegate: (any MANativeAdDelegate)? {
      get { object.events.front as? any MANativeAdDelegate }
      set {
        object.events.setAppDelegate(newValue)
        loader.nativeAdDelegate = object
      }
    }

    /// The app's delegate for revenue; not retained, as by the SDK.
    var revenueDelegate: (any MAAdRevenueDelegate)? {
      get { object.revenue.front as? any MAAdRevenueDelegate }
      set {
        object.revenue.setAppDelegate(newValue)
        loader.revenueDelegate = object
      }
    }

    /// Loads an ad, and renders it into a view if there is one.
    ///
    /// - Parameters:
    ///   - view: The view, for the SDK.
    ///   - reason: The reason of the load, for the journal.
    ///   - isTest: Whether the request is for a test ad, for the journal.
    ///   - placement: The app's name of the place of the ad, for the journal.
    func loadAd(
      into view: MANativeAdView? = nil, reason: Recorded.AdRequested.Reason? = nil,
      isTest: Bool? = nil, placement: String? = nil
    ) {
      insertDelegates()
      object.setPlace(object.recorder.loadedScene(view?.window?.windowScene), width: nil)
      object.request(reason, isTest, placement)
      object.withNewCalls { loader.loadAd(into: view) }
    }

    /// Renders an ad into a view; returns whether that succeeded, which is recorded.
    @discardableResult
    func renderNativeAdView(_ view: MANativeAdView, with ad: MAAd) -> Bool {
      insertDelegates()
      let isRendered = loader.renderNativeAdView(view, with: ad)
      if isRendered, let known = object.find(ad)?.identity {
        known.rendered(in: object.recorder.name(ofAny: view.window?.windowScene))
      }
      return isRendered
    }

    /// Releases an ad with the SDK, and records the reason.
    func destroy(_ ad: MAAd, _ reason: Recorded.AdDiscarded.Reason = .other) {
      object.find(ad)?.discard(reason)
      loader.destroy(ad)
    }

    /// The name of an ad in the journal; `nil` if this recorder does not know it.
    func id(of ad: MAAd) -> String? { object.find(ad)?.identity.ad }

    /// Records that a view no longer shows the ad.
    func recordUntracked(_ ad: MAAd) {
      guard let ad = object.find(ad)?.identity else { return }
      ad.record(.nativeUntracked(ad: ad.ad, unit: ad.unit))
    }

    /// Records that the view of an ad became visible.
    func recordAppeared(_ ad: MAAd) { object.find(ad)?.identity.appeared() }

    /// Records that the view of an ad is no longer visible.
    func recordHidden(_ ad: MAAd) { object.find(ad)?.identity.hidden() }

    private func insertDelegates() {
      let object = object
      object.take(object.events, loader.nativeAdDelegate) { loader.nativeAdDelegate = object }
      object.take(object.revenue, loader.revenueDelegate) { loader.revenueDelegate = object }
    }
  }
}
