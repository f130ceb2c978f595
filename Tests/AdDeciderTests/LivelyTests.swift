import AdDecider
import AdSession
import AdSimulator
import PropertyTesting
import Testing

/// A decider that shows nothing would violate no rule, so it must also show as much as it can.
///
/// `AdSimulatorTests` checks that it violates no rule.
@Suite struct LivelyTests {
  private static func world(_ faults: FaultSet) -> Simulation {
    var simulation = Simulation(faults: faults)
    simulation.manager = .deciding
    return simulation
  }

  @Test func `the decider shows at least three quarters of the ads of a handwritten ad manager`() {
    var shows: [ManagerKind: [Word: Int]] = [:]
    for manager in [ManagerKind.deciding, .handwritten] {
      var simulation = Simulation(faults: .all)
      simulation.manager = manager
      for seed in 1...UInt64(1_000) {
        for trace in simulation.sessions(Choices(seed: seed)) {
          for event in trace.events where event.kind == .adWillPresent {
            shows[manager, default: [:]][event.format, default: 0] += 1
          }
        }
      }
    }
    for format in [Word.appOpen, .interstitial, .rewarded, .rewardedInterstitial] {
      let deciding = shows[.deciding]?[format] ?? 0
      let handwritten = shows[.handwritten]?[format] ?? 0
      #expect(
        handwritten > 50 && deciding * 4 >= handwritten * 3,
        "\(format): \(deciding) shows, handwritten \(handwritten)")
    }
  }

  @Test func `equal random choices lead to equal sessions of the decider`() {
    for seed in 1...UInt64(20) {
      let first = Self.world(.all).sessions(Choices(seed: seed))
      let second = Self.world(.all).sessions(Choices(seed: seed))
      #expect(first.map { $0.events.map(\.kind) } == second.map { $0.events.map(\.kind) })
      #expect(first.map { $0.events.map(\.t) } == second.map { $0.events.map(\.t) })
    }
  }
}
