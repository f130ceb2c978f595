import AdRecording
import AdReplay
import AdRules
import AdSession
import AppJournal
import Foundation
import GoogleMobileAds
import JournalInput
import TestSessions
import Testing

@testable import GoogleMobileAdsJournal

/// Every order of one show's callbacks that the SDK's documentation allows.
@MainActor struct OrderTests {
  /// The callbacks after a call of `present`.
  enum Happening: String, CaseIterable {
    case present, impression, click, paid, reward, dismiss, dismissed

    /// The callbacks that must come before, if they occur.
    var after: [Happening] {
      switch self {
      case .dismiss, .reward: [.present]
      case .dismissed: [.dismiss]
      case .click: [.impression]
      case .present, .impression, .paid: []
      }
    }

    var record: String {
      switch self {
      case .present: "ad.will_present"
      case .impression: "ad.impression"
      case .click: "ad.clicked"
      case .paid: "ad.paid"
      case .reward: "ad.reward_earned"
      case .dismiss: "ad.will_dismiss"
      case .dismissed: "ad.dismissed"
      }
    }
  }

  static func orders(of rest: [Happening] = Happening.allCases) -> [[Happening]] {
    if rest.isEmpty { return [[]] }
    return rest.flatMap { next -> [[Happening]] in
      if next.after.contains(where: rest.contains) { return [] }
      return orders(of: rest.filter { $0 != next }).map { [next] + $0 }
    }
  }

  static func send(_ happening: Happening, _ ad: RewardedAd) {
    switch happening {
    case .present: ad.send(.present)
    case .impression: ad.send(.impression)
    case .click: ad.send(.click)
    case .paid: ad.pay("0.004")
    case .reward: ad.stubEarn()
    case .dismiss: ad.send(.dismiss)
    case .dismissed: ad.send(.dismissed)
    }
  }

  /// The rules that the order of callbacks alone can violate.
  static let rules = RuleBook.all.filter {
    [
      "present-resolves", "present-outcome-exclusive", "present-only-if-loaded", "single-use-ad",
      "dismiss-once", "dismiss-only-after-present", "dismissal-arrives", "will-and-did-dismiss",
      "impression-once", "impression-needs-display", "impression-follows-present",
      "click-needs-display", "paid-needs-impression", "paid-once", "paid-is-sane", "reward-once",
      "reward-needs-show", "reward-in-time", "nothing-after-the-end", "known-ad",
      "delegate-set-before-present", "paid-handler-set-before-present",
    ].contains($0.id)
  }

  @Test func `every allowed order of callbacks is recorded in that order and violates no rule`()
    throws
  {
    #expect(Self.rules.count == 22)
    let orders = Self.orders()
    #expect(orders.count == 315)
    let journal = try TestJournal { $0.captures = [.revenue, .reward, .delegate, .handler] }
    let app = AppDelegate("app", Log())
    nonisolated(unsafe) var ads: [RecordedAd<RewardedAd>] = []
    StubAds.deliver("orders")
    for order in orders {
      journal.recorder.load(RewardedAd.self, with: "orders") { ad, _ in
        if let ad { ads.append(ad) }
      }
      let ad = try #require(ads.last)
      ad.delegate = app
      ad.paidEventHandler = { _ in }
      ad.present(from: nil) {}
      for happening in order { Self.send(happening, ad.ad) }
    }
    let recording = try journal.read()
    let lines = recording.lines
    let recorded = Set(Happening.allCases.map(\.record))
    for (number, order) in orders.enumerated() {
      let name = "ad=a-\(number + 1)"
      let events = lines.map { $0.split(separator: " ") }
        .filter { $0.contains { $0 == name } && recorded.contains(String($0[0])) }
        .map { String($0[0]) }
      #expect(events == order.map(\.record))
    }
    let reading = try #require(Journal.read(bytes: recording.bytes).first)
    for (rule, result) in zip(Self.rules, Judge(rules: Self.rules).judge(reading.trace)) {
      #expect(result.verdict == .holds, "\(rule.id) \(result.violations.first?.because ?? "")")
    }
  }

  @Test func `an order of callbacks that is not allowed violates a rule`() throws {
    for (order, rule) in [
      ([Happening.dismissed], "dismiss-only-after-present"),
      ([.present, .impression, .impression, .dismissed], "impression-once"),
      ([.reward, .present, .impression, .dismissed], "reward-needs-show"),
      ([.present, .impression, .paid, .paid, .dismissed], "paid-once"),
      ([.present, .impression, .dismissed, .dismissed], "dismiss-once"),
      ([.click, .present, .impression, .dismissed], "click-needs-display"),
    ] {
      let journal = try TestJournal()
      let unit = UUID().uuidString
      StubAds.deliver(unit)
      journal.recorder.load(RewardedAd.self, with: unit) { ad, _ in
        guard let ad else { return }
        onThisThread {
          ad.present(from: nil) {}
          for happening in order { Self.send(happening, ad.ad) }
        }
      }
      #expect(try journal.read().violated.contains(rule))
    }
  }
}
