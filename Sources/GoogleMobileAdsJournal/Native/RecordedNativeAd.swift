public import AdRecording

#if canImport(GoogleMobileAds)
  internal import AdCapture
  internal import Foundation
  public import GoogleMobileAds

  /// A native ad under its name in the journal.
  ///
  /// The recorder is the delegate of the ad and of its video; those that the app sets are found
  /// when the SDK's callback that delivered the ad returns, and again by
  /// ``recordRendered(in:viewPassed:)``.
  public final class RecordedNativeAd: @unchecked Sendable {
    /// The ad's name in the journal.
    public var id: String { recorder.identity.ad }
    /// The ad unit id.
    public var unit: String { recorder.identity.unit }
    private weak var ad: NativeAd?
    private let recorder: NativeAdRecorder
    private let paid = PaidHandler()

    init(_ ad: NativeAd, _ recorder: NativeAdRecorder) {
      self.ad = ad
      self.recorder = recorder
    }

    /// Takes the places of delegate and handler, before those that the app has set.
    func takePlaces() {
      guard let ad else { return }
      takeDelegate(ad)
      takeVideoDelegate(ad.mediaContent.videoController)
      takePaidHandler(ad)
    }

    private func takePaidHandler(_ ad: NativeAd) {
      let name = { HandlerName(of: ad) { ad.paidEventHandler } }
      guard let hold = paid.takePlace(before: name()) else { return }
      nonisolated(unsafe) let found = ad.paidEventHandler
      // The closure keeps the recorder alive for as long as there is the ad.
      ad.paidEventHandler = { [self] value in
        withExtendedLifetime(hold) {
          paid.paid(
            value, next: found == nil ? nil : { onThisThread($0) { found?($0) } },
            record: recorder.identity.paid)
        }
      }
      paid.isCalled(name())
    }

    private func takeDelegate(_ ad: NativeAd) {
      let found = ad.delegate
      guard found !== recorder else { return }
      if found != nil { recorder.chain.find(found) }
      ad.delegate = recorder
    }

    private func takeVideoDelegate(_ controller: VideoController) {
      let found = controller.delegate
      guard found !== recorder.video else { return }
      if found != nil { recorder.video.chain.find(found) }
      controller.delegate = recorder.video
    }

    /// The ad is in a view.
    ///
    /// - Parameters:
    ///   - view: The view, for its scene.
    ///   - viewPassed: Whether the view was handed to the mediated network, where the app does that
    ///     itself.
    @MainActor public func recordRendered(in view: UIView? = nil, viewPassed: Bool? = nil) {
      takePlaces()
      let scene = recorder.identity.recorder.name(ofAny: view?.window?.windowScene)
      recorder.identity.record(
        .nativeRendered(
          ad: id, unit: unit, viewPassed: viewPassed, scene: scene ?? recorder.identity.scene))
    }

    /// The view has let go of the ad.
    public func recordUntracked() {
      recorder.identity.record(.nativeUntracked(ad: id, unit: unit))
    }

    /// The view can be seen.
    public func recordAppeared() { recorder.identity.record(.viewAppeared(ad: id, unit: unit)) }

    /// The view cannot be seen any more.
    public func recordHidden() { recorder.identity.record(.viewHidden(ad: id, unit: unit)) }

    /// Says that the app drops the ad, and why; without it the journal says so when the ad is gone.
    public func discard(_ reason: Recorded.AdDiscarded.Reason) { recorder.discard(reason) }
  }
#endif
