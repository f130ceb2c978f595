internal import AdRecording

#if canImport(GoogleMobileAds)
  internal import AdCapture
  internal import AppJournal
  internal import Foundation
  internal import GoogleMobileAds
  internal import Platform

  /// The delegate of a banner view: records each call and forwards it to the app's delegate.
  ///
  /// A banner that loads without a request of the app is one that the SDK refreshed by itself. It
  /// does so after a while; a banner that comes sooner is a second delivery of the same request.
  nonisolated final class BannerRecorder: Forwarder, BannerViewDelegate, @unchecked Sendable {
    let chain = DelegateChain()
    let paid = PaidHandler()
    private let recorder: AdRecorder
    private let lock = NSLock()
    private var load: BannerLoad?
    private var shown: AdIdentity?
    private var wasLoaded = false
    /// The load that was delivered last, and when; nil before the app asked for one itself.
    private var delivered: (load: BannerLoad, at: Int64)?
    private var wasRequested = false
    /// Nanoseconds of a clock that never goes back.
    var now = SystemCalls.live.now

    init(_ recorder: AdRecorder) { self.recorder = recorder }

    deinit { shown?.discarded(.other) }

    override var behind: AnyObject? { chain.front }

    /// Records a request of the app.
    func request(
      _ unit: String, scene: String?, width: Double, _ reason: Recorded.AdRequested.Reason?,
      _ isTest: Bool?, _ placement: String?
    ) {
      let load = BannerLoad(recorder, unit, scene: scene)
      load.requested(reason, width: width, isTest, placement)
      let old = lock.withLock {
        defer { (self.load, wasLoaded, wasRequested) = (load, true, true) }
        return self.load
      }
      if let old { recorder.endLoad(old.load.request) }
    }

    /// The banner that the view shows.
    var current: AdIdentity? { lock.withLock { shown } }

    /// The load that ends now; a load of the SDK itself is recorded when it ends.
    private func endingLoad(_ banner: BannerView) -> BannerLoad {
      let (open, isRefresh) = lock.withLock {
        defer { (load, wasLoaded) = (nil, true) }
        return (load, wasLoaded)
      }
      if let open { return open }
      nonisolated(unsafe) var begun: BannerLoad?
      let recorder = recorder
      onThisThread(banner) { banner in
        let scene = recorder.loadedScene(banner.window?.windowScene)
        let load = BannerLoad(recorder, banner.adUnitID ?? "", scene: scene)
        load.requested(isRefresh ? .refresh : nil, width: Double(banner.adSize.size.width))
        begun = load
      }
      return begun ?? BannerLoad(recorder, "", scene: nil)
    }

    /// The load that is delivered for the second time; nil if this is the end of another one.
    private func deliveredAgain() -> BannerLoad? {
      lock.withLock {
        guard load == nil, let delivered else { return nil }
        return now() - delivered.at < Self.soonestRefresh ? delivered.load : nil
      }
    }

    /// Nanoseconds before which the SDK does not refresh a banner, less a second for its timer.
    private static let soonestRefresh: Int64 = 29_000_000_000

    private func received(_ banner: BannerView) {
      nonisolated(unsafe) var response = LoadResponse()
      onThisThread(banner) { response = LoadResponse($0.responseInfo) }
      let again = deliveredAgain()
      let load = again ?? endingLoad(banner)
      let identity = load.delivered(response, as: again.map { _ in recorder.name(.ad) })
      lock.withLock { delivered = wasRequested ? (load, now()) : nil }
      let old = lock.withLock {
        defer { shown = identity }
        return shown
      }
      old?.discarded(.replaced)
    }

    func bannerViewDidReceiveAd(_ bannerView: BannerView) {
      pass("received", bannerView, record: { received(bannerView) }) {
        call($0.bannerViewDidReceiveAd, $1)
      }
    }

    func bannerView(_ bannerView: BannerView, didFailToReceiveAdWithError error: any Error) {
      pass("failed", bannerView, record: { endingLoad(bannerView).failed(error) }) {
        call($0.bannerView(_:didFailToReceiveAdWithError:), $1, error)
      }
    }

    func bannerViewDidRecordImpression(_ bannerView: BannerView) {
      pass("impression", bannerView, record: { current?.impression() }) {
        call($0.bannerViewDidRecordImpression, $1)
      }
    }

    func bannerViewDidRecordClick(_ bannerView: BannerView) {
      pass("click", bannerView, record: { current?.clicked() }) {
        call($0.bannerViewDidRecordClick, $1)
      }
    }

    func bannerViewWillPresentScreen(_ bannerView: BannerView) {
      pass("present", bannerView, record: { current?.willPresent(in: nil) }) {
        call($0.bannerViewWillPresentScreen, $1)
      }
    }

    func bannerViewWillDismissScreen(_ bannerView: BannerView) {
      pass("dismiss", bannerView, record: { current?.willDismiss(in: nil) }) {
        call($0.bannerViewWillDismissScreen, $1)
      }
    }

    func bannerViewDidDismissScreen(_ bannerView: BannerView) {
      pass("dismissed", bannerView, record: { current?.dismissed(in: nil) }) {
        call($0.bannerViewDidDismissScreen, $1)
      }
    }

    private func pass(
      _ name: String, _ banner: BannerView, record: () -> Void,
      _ body: @MainActor (any BannerViewDelegate, BannerView) -> Void
    ) {
      chain.pass(name, record: record) { target in
        guard let target = target as? any BannerViewDelegate else { return }
        onThisThread((target, banner)) { body($0.0, $0.1) }
      }
    }
  }
#endif
