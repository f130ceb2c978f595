public import AdDecider
public import AdSession
import PropertyTesting

/// The parameters of a request for an ad.
public struct LoadRequest: Sendable {
  /// The reason of the request; absent if it is not recorded.
  public var reason = Word.absent
  /// The requested orientation; absent if it is not recorded.
  public var orientation = Word.absent
  /// The requested width of a banner, in points.
  public var width: Int64?
  /// The number of native ads requested; nil for one.
  public var count: Int64?
  /// The name of the row that the ad is for; absent if it is not recorded.
  public var row = Symbol.absent
  /// A bug: the request does not name its scene.
  var forgetsScene = false
  /// A bug: the unit that is requested instead.
  var unit: String?

  /// Creates a request, by default without optional fields.
  public init(
    reason: Word = .absent, orientation: Word = .absent, width: Int64? = nil, count: Int64? = nil,
    row: Symbol = .absent
  ) {
    self.reason = reason
    self.orientation = orientation
    self.width = width
    self.count = count
    self.row = row
  }
}

extension World {
  /// Requests an ad from the SDK; returns the name of the request.
  ///
  /// The answer arrives as an event, possibly before this method returns.
  @discardableResult
  public func load(_ placement: Placement, _ request: LoadRequest = LoadRequest()) -> Symbol {
    let load = recordRequest(placement, request)
    if !isOver && !isReenacted {
      answer(load)
      planClosing(of: placement.scene)
    }
    return load.name
  }

  func recordRequest(_ placement: Placement, _ request: LoadRequest) -> LoadInProgress {
    sdk.requestsSoFar += 1
    let name = symbol("r-\(sdk.requestsSoFar)")
    let unit = request.unit.map { symbol($0) } ?? placement.unit
    let place = request.row.isPresent ? request.row : self.name(of: placement)
    sdk.lastLoads[placement] = SimulatedLoad(name: name)
    record(.adRequested) {
      $0.unit = unit
      $0.format = placement.format
      $0.request = name
      $0.scene = request.forgetsScene ? .absent : placement.scene
      $0.reason = request.reason
      $0.orientation = request.orientation
      $0.width = request.width
      $0.count = request.count
      if profile.isDebug && app.sendsTestFlag { $0.test = true }
      $0.placement = place
    }
    return LoadInProgress(
      placement: placement, name: name, count: request.count ?? 1, began: clock.t,
      size: size(of: placement))
  }

  /// The size of the window of a placement, in an app under test with several windows.
  func size(of placement: Placement) -> WindowSize? {
    isUnderTest && profile.isMultiScene ? window(of: placement.scene)?.size : nil
  }

  private func answer(_ load: LoadInProgress) {
    if strikes(.loadNeverCompletes, 0.08) { return }
    if let code = failureCode(load) {
      if strikes(.failsWhileLoading) { return fail(load, code) }
      let latency = drawLatency(of: load)
      later(latency) { $0.fail(load, code) }
      if strikes(.doubledLoad) {
        later(latency + drawTime(0...2_000)) { $0.fail(load, code) }
      }
      return
    }
    if load.placement.format == .native || strikes(.adapterFailures, 0.3) {
      return walkWaterfall(load)
    }
    later(drawLatency(of: load)) { $0.deliver(load, nil) }
  }

  private func drawLatency(of load: LoadInProgress) -> Int64 {
    if strikes(.lateLoad, 0.1, unit: load.placement.unit) {
      return drawTime(59_000...90_000, towards: 61_000, near: [limit(.loadTimeoutSeconds)])
    }
    if strikes(.slowLoad, 0.3) { return drawTime(1_000...50_000, towards: 9_000) }
    return drawTime(40...4_000, towards: 300)
  }

  /// Draws the error code with which a load fails; nil if it succeeds.
  private func failureCode(_ load: LoadInProgress) -> Int64? {
    if !around.isConnected { return 2 }
    if let broken = sdk.broken.first(where: { $0.concerns(load.placement.unit, load.size) }) {
      return broken.code
    }
    if strikes(.configurationError, 0.06, unit: load.placement.unit) {
      let code = choices.pick(Self.configurationCodes)
      sdk.broken.append(Misconfiguration(load.placement, code, size: load.size))
      return code
    }
    if strikes(.noFill, sdk.failureRate) { return choices.pick([1, 3, 9] as [Int64]) }
    if strikes(.networkError, sdk.failureRate) { return choices.pick([2, 5, 11] as [Int64]) }
    return nil
  }

  func fail(_ load: LoadInProgress, _ code: Int64) {
    if isUnderTest && Self.configurationCodes.contains(code) { noteMisconfiguration(load, code) }
    sdk.answer(load, .failed(code))
    let isNameless = !Self.configurationCodes.contains(code) && losesCode()
    record(.adFailedToLoad) {
      $0.unit = load.placement.unit
      $0.format = load.placement.format
      $0.request = load.name
      $0.scene = load.placement.scene
      $0.errorCode = isNameless ? nil : code
    }
  }

  /// Whether a failure is reported without its code.
  func losesCode() -> Bool {
    hasSurroundings && (bug == .failureWithoutCode || strikes(.failureWithoutCode))
  }

  /// The error codes of configuration errors.
  public static let configurationCodes: [Int64] = [10, 0, 4, 12, 20]

