import Foundation
import Testing

@testable import ShrinkingBenchmark

/// A sample of the shrinking benchmark; the article "How small counterexamples become" has the
/// rest.
struct ShrinkingTests {
  /// The factor by which to increase the number of seeds.
  static let rounds =
    ProcessInfo.processInfo.environment["ADJOURNAL_ROUNDS"].flatMap { Int($0) } ?? 1

  @Test(arguments: Problem.all.map(\.name))
  func `the counterexample of a benchmark problem is the smallest one`(name: String) throws {
    let problem = try #require(Problem.all.first { $0.name == name })
    let seeds = 5 * Self.rounds
    var other: [String] = []
    for seed in 0..<UInt64(seeds) {
      let solution = try #require(problem.solve(seed: seed), "seed \(seed) found nothing")
      if !problem.smallest.contains(solution.text) { other.append("\(seed): \(solution.text)") }
    }
    #expect(other.count <= seeds * (100 - problem.required) / 100, "\(other)")
  }
}
