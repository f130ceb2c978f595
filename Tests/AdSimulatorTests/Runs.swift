import JournalEncoding
import JournalFormat
import AdRules
import AdSession
import AdSimulator
import Foundation
import PropertyTesting

/// Simulates installs and judges them by all rules.
struct Runs {
  var simulation: Simulation
  private let judge = Judge()
  /// The number of activations of each rule, by id.
  var activations: [String: Int] = [:]
  /// The violations of rules that no fault exempts.
  var violations: [(rule: String, seed: UInt64, because: String)] = []
  /// The ids of the violated rules that a fault exempts.
  var exempt: Set<String> = []
  var sessions = 0

  init(_ simulation: Simulation) { self.simulation = simulation }

  /// The factor by which to increase the number of cases.
  static let rounds = max(
    1, Int(ProcessInfo.processInfo.environment["ADJOURNAL_ROUNDS"] ?? "") ?? 1)

  /// Simulates installs from consecutive seeds.
  mutating func run(_ installs: Int, from seed: UInt64) {
    for number in 0..<installs { run(seed: seed &+ UInt64(number)) }
  }

  /// Simulates one install; returns the ids of the violated rules that no fault exempts.
  @discardableResult
  mutating func run(seed: UInt64) -> [String] {
    let manager = simulation.mutant == nil ? simulation.manager : .handwritten
    let worlds = simulation.worlds(Choices(seed: seed)) { manager.make($0, simulation.mutant) }
    let traces = worlds.map { $0.journal() }
    let exemptRules = Set(worlds.flatMap(\.exemptRules))
    var violated: [String] = []
    for number in traces.indices {
      sessions += 1
      let others = OtherShows.ofProcesses(before: number, in: traces)
      for (rule, result) in zip(judge.rules, judge.judge(traces[number], otherShows: others)) {
        activations[rule.id, default: 0] += result.activations
        guard let first = result.violations.first else { continue }
        if exemptRules.contains(rule.id) {
          exempt.insert(rule.id)
        } else {
          violations.append((rule.id, seed, first.because))
          violated.append(rule.id)
        }
      }
    }
    return violated
  }
}

extension Trace {
  /// The session encoded as a journal.
  var bytes: [UInt8] {
    var encoder = TraceEncoder()
    return encoder.bytes(of: self)
  }
}
