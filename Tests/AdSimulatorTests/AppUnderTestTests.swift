import AdSession
import AdSimulator
import PropertyTesting
import Testing

/// What happens only in an app whose own manager is tested, or more often there.
struct AppUnderTestTests {
  private func sessions(_ profile: Profile, _ faults: FaultSet, _ seeds: Range<UInt64>) -> [Trace] {
    var simulation = Simulation(profile: profile, faults: faults)
    simulation.appUnderTest = AppUnderTest(policy: [PolicySetting(.interstitialMinGapSeconds, 30)])
    return seeds.flatMap { simulation.sessions(Choices(seed: $0)) }
  }

  @Test func `a window closes under its ad, which is dismissed within a second`() {
    var closed = 0
    for trace in sessions(.scenes, FaultSet([.sceneChanges]), 1..<600) {
      for (index, event) in trace.events.enumerated() where event.kind == .sceneDisconnected {
        let shown = trace.events[..<index].last {
          $0.scene == event.scene && [.adWillPresent, .adDismissed].contains($0.kind)
        }
        guard let shown, shown.kind == .adWillPresent else { continue }
        let next = trace.events[index...].first { $0.ad == shown.ad && $0.kind == .adDismissed }
        if let next { #expect(next.t - event.t <= 900, "\(trace.id) seq \(next.seq)") }
        closed += 1
      }
    }
    #expect(closed > 5)
  }

  @Test func `a visit to the settings takes 3 to 60 seconds`() {
    var visits: [Int64] = []
    for trace in sessions(.appOpen, FaultSet([.wallJumps, .zoneChanges]), 1..<200) {
      for (index, event) in trace.events.enumerated()
      where event.kind == .appTimeChanged && event.reason != .midnight {
        let left = trace.events[..<index].last { $0.kind == .appEnteredBackground }
        if let left { visits.append(event.t - left.t) }
      }
    }
    #expect(visits.allSatisfy { (3_000...60_000).contains($0) })
    #expect(visits.contains { $0 < 10_000 } && visits.contains { $0 > 30_000 })
  }
}
