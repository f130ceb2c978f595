import AppJournal
import AppLovinSDK
import Foundation
import PropertyTesting
import TestSessions
import Testing

@testable import AppLovinMAXJournal

/// An app with one object for rewarded ads, with or without a recorder, which performs random
/// steps.
@MainActor private final class World {
  let ad = MARewardedAd.shared(withAdUnitIdentifier: "same")
  let recorded: RecordedAd<MARewardedAd>?
  let calls = Log()
  private var delegates: [Int: AppDelegate] = [:]
  private var ads: [MAAd] = []
  private var nestings = 0

  init(_ recorder: AdRecorder?) { recorded = recorder?.observe(ad) }

  /// One of the five delegates of the SDK's object.
  enum Kind: CaseIterable { case events, revenue, requests, expiration, review }

  /// A step of the app or of the SDK.
  enum Step {
    case give(Kind, Int?), set(Kind, Int?), drop(Int), load([Callback]), show([Callback])
    case send(Callback, Int, elsewhere: Bool), reload, nest(Int, [Callback], isShow: Bool)
  }

  func make(_ step: Step) {
    switch step {
    case .give(let kind, let number): give(kind, number.map { delegate($0) })
    case .set(let kind, let number): set(kind, number.map { delegate($0) })
    case .drop(let number): delegates[number] = nil
    case .load(let callbacks): load(callbacks)
    case .show(let callbacks): show(callbacks)
    case .send(let callback, let number, let isElsewhere):
      nonisolated(unsafe) let (sdkObject, sdkAd) = (ad, sdkAd(number))
      if isElsewhere {
        elsewhere { sdkObject.send(callback, sdkAd) }
      } else {
        sdkObject.send(callback, sdkAd)
      }
    case .reload:
      let (old, new) = (sdkAd(0), MAAd(stubUnit: "same"))
      ads.append(new)
      ad.expirationDelegate?.didReloadExpiredAd(old, withNewAd: new)
    case .nest(let number, let callbacks, let isShow): nest(number, callbacks, isShow)
    }
  }

  private func give(_ kind: Kind, _ delegate: AppDelegate?) {
    guard let recorded else { return set(kind, delegate) }
    switch kind {
    case .events: recorded.delegate = delegate
    case .revenue: recorded.revenueDelegate = delegate
    case .requests: recorded.requestDelegate = delegate
    case .expiration: recorded.expirationDelegate = delegate
    case .review: recorded.adReviewDelegate = delegate
    }
  }

  private func set(_ kind: Kind, _ delegate: AppDelegate?) {
    switch kind {
    case .events: ad.delegate = delegate
    case .revenue: ad.revenueDelegate = delegate
    case .requests: ad.requestDelegate = delegate
    case .expiration: ad.expirationDelegate = delegate
    case .review: ad.adReviewDelegate = delegate
    }
  }

  private func load(_ callbacks: [Callback]) {
    let sdkAd = MAAd(stubUnit: "same")
    ads.append(sdkAd)
    ad.stubOnLoad = { [weak ad] in ad?.send(callbacks, sdkAd) }
    if let recorded { recorded.load() } else { ad.load() }
  }

  private func show(_ callbacks: [Callback]) {
    let sdkAd = sdkAd(0)
    ad.stubOnShow = { [weak ad] _, _, _ in ad?.send(callbacks, sdkAd) }
    if let recorded {
      recorded.show()
    } else {
      ad.show(forPlacement: nil, customData: nil, viewController: nil)
    }
  }

  /// A delegate that loads or shows again in its calls.
  private func nest(_ number: Int, _ callbacks: [Callback], _ isShow: Bool) {
    delegate(number).reaction = { [weak self] _ in
      guard let self else { return }
      ThisThread.run {
        guard self.nestings < 3 else { return }
        self.nestings += 1
        if isShow { self.show(callbacks) } else { self.load(callbacks) }
      }
    }
  }

  /// The SDK's ad that came so many loads before.
  private func sdkAd(_ number: Int) -> MAAd {
    if ads.isEmpty { ads.append(MAAd(stubUnit: "same")) }
    return ads[max(0, ads.count - 1 - number)]
  }

  private func delegate(_ number: Int) -> AppDelegate {
    if let delegate = delegates[number] { return delegate }
    let delegate = AppDelegate("\(number)", calls)
    delegates[number] = delegate
    return delegate
  }
}

extension World.Step {
  /// The feature that a step covers; `nil` if every case covers it.
  fileprivate var label: String? {
    switch self {
    case .give: "given"
    case .set: "set"
    case .drop: "dropped"
    case .nest: "nested"
    case .reload: "reloaded"
    case .send(_, _, elsewhere: true): "elsewhere"
    case .load, .show, .send: nil
    }
  }

  fileprivate static func draw(_ choices: Choices) -> Self {
    let who = choices.int(-1...2)
    let number = who < 0 ? nil : who
    func callbacks() -> [Callback] {
      (0..<choices.int(0...3)).map { _ in choices.pick(Callback.allCases) }
    }
    switch choices.weighted([6, 2, 2, 3, 3, 1, 1, 1]) {
    case 0:
      return .send(
        choices.pick(Callback.allCases), choices.int(0...2),
        elsewhere: choices.bool(probability: 0.3))
    case 1: return .load(callbacks())
    case 2: return .show(callbacks())
    case 3: return .give(choices.pick(World.Kind.allCases), number)
    case 4: return .set(choices.pick(World.Kind.allCases), number)
    case 5: return .drop(max(0, who))
    case 6: return .reload
    default: return .nest(max(0, who), callbacks(), isShow: choices.bool())
    }
  }
}

@MainActor struct SameForTheAppTests {
  @Test func `an app receives the same calls with and without a recorder`() throws {
    let journals = [try TestJournal(), try TestJournal()]
    var settings = CheckSettings(cases: 1_000 * rounds)
    settings.requirements = ["given", "set", "dropped", "nested", "reloaded", "elsewhere", "two"]
      .map { Requirement($0, atLeast: 100) }
    try check("an app with MAX receives the same calls", settings) { trial in
      let steps = (0..<trial.choices.int(1...30)).map { _ in World.Step.draw(trial.choices) }
      let (plain, recorded) = (World(nil), World(journals[0].recorder))
      // A second recorder of the same object, which the app does not use.
      if trial.choices.bool(probability: 0.3) {
        _ = journals[1].recorder.observe(recorded.ad)
        trial.label("two")
      }
      for step in steps {
        if let label = step.label { trial.label(label) }
        plain.make(step)
        recorded.make(step)
      }
      trial.note("\(steps)")
      trial.note("without: \(plain.calls.lines)")
      trial.note("with:    \(recorded.calls.lines)")
      trial.expect(plain.calls.lines == recorded.calls.lines, "the same calls in the same order")
    }
  }
}
