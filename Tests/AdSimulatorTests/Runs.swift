import JournalFormat
import AdRules
import AdSession
import AdSimulator
import Foundation
import PropertyTesting

/// Many simulated installs, judged by every rule.
struct Runs {
  var simulation: Simulation
  private let judge = Judge()
  /// How often each rule was activated, by id.
  var activations: [String: Int] = [:]
  /// What was violated and is excused by no fault: rule, seed, sentence.
  var violations: [(rule: String, seed: UInt64, because: String)] = []
  /// The rules that were violated and are excused by a fault.
  var excused: Set<String> = []
  var sessions = 0

  init(_ simulation: Simulation) { self.simulation = simulation }

  /// How much longer tests run than by default.
  static let rounds = max(
    1, Int(ProcessInfo.processInfo.environment["ADJOURNAL_ROUNDS"] ?? "") ?? 1)

  /// Simulates installs from consecutive seeds.
  mutating func run(_ installs: Int, from seed: UInt64) {
    for number in 0..<installs { run(seed: seed &+ UInt64(number)) }
  }

  /// Simulates one install; answers the rules that it broke without an excuse.
  @discardableResult
  mutating func run(seed: UInt64) -> [String] {
    let manager = simulation.mutant == nil ? simulation.manager : .handwritten
    let worlds = simulation.worlds(Choices(seed: seed)) { manager.make($0, simulation.mutant) }
    let traces = worlds.map { $0.journal() }
    let excuses = Set(worlds.flatMap(\.excuses))
    var broken: [String] = []
    for number in traces.indices {
      sessions += 1
      let others = OtherShows.shows(besides: number, in: traces)
      for (rule, result) in zip(judge.rules, judge.judge(traces[number], otherShows: others)) {
        activations[rule.id, default: 0] += result.activations
        guard let first = result.violations.first else { continue }
        if excuses.contains(rule.id) {
          excused.insert(rule.id)
        } else {
          violations.append((rule.id, seed, first.because))
          broken.append(rule.id)
        }
      }
    }
    return broken
  }
}

extension Trace {
  /// The lines of the session.
  var bytes: [UInt8] {
    var encoder = TraceEncoder()
    return encoder.bytes(of: self)
  }
}
