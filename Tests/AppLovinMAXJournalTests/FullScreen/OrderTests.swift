import AdRecording
import AdSession
import AppJournal
import AppLovinSDK
import Foundation
import TestSessions
import Testing

@testable import AppLovinMAXJournal

/// Every order of callbacks of a full-screen ad that the SDK's documentation allows, with every
/// choice of those that need not come.
@MainActor struct OrderTests {
  /// How an object gets an ad.
  enum Load: CaseIterable {
    case plain, reloaded
  }

  /// The orders of the callbacks of one show: a show that fails has no other callback than that of
  /// Ad Review; otherwise a click and a reward need a display, the revenue of the impression can
  /// come at any time, and a reward after the end.
  static func orders(_ optional: [Callback]) -> [[Callback]] {
    subsets(of: optional).flatMap { orders(of: [.displayed, .paid, .hidden] + $0, []) }
      + [[.failedToDisplay], [.failedToDisplay, .reviewed], [.reviewed, .failedToDisplay]]
  }

  private static func subsets(of callbacks: [Callback]) -> [[Callback]] {
    callbacks.reduce([[]]) { subsets, callback in subsets + subsets.map { $0 + [callback] } }
  }

  private static func orders(of rest: [Callback], _ begin: [Callback]) -> [[Callback]] {
    if rest.isEmpty { return [begin] }
    return rest.flatMap { next -> [[Callback]] in
      let needsDisplay = next != .displayed && next != .paid && next != .reviewed
      if needsDisplay, rest.contains(.displayed) { return [] }
      return orders(of: rest.filter { $0 != next }, begin + [next])
    }
  }

  /// The records of a callback.
  static func records(_ callback: Callback) -> [String] {
    switch callback {
    case .started: ["ad.requested"]
    case .loaded: ["ad.loaded"]
    case .failed: ["ad.failed_to_load"]
    case .displayed: ["ad.will_present"]
    case .failedToDisplay: ["ad.failed_to_present"]
    case .clicked: ["ad.clicked"]
    case .rewarded: ["ad.reward_earned"]
    case .paid: ["ad.impression", "ad.paid"]
    case .reviewed: ["note"]
    case .hidden: ["ad.dismissed", "ad.discarded"]
    }
  }

  private func check<Ad: RecordableAd>(
    _ ad: Ad, _ optional: [Callback], count: Int
  ) async throws {
    let journal = try TestJournal(sdk: "applovin-max") {
      $0.captures = [.revenue, .reward, .delegate, .handler]
      // Beside other tests, the writing between two ads can take minutes.
      $0.policy = [.init(.loadTimeoutSeconds, 3600)]
    }
    let app = AppDelegate("app", Log())
    let recorded = journal.recorder.observe(ad)
    recorded.delegate = app as? Ad.Delegate
    recorded.revenueDelegate = app
    let orders = Self.orders(optional)
    #expect(orders.count == count)
    var expected: [String: [String]] = [:]
    recorded.load()
    for (order, load) in orders.flatMap({ order in Load.allCases.map { (order, $0) } }) {
      var sdkAd = ad.deliver()
      if load == .reloaded {
        let new = MAAd(stubUnit: ad.adUnitIdentifier)
        ad.send(.started, sdkAd)
        ad.expirationDelegate?.didReloadExpiredAd(sdkAd, withNewAd: new)
        sdkAd = new
      }
      expected[try #require(recorded.id)] = order.flatMap(Self.records)
      recorded.show()
      ad.send(order, sdkAd)
      recorded.load()
      // The buffer of the recorder is smaller than all records.
      _ = await journal.session.drain()
    }
    _ = ad.deliver()
    try compare(try journal.read(), expected)
  }

  /// Compares the records of each ad, and checks that no rule is violated.
  private func compare(_ recording: Recording, _ expected: [String: [String]]) throws {
    let shown = Set(Callback.allCases.flatMap(Self.records)).subtracting(["ad.loaded"])
    var found: [String: [String]] = [:]
    for line in recording.lines {
      let words = line.replacing("text=ad ", with: "ad=").split(separator: " ").map(String.init)
      guard shown.contains(words[0]), let name = words.first(where: { $0.hasPrefix("ad=") }) else {
        continue
      }
      found[String(name.dropFirst(3)), default: []].append(words[0])
    }
    for (ad, records) in expected {
      let end = records.contains("ad.discarded") ? [] : ["ad.discarded"]
      #expect(found[ad] == records + end)
    }
    #expect(recording.violatedAtAnyPace == [])
  }

  @Test func `every allowed order of a rewarded ad is recorded in that order and violates no rule`()
    async throws
  {
    try await check(
      MARewardedAd.shared(withAdUnitIdentifier: "r"), [.clicked, .rewarded, .reviewed],
      count: 324)
  }

  @Test func `every allowed order of an interstitial ad is recorded and violates no rule`()
    async throws
  {
    try await check(
      MAInterstitialAd(adUnitIdentifier: "i"), [.clicked, .reviewed], count: 66)
  }

  @Test func `every allowed order of an app-open ad is recorded and violates no rule`()
    async throws
  {
    try await check(MAAppOpenAd(adUnitIdentifier: "o"), [.clicked, .reviewed], count: 66)
  }

  @Test(
    arguments: [
      ([.hidden], "dismiss-only-after-present"),
      ([.displayed, .paid, .paid, .hidden], "paid-once"),
      ([.displayed, .paid, .paid, .hidden], "impression-once"),
      ([.rewarded, .displayed, .paid, .hidden], "reward-needs-show"),
      ([.displayed, .paid, .rewarded, .rewarded, .hidden], "reward-once"),
      ([.displayed, .paid, .hidden, .hidden], "dismiss-once"),
      ([.clicked, .displayed, .paid, .hidden], "click-needs-display"),
      ([.displayed, .displayed, .paid, .hidden], "single-use-ad"),
      ([.displayed, .failedToDisplay], "present-outcome-exclusive"),
      ([.failedToDisplay, .displayed, .hidden], "present-outcome-exclusive"),
      ([.loaded, .displayed, .paid, .hidden], "load-completes-once"),
    ] as [([Callback], String)])
  func `an order of callbacks that is not allowed violates a rule`(
    order: [Callback], rule: String
  ) throws {
    let journal = try TestJournal()
    let ad = journal.recorder.observe(MARewardedAd.shared(withAdUnitIdentifier: "u"))
    ad.load()
    let sdkAd = ad.ad.deliver()
    ad.show()
    ad.ad.send(order, sdkAd)
    #expect(try journal.read().violated.contains(rule))
  }
}
