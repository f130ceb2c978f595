import AdCapture
import AdRecording
import AppJournal
import Foundation
import GoogleMobileAds

nonisolated extension GoogleJournal.AdRecorder {
  /// Records a banner view from now on; keep the returned object.
  ///
  /// Observing a view again does not record it twice: its banners keep their names.
  @MainActor func observe(_ banner: GoogleJournal.BannerView) -> GoogleJournal.RecordedBanner {
    GoogleJournal.RecordedBanner(banner, self)
  }
}

extension GoogleJournal {
  /// A banner view that is recorded; each of its banners has its own name in the journal.
  @MainActor final class RecordedBanner {
    /// The SDK's view.
    let view: BannerView
    private let recorder: AdRecorder
    private let banner: BannerRecorder
    private var paid: PaidHandler { banner.paid }

    init(_ view: BannerView, _ recorder: AdRecorder) {
      self.view = view
      self.recorder = recorder
      banner = recorder.attachedRecorder(of: view) { BannerRecorder(recorder) }
      insertDelegate()
      insertPaidHandler(chaining: true)
    }

    /// The app's delegate; not retained, as by the SDK.
    var delegate: (any BannerViewDelegate)? {
      get { banner.chain.front as? any BannerViewDelegate }
      set {
        banner.chain.setAppDelegate(newValue)
        view.delegate = banner
      }
    }

    /// The app's paid event handler.
    var paidEventHandler: ((AdValue) -> Void)? {
      get { paid.app }
      set {
        paid.app = newValue
        insertPaidHandler(chaining: false)
      }
    }

    /// The name of the shown banner in the journal; `nil` before the first one.
    var id: String? { banner.current?.ad }

    /// Loads a banner.
    ///
    /// - Parameters:
    ///   - request: The request of the SDK; the unit and its scene, or that of the view, are the
    ///     slot.
    ///   - reason: The reason of the load, for the journal.
    ///   - isTest: Whether the request is for a test ad, for the journal.
    ///   - placement: The app's name of the place of the ad, for the journal.
    func load(
      _ request: Request? = nil, reason: Recorded.AdRequested.Reason? = nil, isTest: Bool? = nil,
      placement: String? = nil
    ) {
      insertDelegate()
      let scene = request?.scene ?? view.window?.windowScene
      banner.request(
        view.adUnitID ?? "", scene: recorder.loadedScene(scene),
        width: Double(view.adSize.size.width), reason, isTest, placement)
      banner.chain.withNewCalls { view.load(request) }
    }

    /// Records that the view became visible.
    func recordAppeared() {
      guard let banner = banner.current else { return }
      banner.record(.viewAppeared(ad: banner.ad, unit: banner.unit))
    }

    /// Records that the view is no longer visible.
    func recordHidden() {
      guard let banner = banner.current else { return }
      banner.record(.viewHidden(ad: banner.ad, unit: banner.unit))
    }

    private func insertDelegate() {
      let found = view.delegate
      guard found !== banner else { return }
      if found != nil { banner.chain.insert(found) }
      view.delegate = banner
    }

    private func insertPaidHandler(chaining isChaining: Bool) {
      let (banner, view) = (banner, view)
      let identity = { GoogleJournal.handlerIdentity(of: view) { view.paidEventHandler } }
      guard
        let token = isChaining ? paid.makeToken(before: identity()) : paid.makeReplacementToken()
      else { return }
      nonisolated(unsafe) let found = isChaining ? view.paidEventHandler : nil
      view.paidEventHandler = { value in
        withExtendedLifetime(token) {
          banner.paid.paid(value, next: found == nil ? nil : { ThisThread.run($0) { found?($0) } })
          {
            if let shown = banner.current { GoogleJournal.paid($0, shown) }
          }
        }
      }
      paid.didInstall(identity())
    }
  }
}