  /// Notes a configuration error for the size that the window had at the request, and for its size
  /// now: a manager may remember either.
  ///
  /// A failure that was on its way when the configuration changed breaks the unit again.
  private func noteMisconfiguration(_ load: LoadInProgress, _ code: Int64) {
    let error = Misconfiguration(load.placement, code, size: load.size)
    sdk.misconfigurations.append(error)
    if let now = size(of: load.placement) {
      sdk.misconfigurations.append(Misconfiguration(load.placement, code, size: now))
    }
    if sdk.broken.contains(where: { $0.concerns(load.placement.unit, load.size) }) { return }
    sdk.broken.append(error)
  }

  func nextAdName() -> Symbol {
    sdk.adsSoFar += 1
    return symbol("a-\(sdk.adsSoFar)")
  }

  /// Delivers the ads of a load; the first one comes from the adapter, if there is one.
  func deliver(_ load: LoadInProgress, _ adapter: (call: SimulatedAdapterCall, ad: Symbol)?) {
    sdk.answer(load, .delivered)
    if adapter == nil, let known = objectToRepeat(load.placement) {
      return recordLoaded(known, load, isAgain: true)
    }
    var count = load.placement.format == .native ? load.count : 1
    if load.placement.format == .native && strikes(.tooManyNativeAds) { count += 1 }
    for number in 0..<count {
      let name = number == 0 ? adapter?.ad ?? nextAdName() : nextAdName()
      let ad = SimulatedAd(
        name: name, placement: load.placement, request: load.name, loadedAt: clock.t,
        window: window(of: load.placement.scene) ?? phone.scenes.first)
      if number == 0 { ad.adapter = adapter?.call }
      sdk.ads.append(ad)
      recordLoaded(ad, load)
      markAge(of: ad)
      if strikes(.doubledLoad, 0.1) { later(drawTime(0...3_000)) { $0.repeatLoaded(ad, load) } }
      planEarlyCallbacks(of: ad)
      if isOver { return }
      attachIfBanner(ad)
    }
  }

  /// Records a second answer to a load, unless the unit of an app under test is misconfigured now.
  private func repeatLoaded(_ ad: SimulatedAd, _ load: LoadInProgress) {
    if isUnderTest && sdk.broken.contains(where: { $0.concerns(ad.placement.unit, load.size) }) {
      return
    }
    recordLoaded(ad, load)
  }

  private func markAge(of ad: SimulatedAd) {
    switch ad.placement.format {
    case .appOpen: mark(limit(.appOpenMaxAgeSeconds))
    case .native: mark(limit(.nativeMaxAgeSeconds))
    case .banner: break
    default: mark(limit(.fullScreenMaxAgeSeconds))
    }
  }

  private func recordLoaded(_ ad: SimulatedAd, _ load: LoadInProgress, isAgain: Bool = false) {
    if profile.captures.contains(.readiness) { noteNetwork() }
    record(.adLoaded) {
      $0.unit = ad.placement.unit
      $0.format = ad.placement.format
      $0.request = load.name
      $0.ad = ad.name
      $0.scene = ad.placement.scene
      if let call = ad.adapter { $0.adapter = call.adapter }
      $0.latencyMs = clock.t - load.began
      if isAgain { $0.again = true }
    }
  }

  /// Names the network and the creative of the ad that is recorded next.
  private func noteNetwork() {
    let letter = ["A", "B", "C"][sdk.adsSoFar % 3]
    let index = trace.events.count
    trace.freeTexts.append((index, .network, symbol("Example Network \(letter)")))
    trace.freeTexts.append((index, .creative, symbol("cr-\(sdk.adsSoFar % 7)")))
  }

  /// Plans an expiry notice and early callbacks for a loaded ad.
  private func planEarlyCallbacks(of ad: SimulatedAd) {
    if strikes(.expiryNotice) {
      later(drawTime(0...20_000_000, towards: 5_000)) { world in
        if !ad.isPresented && !ad.isDiscarded && !ad.hasExpired { world.expire(ad) }
      }
    }
    guard ad.placement.format.isFullScreen else { return }
    if strikes(.earlyImpression, 0.1) { later(0) { $0.recordImpression(ad) } }
    if strikes(.earlyClick, 0.1) { later(10) { $0.recordClick(ad) } }
    if strikes(.earlyReward, 0.1, of: ad) && ad.placement.format.isRewarded {
      later(20) { $0.earn(ad) }
    }
  }

  private func expire(_ ad: SimulatedAd) {
    ad.hasExpired = true
    record(.adExpired) {
      $0.ad = ad.name
      $0.unit = ad.placement.unit
    }
  }

  /// Gives up an ad without showing it again, and records the reason.
  public func discard(_ ad: Symbol, reason: Word) {
    let known = sdk.ad(ad)
    known?.isDiscarded = true
    takeOut(ad)
    if let known, known.isRendered { untrack(known) }
    if let known, known.isVisible { hide(known, byUser: false) }
    record(.adDiscarded) {
      $0.ad = ad
      $0.unit = known?.placement.unit ?? .absent
      $0.reason = reason
    }
  }
}

/// A load that is in progress.
struct LoadInProgress {
  let placement: Placement
  let name: Symbol
  let count: Int64
  let began: Int64
  /// The size of the window at the request; nil unless the app under test has several windows.
  let size: WindowSize?
}

extension Word {
  /// Whether the word is a format with rewards.
  var isRewarded: Bool { self == .rewarded || self == .rewardedInterstitial }
}
