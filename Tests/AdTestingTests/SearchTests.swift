import Testing

@testable import AdTesting
@testable import ReferenceManagers

struct SearchTests {
  /// A manager with one bug.
  final class Forgetful: InterstitialAds {
    override func adDismissed(_ ad: SimulatedFullScreenAd) {
      (shownSince, dismissedAt) = (nil, now)
    }
  }

  @Test func `a failure has the rule, its sentence, a small journal and a replay`() throws {
    let test = AdManagerTest(InterstitialAds.app) { Forgetful($0) }
    let failure = try #require(
      #expect(throws: AdTestFailure.self) { try test.check(sessions: 2_000) })
    #expect(failure.rule == "reload-after-dismiss")
    #expect(failure.sentence == "After an ad is dismissed, the next one is requested.")
    let records = failure.journal.split(separator: "\n")
    #expect(records.count <= 4 && failure.journal.contains("\"event\":\"ad.dismissed\""))
    #expect(!failure.isFlaky)
    let replay = try #require(failure.replay)
    let again = try #require(
      #expect(throws: AdTestFailure.self) { try test.check(replay: replay) })
    #expect(again.rule == failure.rule && again.journal == failure.journal)
  }

  @Test func `the same seed gives the same failure`() {
    var test = AdManagerTest(InterstitialAds.app) { Forgetful($0) }
    test.shrinkingRecords = 20_000
    let one = #expect(throws: AdTestFailure.self) { try test.check(sessions: 500, seeds: [9]) }
    let other = #expect(throws: AdTestFailure.self) { try test.check(sessions: 500, seeds: [9]) }
    #expect(one?.description == other?.description)
  }

  @Test func `a rule violated by a command of the app is found`() throws {
    var test = AdManagerTest(InterstitialAds.app) { InterstitialAds($0) }
    test.commands = [
      TestCommand("reload button") { manager, phone in
        if let placement = phone.placements.first {
          phone.load(placement, reason: .user) { manager.slots[placement]?.finish($0, 0) }
        }
      }
    ]
    let failure = try #require(
      #expect(throws: AdTestFailure.self) { try test.check(sessions: 500) })
    let rules = [
      "unexpired-ad-not-thrown-away", "one-load-in-flight", "no-load-before-consent",
      "no-load-before-sdk-start",
    ]
    #expect(rules.contains(failure.rule ?? ""), "\(failure)")
  }
}
