import AdDecider
@testable import AdReports
import AdRules
import AdSession
@testable import AdSimulator
import PropertyTesting
import TestReports
import Testing

/// Whether the reasons of the report are those that the simulated SDK, phone and manager know.
struct UnshownLawTests {
  /// A simulated process: what the simulator knows, and what its app recorded.
  private struct Process {
    let seed: UInt64
    let witness: MomentWitness
    let trace: Trace
  }

  /// Faults whose records say what did not happen, and losses.
  private static let untrue = FaultSet([
    .strayCallbacks, .strayNotifications, .lostRecords, .doubledLoad, .doubledPresent,
    .presentShowsAndFails, .earlyDismissal,
  ])

  /// Simulates installs; `prepare` changes each process before its manager is made.
  private func processes(
    _ faults: FaultSet, seeds: Range<UInt64>, manager: ManagerKind = .deciding,
    prepare: @escaping (World, MomentWitness) -> Void = { _, _ in }
  ) -> [Process] {
    seeds.flatMap { seed in
      var made: [MomentWitness] = []
      let worlds = Simulation(faults: faults).worlds(Choices(seed: seed)) { world in
        let witness = MomentWitness()
        made.append(witness)
        prepare(world, witness)
        witness.manager = manager.make(world, nil)
        return witness
      }
      return zip(made, worlds).map { witness, world in
        witness.end()
        return Process(seed: seed, witness: witness, trace: world.journal())
      }
    }
  }

  /// The moments of each slot that showed nothing, by reason.
  private func found(_ trace: Trace) -> [String: [String: Int]] {
    UnshownSlots(trace).slots.reduce(into: [:]) { found, slot in
      for (reason, share) in slot.moments.reasons.entries {
        let text = MomentWitness.normal(reason.text)
        found["\(slot.unit) \(slot.scene)", default: [:]][text, default: 0] += share.moments
      }
    }
  }

  /// Expects that each slot has the reasons that the simulator knows; returns the sum of those.
  private func expectAgreement(_ processes: [Process]) -> [String: Int] {
    var total: [String: Int] = [:]
    for process in processes {
      let expected = process.witness.unshown
      #expect(found(process.trace) == expected, "seed \(process.seed), \(process.trace.id)")
      for reasons in expected.values { total.merge(reasons, uniquingKeysWith: +) }
    }
    return total
  }

  @Test(arguments: ManagerKind.allCases)
  func `The reasons of simulated sessions are those that the simulator knows`(
    manager: ManagerKind
  ) {
    let total = expectAgreement(
      processes(
        .all.subtracting(Self.untrue), seeds: 0..<UInt64(67 * Samples.rounds), manager: manager))
    #expect(total.count > 8, "\(total)")
  }

  @Test func `With a fill rate of 0, no slot shows an ad, and the reason is the failure`() {
    let runs = processes([], seeds: 0..<60) { _, witness in
      witness.change = { world in
        world.faults = FaultSet([.noFill])
        world.sdk.failureRate = 1
      }
    }
    let total = expectAgreement(runs)
    #expect(total["no fill", default: 0] > 20, "\(total)")
    #expect(runs.allSatisfy { !$0.trace.events.contains { $0.kind == .adLoaded } })
  }

  @Test func `With refused consent, the reason is consent`() {
    let total = expectAgreement(
      processes([], seeds: 0..<60) { world, _ in world.storage.consent = false })
    #expect(total["no consent", default: 0] > 100)
    #expect(total["nothing requested"] == nil && total["load unfinished"] == nil)
  }

  @Test func `With a daily cap of 0, the reason of app-open slots is the cap`() {
    let total = expectAgreement(
      processes([], seeds: 0..<60) { world, _ in
        let cap = PolicySetting(.dailyCap, 0)
        world.trace.header?.policy.removeAll { $0.key == .dailyCap }
        world.trace.header?.policy.append(cap)
        world.app.policy.apply([cap])
      })
    #expect(total["daily cap", default: 0] > 20)
  }

  @Test func `With an SDK that is never started, the reason is the SDK`() {
    // The app believes that it started the SDK, and never does.
    let total = expectAgreement(
      processes([], seeds: 0..<60) { world, _ in world.app.isSDKStarted = true })
    #expect(total["SDK not started", default: 0] > 100)
    #expect(total["nothing requested"] == nil)
  }

  @Test func `With several causes in a session, each moment has its own`() {
    let faults: [Fault] = [
      .noFill, .presentNeverResolves, .loadNeverCompletes, .consentChanges, .presentFailure,
      .expiryNotice, .longAbsences,
    ]
    let total = expectAgreement(
      processes([], seeds: 0..<60) { _, witness in
        witness.change = { world in
          world.faults = FaultSet(faults)
          world.sdk.failureRate = 0.5
        }
      })
    #expect(total.count > 5, "\(total)")
  }

  @Test func `Lost records make a reason unknown, and never another one`() {
    var unknown = 0
    let choices = Choices(seed: 26)
    for process in processes(.all.subtracting(Self.untrue), seeds: 0..<100) {
      for _ in 0..<10 where process.trace.events.count > 3 {
        let first = 1 + choices.pick(process.trace.events.count - 1)
        let trace = process.trace.losing(first, choices.pick([1, 1, 2, 8]))
        for (slot, reasons) in found(trace) {
          let known = process.witness.reasons[slot] ?? [:]
          for (reason, moments) in reasons where reason != "unknown (lost records)" {
            #expect(
              moments <= known[reason, default: 0],
              "seed \(process.seed), \(trace.id) without \(first): \(reason)")
          }
          unknown += reasons["unknown (lost records)"] ?? 0
        }
      }
    }
    #expect(unknown > 50)
  }
}

extension Trace {
  /// The session without some records, which lie in a gap.
  ///
  /// As in the simulator, changes of thresholds and of consent are never lost.
  fileprivate func losing(_ first: Int, _ most: Int) -> Trace {
    let lost = events[first...].prefix(most).prefix {
      $0.kind != .configChanged && $0.kind.eventClass != .consent
    }.count
    let copy = Trace()
    copy.id = id
    copy.header = header
    copy.symbols = symbols
    copy.end = end
    copy.events = Array(events[..<first] + events[(first + lost)...])
    if lost > 0 { copy.gaps = [Gap(position: first, dropped: Int64(lost))] }
    for (index, change) in policyChanges {
      copy.policyChanges[index < first ? index : index - lost] = change
    }
    return copy
  }
}
