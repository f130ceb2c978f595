internal import AdDecider
import AdSession
import PropertyTesting

extension World {
  /// Calls one adapter after the other until one has an ad.
  func walkWaterfall(_ load: LoadInProgress, step: Int = 0) {
    let call = callAdapter(load, step)
    if sdk.adapterBugs.contains(.neverCompletes) { return }
    if sdk.adapterBugs.contains(.reportsEarly) { reportFromAdapter(.impression, call) }
    let isSlow = strikes(.adapterFailures, 0.2)
    let latency =
      isSlow
      ? drawTime(5_000...29_000, towards: 6_000) : drawTime(20...1_500, towards: 120)
    let hasAd = step > 0 || !strikes(.adapterFailures, 0.3)
    later(latency) { world in
      if hasAd {
        world.finish(load, call)
      } else {
        world.complete(call, ad: .absent)
        world.later(2) { $0.walkWaterfall(load, step: step + 1) }
      }
    }
  }

  private func callAdapter(_ load: LoadInProgress, _ step: Int) -> SimulatedAdapterCall {
    sdk.adapterLoadsSoFar += 1
    var call = SimulatedAdapterCall(
      load: symbol("l-\(sdk.adapterLoadsSoFar)"),
      adapter: symbol(step == 0 ? "SampleCustomEvent" : "SecondCustomEvent"))
    call.handlesImpressions = choices.bool()
    call.handlesClicks = choices.bool()
    call.hasVideo = choices.bool(probability: 0.4)
    if load.placement.format == .native { call.wantsImageURLs = choices.bool(probability: 0.3) }
    let bugs = sdk.adapterBugs
    record(.adapterLoadCalled) {
      $0.load = call.load
      $0.request = load.name
      $0.adapter = call.adapter
      $0.format = load.placement.format
      $0.unit = load.placement.unit
      $0.parameterPresent = !bugs.contains(.noParameter)
      $0.disableImageLoading = call.wantsImageURLs
      if profile.isDebug && app.sendsTestFlag { $0.test = !bugs.contains(.dropsTestFlag) }
    }
    return call
  }

  /// Completes the load of an adapter with an ad, and delivers it.
  private func finish(_ load: LoadInProgress, _ call: SimulatedAdapterCall) {
    let name = nextAdName()
    if load.placement.format == .native { map(name, load, call) }
    if isOver { return }
    if sdk.adapterBugs.contains(.successWithoutAd) {
      return complete(call, ad: name, isEmpty: true)
    }
    complete(call, ad: name)
    if sdk.adapterBugs.contains(.completesTwice) { complete(call, ad: name) }
    later(drawTime(1...20)) { $0.deliver(load, (call, name)) }
  }

  private func complete(_ call: SimulatedAdapterCall, ad: Symbol, isEmpty: Bool = false) {
    let hasAd = ad.isPresent && !isEmpty
    let bugs = sdk.adapterBugs
    record(.adapterCompleted) {
      $0.load = call.load
      $0.adapter = call.adapter
      $0.hasAd = hasAd
      $0.hasError = bugs.contains(.adAndError) ? true : isEmpty ? false : !hasAd
      if !hasAd && !isEmpty { $0.errorCode = 101 }
      $0.ad = hasAd ? ad : .absent
    }
  }

  private func map(_ ad: Symbol, _ load: LoadInProgress, _ call: SimulatedAdapterCall) {
    let bugs = sdk.adapterBugs
    let wantsURLs = call.wantsImageURLs ?? false
    let sendsURLs = bugs.contains(.ignoresImageOption) ? !wantsURLs : wantsURLs
    record(.nativeMapped) {
      $0.ad = ad
      $0.unit = load.placement.unit
      $0.load = call.load
      $0.headline = !bugs.contains(.dropsHeadline)
      $0.media = !bugs.contains(.dropsMedia)
      $0.body = true
      $0.icon = true
      $0.callToAction = true
      $0.adChoices = !bugs.contains(.dropsAdChoices)
      $0.images = 1
      $0.imagesAs = sendsURLs ? .url : .image
      $0.hasVideo = call.hasVideo
      $0.handlesImpressions = call.handlesImpressions
      $0.handlesClicks = call.handlesClicks
    }
  }

  /// Records an event that the adapter reports to the SDK.
  func reportFromAdapter(_ what: Word, _ call: SimulatedAdapterCall) {
    record(.adapterReported) {
      $0.load = call.load
      $0.adapter = call.adapter
      $0.what = what
    }
  }

  /// Records an event that the SDK reports to the adapter.
  func notifyAdapter(_ what: Word, _ call: SimulatedAdapterCall) {
    record(.adapterTold) {
      $0.load = call.load
      $0.adapter = call.adapter
      $0.what = what
    }
  }
}

/// Typical bugs of mediation adapters.
struct AdapterBugs: OptionSet, Sendable {
  let rawValue: UInt32
  static let neverCompletes = AdapterBugs(rawValue: 1)
  static let completesTwice = AdapterBugs(rawValue: 2)
  static let adAndError = AdapterBugs(rawValue: 4)
  static let successWithoutAd = AdapterBugs(rawValue: 8)
  static let reportsEarly = AdapterBugs(rawValue: 16)
  static let noParameter = AdapterBugs(rawValue: 32)
  static let dropsTestFlag = AdapterBugs(rawValue: 64)
  static let impressionTwice = AdapterBugs(rawValue: 128)
  static let impressionForgotten = AdapterBugs(rawValue: 256)
  static let impressionByBoth = AdapterBugs(rawValue: 512)
  static let clickByBoth = AdapterBugs(rawValue: 1024)
  static let keepsViewToItself = AdapterBugs(rawValue: 2048)
  static let dropsHeadline = AdapterBugs(rawValue: 4096)
  static let dropsMedia = AdapterBugs(rawValue: 8192)
  static let dropsAdChoices = AdapterBugs(rawValue: 16384)
  static let ignoresImageOption = AdapterBugs(rawValue: 32768)
  static let videoWithoutVideo = AdapterBugs(rawValue: 65536)
  static let endsVideoFirst = AdapterBugs(rawValue: 131072)
}
