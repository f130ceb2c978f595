import AdDecider
import AdSession
import AdSimulator
import PropertyTesting
import Testing

/// A decider that shows nothing would break no rule: it has to show what a manager can show.
///
/// That it breaks none is tested with the simulator, where every manager is.
@Suite struct LivelyTests {
  private static func world(_ faults: FaultSet) -> Simulation {
    var simulation = Simulation(faults: faults)
    simulation.manager = .deciding
    return simulation
  }

  @Test func `it shows about as much as a manager written by hand`() {
    var shows: [ManagerKind: [Word: Int]] = [:]
    for manager in [ManagerKind.deciding, .handwritten] {
      var simulation = Simulation(faults: .all)
      simulation.manager = manager
      for seed in 1...UInt64(400) {
        for trace in simulation.sessions(Choices(seed: seed)) {
          for event in trace.events where event.kind == .adWillPresent {
            shows[manager, default: [:]][event.format, default: 0] += 1
          }
        }
      }
    }
    for format in [Word.appOpen, .interstitial, .rewarded, .rewardedInterstitial] {
      let own = shows[.deciding]?[format] ?? 0
      let other = shows[.handwritten]?[format] ?? 0
      #expect(other > 20 && own * 4 >= other * 3, "\(format): \(own) beside \(other)")
    }
  }

  @Test func `equal choices make equal sessions`() {
    for seed in 1...UInt64(20) {
      let first = Self.world(.all).sessions(Choices(seed: seed))
      let second = Self.world(.all).sessions(Choices(seed: seed))
      #expect(first.map { $0.events.map(\.kind) } == second.map { $0.events.map(\.kind) })
      #expect(first.map { $0.events.map(\.t) } == second.map { $0.events.map(\.t) })
    }
  }
}
