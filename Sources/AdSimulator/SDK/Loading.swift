public import AdSession
import PropertyTesting

/// How an ad is asked for.
public struct LoadRequest: Sendable {
  /// Why.
  public var reason = Word.absent
  /// The orientation that it is asked for in.
  public var orientation = Word.absent
  /// The width that a banner is asked for in, points.
  public var width: Int64?
  /// How many ads a native request asks for.
  public var count: Int64?
  /// A bug: the scene is not named.
  var forgetsScene = false
  /// A bug: another unit is asked for.
  var unit: String?

  /// Makes a request.
  public init(
    reason: Word = .absent, orientation: Word = .absent, width: Int64? = nil, count: Int64? = nil
  ) {
    self.reason = reason
    self.orientation = orientation
    self.width = width
    self.count = count
  }
}

extension World {
  /// Asks the SDK for an ad; answers the name of the request.
  @discardableResult
  public func load(_ place: AdPlace, _ request: LoadRequest = LoadRequest()) -> Symbol {
    sdk.requestsSoFar += 1
    let name = symbol("r-\(sdk.requestsSoFar)")
    let unit = request.unit.map { symbol($0) } ?? place.unit
    record(.adRequested) {
      $0.unit = unit
      $0.format = place.format
      $0.request = name
      $0.scene = request.forgetsScene ? .absent : place.scene
      $0.reason = request.reason
      $0.orientation = request.orientation
      $0.width = request.width
      $0.count = request.count
      if profile.isDebug && app.sendsTestFlag { $0.test = true }
    }
    if isOver { return name }
    answer(LoadInProgress(place: place, name: name, count: request.count ?? 1, began: clock.t))
    return name
  }

  private func answer(_ load: LoadInProgress) {
    if strikes(.loadNeverCompletes, 0.08) { return }
    if let code = failureCode(load) {
      if strikes(.failsWhileLoading) { return fail(load, code) }
      let latency = drawLatency()
      later(latency) { $0.fail(load, code) }
      if strikes(.doubledLoad) {
        later(latency + drawTime(0...2_000)) { $0.fail(load, code) }
      }
      return
    }
    if load.place.format == .native || strikes(.adapterFailures, 0.3) {
      return walkWaterfall(load)
    }
    later(drawLatency()) { $0.deliver(load, nil) }
  }

  private func drawLatency() -> Int64 {
    if strikes(.lateLoad, 0.1) {
      return drawTime(59_000...90_000, towards: 61_000, near: [limit(.loadTimeoutSeconds)])
    }
    if strikes(.slowLoad, 0.3) { return drawTime(1_000...50_000, towards: 9_000) }
    return drawTime(40...4_000, towards: 300)
  }

  /// The code with which a load fails; nil: it does not.
  private func failureCode(_ load: LoadInProgress) -> Int64? {
    if let broken = sdk.brokenUnits.first(where: { $0.unit == load.place.unit }) {
      return broken.code
    }
    if strikes(.configurationError, 0.06) {
      let code = choices.pick([7, 0, 4, 10, 12, 20] as [Int64])
      sdk.brokenUnits.append((load.place.unit, code))
      return code
    }
    if strikes(.noFill, sdk.failureRate) { return choices.pick([1, 3, 9] as [Int64]) }
    if strikes(.networkError, sdk.failureRate) { return choices.pick([2, 5, 11] as [Int64]) }
    return nil
  }

  func fail(_ load: LoadInProgress, _ code: Int64) {
    record(.adFailedToLoad) {
      $0.unit = load.place.unit
      $0.format = load.place.format
      $0.request = load.name
      $0.scene = load.place.scene
      $0.errorCode = code
    }
  }

  func nextAdName() -> Symbol {
    sdk.adsSoFar += 1
    return symbol("a-\(sdk.adsSoFar)")
  }

  /// The load delivers its ads; the first is the adapter's where one has it.
  func deliver(_ load: LoadInProgress, _ adapter: (call: AdapterCall, ad: Symbol)?) {
    var count = load.place.format == .native ? load.count : 1
    if load.place.format == .native && strikes(.tooManyNativeAds) { count += 1 }
    for number in 0..<count {
      let name = number == 0 ? adapter?.ad ?? nextAdName() : nextAdName()
      let ad = SimulatedAd(
        name: name, place: load.place, request: load.name, loadedAt: clock.t,
        window: window(of: load.place.scene) ?? phone.scenes.first)
      if number == 0 { ad.adapter = adapter?.call }
      sdk.ads.append(ad)
      recordLoaded(ad, load)
      markAge(of: ad)
      if strikes(.doubledLoad, 0.1) { later(drawTime(0...3_000)) { $0.recordLoaded(ad, load) } }
      planMischief(of: ad)
      if isOver { return }
      appGot(ad)
    }
  }

  private func markAge(of ad: SimulatedAd) {
    switch ad.place.format {
    case .appOpen: mark(limit(.appOpenMaxAgeSeconds))
    case .native: mark(limit(.nativeMaxAgeSeconds))
    case .banner: break
    default: mark(limit(.fullScreenMaxAgeSeconds))
    }
  }

  private func recordLoaded(_ ad: SimulatedAd, _ load: LoadInProgress) {
    record(.adLoaded) {
      $0.unit = ad.place.unit
      $0.format = ad.place.format
      $0.request = load.name
      $0.ad = ad.name
      $0.scene = ad.place.scene
      if let call = ad.adapter { $0.adapter = call.adapter }
      $0.latencyMs = clock.t - load.began
    }
  }

  /// What the network does to an ad that waits.
  private func planMischief(of ad: SimulatedAd) {
    if strikes(.expiryNotice) {
      later(drawTime(0...20_000_000, towards: 5_000)) { world in
        if !ad.isPresented && !ad.isDiscarded && !ad.hasExpired { world.expire(ad) }
      }
    }
    guard ad.place.format.isFullScreen else { return }
    if strikes(.earlyImpression, 0.1) { later(0) { $0.recordImpression(ad) } }
    if strikes(.earlyClick, 0.1) { later(10) { $0.recordClick(ad) } }
    if strikes(.earlyReward, 0.1) && ad.place.format.isRewarded { later(20) { $0.earn(ad) } }
  }

  private func expire(_ ad: SimulatedAd) {
    ad.hasExpired = true
    record(.adExpired) {
      $0.ad = ad.name
      $0.unit = ad.place.unit
    }
  }

  /// Lets go of an ad that the SDK holds for the manager.
  public func discard(_ ad: Symbol, reason: Word) {
    let known = sdk.ad(ad)
    known?.isDiscarded = true
    if let known, known.isRendered { untrack(known) }
    if let known, known.isVisible { hide(known, byUser: false) }
    record(.adDiscarded) {
      $0.ad = ad
      $0.unit = known?.place.unit ?? .absent
      $0.reason = reason
    }
  }
}

/// A load that the SDK works on.
struct LoadInProgress {
  let place: AdPlace
  let name: Symbol
  let count: Int64
  let began: Int64
}

extension Word {
  /// Whether ads of the format earn rewards.
  var isRewarded: Bool { self == .rewarded || self == .rewardedInterstitial }
}
