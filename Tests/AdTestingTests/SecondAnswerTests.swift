import AdSimulator
import Testing

@testable import AdTesting
@testable import ReferenceManagers

/// Failed loads that the SDK answers twice: they count as one failed load.
@Suite struct SecondAnswerTests {
  private func test<Slot: AdSlot>(_ slot: Slot.Type) -> AdManagerTest<SlotAds<Slot>> {
    var test = AdManagerTest(InterstitialAds.app) { SlotAds<Slot>($0) }
    test.faultPacks = [
      FaultPack(name: "answers", faults: FaultSet([.noFill, .networkError, .doubledLoad]))
    ]
    return test
  }

  @Test func `a manager that ignores a second answer keeps all rules`() throws {
    final class Deaf: AdSlot {
      nonisolated(unsafe) static var ignored = 0
      private var answered: Set<Int> = []
      override func finish(_ result: Result<SimulatedFullScreenAd, LoadFailure>, _ number: Int) {
        if answered.insert(number).inserted { return super.finish(result, number) }
        if case .failure = result { Self.ignored += 1 }
      }
    }
    try test(Deaf.self).check(sessions: 1_000)
    #expect(Deaf.ignored > 20, "\(Deaf.ignored)")
  }

  @Test func `a manager that awaits its loads keeps all rules`() throws {
    let report = try test(AwaitingSlot.self).check(sessions: 1_000)
    let retries = report.activated.first { $0.rule == "retry-backs-off" }
    #expect(retries?.sessions ?? 0 > 100, "\(report)")
  }
}
