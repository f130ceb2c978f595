import AdCapture
import AdRecording
import AppJournal
import Foundation
import GoogleMobileAds

extension GoogleJournal {
  /// The delegate of a banner view: records each call and forwards it to the app's delegate.
  ///
  /// A banner that loads without a request of the app is one that the SDK refreshed by itself. It
  /// does so after a while; a banner that comes sooner is a second delivery of the same request.
  nonisolated final class BannerRecorder: Forwarder, BannerViewDelegate, @unchecked Sendable {
    let chain = DelegateChain()
    let paid = PaidHandler()
    private let recorder: AdRecorder
    private let lock = NSLock()
    private var load: AdLoad?
    private var shown: AdIdentity?
    private var wasLoaded = false
    /// The load that was delivered last, and when; nil before the app asked for one itself.
    private var delivered: (load: AdLoad, at: Int64)?
    private var wasRequested = false
    /// Nanoseconds of a clock that never goes back.
    var now: @Sendable () -> Int64 = { AdRecorder.uptime }

    init(_ recorder: AdRecorder) { self.recorder = recorder }

    deinit { shown?.discarded(.other) }

    override var behind: AnyObject? { chain.front }

    /// Records a request of the app.
    func request(
      _ unit: String, scene: String?, width: Double, _ reason: Recorded.AdRequested.Reason?,
      _ isTest: Bool?, _ placement: String?
    ) {
      let load = AdLoad(recorder, unit, .banner, scene: scene)
      load.requested(reason, width: width, isTest: isTest, placement: placement)
      let old = lock.withLock {
        defer { (self.load, wasLoaded, wasRequested) = (load, true, true) }
        return self.load
      }
      old?.end()
    }

    /// The banner that the view shows.
    var current: AdIdentity? { lock.withLock { shown } }

    /// The load that ends now; a load of the SDK itself is recorded when it ends.
    private func endingLoad(_ banner: BannerView) -> AdLoad {
      let (open, isRefresh) = lock.withLock {
        defer { (load, wasLoaded) = (nil, true) }
        return (load, wasLoaded)
      }
      if let open { return open }
      nonisolated(unsafe) var begun: AdLoad?
      let recorder = recorder
      ThisThread.run(banner) { banner in
        let scene = recorder.loadedScene(banner.window?.windowScene)
        let load = AdLoad(recorder, banner.adUnitID ?? "", .banner, scene: scene)
        load.requested(isRefresh ? .refresh : nil, width: Double(banner.adSize.size.width))
        begun = load
      }
      return begun ?? AdLoad(recorder, "", .banner, scene: nil)
    }

    /// The load that is delivered for the second time; nil if this is the end of another one.
    private func deliveredAgain() -> AdLoad? {
      lock.withLock {
        guard load == nil, let delivered else { return nil }
        return now() - delivered.at < Self.soonestRefresh ? delivered.load : nil
      }
    }

    /// Nanoseconds before which the SDK does not refresh a banner, less a second for its timer.
    private static let soonestRefresh: Int64 = 29_000_000_000

    private func received(_ banner: BannerView) {
      let response = ThisThread.result(banner) { GoogleJournal.response($0.responseInfo) }
      let again = deliveredAgain()
      let load = again ?? endingLoad(banner)
      load.end()
      let identity = load.loaded(response, as: again.map { _ in recorder.name(.ad) })
      lock.withLock { delivered = wasRequested ? (load, now()) : nil }
      let old = lock.withLock {
        defer { shown = identity }
        return shown
      }
      old?.discarded(.replaced)
    }

    private func failed(_ banner: BannerView, _ error: any Error) {
      let load = endingLoad(banner)
      load.end()
      load.failed(error, GoogleJournal.response(in: error))
    }

    func bannerViewDidReceiveAd(_ bannerView: BannerView) {
      pass("received", bannerView, record: { received(bannerView) }) {
        ThisThread.call($0.bannerViewDidReceiveAd, $1)
      }
    }

    func bannerView(_ bannerView: BannerView, didFailToReceiveAdWithError error: any Error) {
      pass("failed", bannerView, record: { failed(bannerView, error) }) {
        ThisThread.call($0.bannerView(_:didFailToReceiveAdWithError:), $1, error)
      }
    }

    func bannerViewDidRecordImpression(_ bannerView: BannerView) {
      pass("impression", bannerView, record: { current?.impression() }) {
        ThisThread.call($0.bannerViewDidRecordImpression, $1)
      }
    }

    func bannerViewDidRecordClick(_ bannerView: BannerView) {
      pass("click", bannerView, record: { current?.clicked() }) {
        ThisThread.call($0.bannerViewDidRecordClick, $1)
      }
    }

    func bannerViewWillPresentScreen(_ bannerView: BannerView) {
      pass("present", bannerView, record: { current?.willPresent(in: nil) }) {
        ThisThread.call($0.bannerViewWillPresentScreen, $1)
      }
    }

    func bannerViewWillDismissScreen(_ bannerView: BannerView) {
      pass("dismiss", bannerView, record: { current?.willDismiss(in: nil) }) {
        ThisThread.call($0.bannerViewWillDismissScreen, $1)
      }
    }

    func bannerViewDidDismissScreen(_ bannerView: BannerView) {
      pass("dismissed", bannerView, record: { current?.dismissed(in: nil) }) {
        ThisThread.call($0.bannerViewDidDismissScreen, $1)
      }
    }

    private func pass(
      _ name: String, _ banner: BannerView, record: () -> Void,
      _ body: @MainActor @Sendable (any BannerViewDelegate, BannerView) -> Void
    ) {
      chain.pass(name, record: record) { target in
        guard let target = target as? any BannerViewDelegate else { return }
        ThisThread.run((target, banner)) { body($0.0, $0.1) }
      }
    }
  }
}
