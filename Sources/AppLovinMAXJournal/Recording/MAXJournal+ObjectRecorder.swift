import AdRecording
import AppJournal
import AppLovinSDK
import Foundation
import UIKit

nonisolated extension MAXJournal {
  /// The loads and the ads of an object of the SDK, which loads one ad after the other.
  ///
  /// The SDK ignores a load while another one is in flight or while an ad is shown. It requests ads
  /// by itself to refresh a banner and to replace an expired ad.
  final class ObjectRecorder: Forwarder, @unchecked Sendable {
    // The delegates of the app, by the SDK's properties.
    let events = DelegateChain()
    let revenue = DelegateChain()
    let requests = DelegateChain()
    let expiration = DelegateChain()
    let review = DelegateChain()
    let recorder: AdRecorder
    let unit: String
    let format: Recorded.Format
    private let lock = NSLock()
    private var open: [AdLoad] = []
    private var last: AdLoad?
    private var isReloading = false
    private var held: LoadedAd?
    private weak var newest: LoadedAd?
    private var place: (scene: String?, width: Double?) = (nil, nil)

    init(_ recorder: AdRecorder, _ unit: String, _ format: Recorded.Format) {
      self.recorder = recorder
      self.unit = unit
      self.format = format
    }

    deinit { held?.discard(.other) }

    override var behind: AnyObject? { events.front }

    /// The ad that the object holds; `nil` for none.
    var current: LoadedAd? {
      let ad = lock.withLock { held }
      return ad?.isOver == true ? nil : ad
    }

    /// The recorded ad of an ad of the SDK: by its identity, else the newest one.
    func find(_ ad: MAAd) -> LoadedAd? { recorder.recorder(of: ad) ?? lock.withLock { newest } }

    /// Sets the scene and the width of all further loads.
    func setPlace(_ scene: String?, width: Double?) { lock.withLock { place = (scene, width) } }

    /// Records a load of the app.
    func request(_ reason: Recorded.AdRequested.Reason?, _ isTest: Bool?, _ placement: String?) {
      let load = begin(reason, isTest, placement)
      let isIgnored = lock.withLock {
        if format != .native, !open.isEmpty { return true }
        open.append(load)
        return false
      }
      if isIgnored { load.end() }
    }

    private func begin(
      _ reason: Recorded.AdRequested.Reason?, _ isTest: Bool? = nil, _ placement: String? = nil
    ) -> AdLoad {
      let (scene, width) = lock.withLock { place }
      let load = AdLoad(recorder, unit, format, scene: scene)
      load.requested(reason, width: width, isTest: isTest, placement: placement)
      return load
    }

    /// A load that the app did not request from the recorder.
    private func beginOwn() -> AdLoad {
      begin(format == .banner && lock.withLock { last } != nil ? .refresh : nil)
    }

    /// The load that ends now, if it is known.
    private func takeOpen() -> AdLoad? {
      lock.withLock { open.isEmpty ? nil : open.removeFirst() }
    }

    private func end(_ load: AdLoad) {
      load.end()
      lock.withLock { (last, isReloading) = (load, false) }
    }

    /// The SDK sends a request: of the app's load, or one of its own.
    ///
    /// A request of a full-screen object that holds an ad replaces that ad, which has expired. It
    /// is recorded with its answer, because the ad stays until then.
    func started() {
      let isReload = format != .banner && current != nil
      let isKnown = lock.withLock {
        if open.isEmpty, isReload { isReloading = true }
        return !open.isEmpty || isReload
      }
      if isKnown { return }
      let load = beginOwn()
      lock.withLock { open.append(load) }
    }

    /// Records that an ad loaded, also one that was delivered before.
    @discardableResult
    func loaded(_ ad: MAAd) -> LoadedAd {
      let known: LoadedAd? = recorder.recorder(of: ad)
      let load = takeOpen() ?? known?.load ?? beginOwn()
      return loaded(ad, load, known)
    }

    private func loaded(
      _ ad: MAAd, _ load: AdLoad, _ known: LoadedAd?, isImmediate: Bool = false
    ) -> LoadedAd {
      end(load)
      let isAgain = known.map { $0.load.request.name != load.request.name } ?? false
      let identity = load.loaded(
        MAXJournal.response(ad), as: known?.identity.ad, isImmediate: isImmediate,
        again: isAgain ? true : nil)
      let loaded = known ?? LoadedAd(identity, load)
      if known == nil { recorder.attach(loaded, to: ad) }
      hold(loaded)
      return loaded
    }

    private func hold(_ ad: LoadedAd) {
      ad.isOver = false
      let old = lock.withLock { () -> LoadedAd? in
        newest = ad
        if format == .native { return nil }
        defer { held = ad }
        return held === ad ? nil : held
      }
      old?.discard(.replaced)
      if events.front != nil { delegateIsSet(ad) }
      if revenue.front != nil { revenueDelegateIsSet(ad) }
    }

    /// Records that an ad has the app's delegate.
    func delegateIsSet(_ ad: LoadedAd) {
      ad.identity.record(.adDelegateSet(ad: ad.identity.ad, unit: unit))
    }

    /// Records that an ad has the app's delegate for revenue.
    func revenueDelegateIsSet(_ ad: LoadedAd) {
      ad.identity.record(.adPaidHandlerSet(ad: ad.identity.ad, unit: unit))
    }

    /// Records that a load failed, or the reload of an expired ad, which is gone then.
    ///
    /// A failure without a load is that of the load before, for the second time.
    func failed(_ error: MAError) {
      let (isReload, before) = lock.withLock { (isReloading, last) }
      if isReload { current?.expire() }
      let load = takeOpen() ?? (isReload ? begin(.expired) : before ?? beginOwn())
      end(load)
      load.failed(code: error.code.rawValue, MAXJournal.response(error.waterfall))
      if isReload, let expired = current {
        expired.discard(.expired)
        expired.isOver = true
      }
    }

    /// Records that an expired ad was replaced; this answers a load that the SDK ignored meanwhile.
    func reloaded(_ expired: MAAd, _ ad: MAAd) {
      find(expired)?.expire()
      let (open, known): (AdLoad?, LoadedAd?) = (takeOpen(), recorder.recorder(of: ad))
      let load = open ?? known?.load ?? begin(.expired)
      _ = loaded(ad, load, known, isImmediate: open == nil)
    }

    /// Records that the app asks for a show, of the held ad or without one.
    @MainActor func showIsRequested(
      over scene: UIWindowScene?, _ trigger: Recorded.Trigger?, _ placement: String?
    ) {
      let load = lock.withLock { place.scene }
      let scene = recorder.presentedScene(load: current?.identity.scene ?? load, presenting: scene)
      guard let ad = current else {
        recorder.record(
          .adShowWithoutAd(
            unit: unit, format: format, scene: scene, trigger: trigger, placement: placement))
        return
      }
      ad.presentedScene = scene
      recorder.showIsRequested()
      recorder.record(
        .adPresentRequested(
          ad: ad.identity.ad, unit: unit, format: format, scene: scene, trigger: trigger,
          placement: placement))
    }

    /// Records that the app granted the reward of the newest ad.
    func recordGrant(_ type: String?, _ amount: Double?) {
      guard let ad = lock.withLock({ newest })?.identity else { return }
      recorder.record(.adRewardGranted(ad: ad.ad, unit: unit, type: type, amount: amount))
    }

    /// Records that a show ended or failed, after which a full-screen object holds no ad and loads
    /// none.
    func ended(_ ad: LoadedAd, _ record: () -> Void) {
      if events.takeLoss() { ad.identity.lost(.delegate) }
      if revenue.takeLoss() { ad.identity.lost(.paidHandler) }
      record()
      if ad.isOver || format == .banner { return }
      ad.isOver = true
      let ignored = lock.withLock {
        defer { open = [] }
        return open
      }
      for load in ignored { load.end() }
    }

    /// Inserts the recorder in front of a delegate that the app set on the SDK's object.
    ///
    /// - Parameter set: Sets the recorder as the delegate.
    func take(_ chain: DelegateChain, _ found: AnyObject?, _ set: () -> Void) {
      guard found !== self else { return }
      chain.insert(found)
      set()
    }

    /// Runs a function of the SDK whose delegate calls are new, even from within a call.
    func withNewCalls(_ body: () -> Void) {
      events.withNewCalls {
        revenue.withNewCalls {
          requests.withNewCalls { expiration.withNewCalls { review.withNewCalls(body) } }
        }
      }
    }

    /// Records a call and forwards it to the app's delegate, on this thread.
    func pass<Target, Value>(
      _ chain: DelegateChain, _ name: String, _ value: Value, record: () -> Void,
      _ send: @MainActor @Sendable (Target, Value) -> Void
    ) {
      chain.pass(name, record: record) { found in
        guard let target = found as? Target else { return }
        ThisThread.run((target, value)) { send($0.0, $0.1) }
      }
    }
  }
}
