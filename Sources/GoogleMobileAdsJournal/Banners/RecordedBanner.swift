public import AdRecording

#if canImport(GoogleMobileAds)
  internal import AdCapture
  internal import Foundation
  public import GoogleMobileAds

  extension AdRecorder {
    /// Records what a banner view does from now on; keep what it returns.
    ///
    /// A view that is recorded already is not recorded twice: its banners keep their names.
    @MainActor public func observe(_ banner: BannerView) -> RecordedBanner {
      RecordedBanner(banner, self)
    }
  }

  /// A banner view whose banners are recorded, each under a name of its own.
  @MainActor public final class RecordedBanner {
    /// The view of the SDK.
    public let view: BannerView
    private let recorder: AdRecorder
    private let banner: BannerRecorder
    private var paid: PaidHandler { banner.paid }

    init(_ view: BannerView, _ recorder: AdRecorder) {
      self.view = view
      self.recorder = recorder
      banner = recorder.keep(for: view) { BannerRecorder(recorder) }
      takeDelegate()
      takePaidHandler(before: true)
    }

    /// The app's delegate; not kept alive, as the SDK does not.
    public var delegate: (any BannerViewDelegate)? {
      get { banner.chain.front as? any BannerViewDelegate }
      set {
        banner.chain.give(newValue)
        view.delegate = banner
      }
    }

    /// The app's handler of what the banners earn.
    public var paidEventHandler: ((AdValue) -> Void)? {
      get { paid.app }
      set {
        paid.app = newValue
        takePaidHandler(before: false)
      }
    }

    /// The name of the banner that is shown; nil before the first.
    public var id: String? { banner.current?.ad }

    /// Loads a banner.
    ///
    /// - Parameters:
    ///   - request: What is asked for; its scene, or that of the view, is the slot.
    ///   - reason: Why the app loads now.
    ///   - isTest: Whether a test ad is asked for.
    public func load(
      _ request: Request? = nil, reason: Recorded.AdRequested.Reason? = nil, isTest: Bool? = nil
    ) {
      takeDelegate()
      let scene = request?.scene ?? view.window?.windowScene
      banner.request(
        view.adUnitID ?? "", scene: recorder.loadedScene(scene),
        width: Double(view.adSize.size.width), reason, isTest)
      banner.chain.anew { view.load(request) }
    }

    /// The view can be seen.
    public func recordAppeared() {
      guard let banner = banner.current else { return }
      banner.record(.viewAppeared(ad: banner.ad, unit: banner.unit))
    }

    /// The view cannot be seen any more.
    public func recordHidden() {
      guard let banner = banner.current else { return }
      banner.record(.viewHidden(ad: banner.ad, unit: banner.unit))
    }

    private func takeDelegate() {
      let found = view.delegate
      guard found !== banner else { return }
      if found != nil { banner.chain.find(found) }
      view.delegate = banner
    }

    private func takePaidHandler(before goesOn: Bool) {
      let (banner, view) = (banner, view)
      let name = { HandlerName(of: view) { view.paidEventHandler } }
      guard let hold = goesOn ? paid.takePlace(before: name()) : paid.replace() else { return }
      nonisolated(unsafe) let found = goesOn ? view.paidEventHandler : nil
      view.paidEventHandler = { value in
        withExtendedLifetime(hold) {
          banner.paid.paid(value, next: found == nil ? nil : { onThisThread($0) { found?($0) } }) {
            banner.current?.paid($0)
          }
        }
      }
      paid.isCalled(name())
    }
  }
#endif
