@testable import AdFleet
import AdReports
import AdRules
import Foundation
import Testing

/// How often comparisons of fleets find a doubling, and how often they report a difference where
/// there is none.
///
/// The rates are those of the problems of `simulate --fault all`. `ADJOURNAL_ROUNDS` multiplies the
/// number of comparisons.
struct ErrorSharesTests {
  private static let sessions = 5000
  /// The violated sessions of 10,000.
  private static let rates = [
    1043, 902, 798, 533, 338, 298, 212, 200, 177, 170, 158, 158, 153, 137, 127, 127, 122, 117, 98,
    87, 73, 72, 50, 40, 40, 33, 32, 27, 18, 18, 17, 17, 17, 15, 15, 13, 12, 12, 12, 8, 7, 5, 5, 3,
    3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
  ].map { Double($0) / 10_000 }
  private static let rounds =
    ProcessInfo.processInfo.environment["ADJOURNAL_ROUNDS"].flatMap(Int.init) ?? 1

  /// The number of hits in trials of this rate: the gaps between hits are geometric.
  private static func rate(
    _ rate: Double, of trials: Int, _ random: inout SeededGenerator
  ) -> Rate {
    var (hits, position) = (0, 0.0)
    while true {
      let uniform = Double.random(in: Double.leastNormalMagnitude..<1, using: &random)
      position += (log(uniform) / log(1 - rate)).rounded(.down) + 1
      if position > Double(trials) { break }
      hits += 1
    }
    return Rate(part: hits, whole: trials, designEffect: 1)
  }

  private static let groups = (FleetGroup("1", rules: 0), FleetGroup("2", rules: 0))

  /// The rows of problems with these rates on both sides, and of eight figures without a
  /// difference.
  private static func rows(
    _ rates: [(Double, Double)], _ random: inout SeededGenerator
  ) -> [ComparisonRow] {
    let problems = rates.enumerated().map { number, rates in
      ComparisonRow(
        .rule(id: "\(number)", .error), groups, rate(rates.0, of: sessions, &random),
        rate(rates.1, of: sessions, &random))
    }
    return problems
      + (0..<8).map { number in
        ComparisonRow(
          figure: "\(number)", groups, rates: rate(0.2, of: 9000, &random),
          rate(0.2, of: 9000, &random))
      }
  }

  /// The ids of the rows with a difference.
  private static func found(_ rows: [ComparisonRow]) -> [String] {
    FleetComparison(rows, []).rows.compactMap { row in
      guard row.change.rank < Change.unchanged.rank, case .rule(let id, _) = row.subject else {
        return row.change.rank < Change.unchanged.rank ? "figure" : nil
      }
      return id
    }
  }

  @Test func `A doubling from 1 % to 2 % is found among sixty problems in nine of ten fleets`() {
    var random = SeededGenerator(seed: 1)
    let comparisons = 100 * Self.rounds
    let planted = [(0.01, 0.02)] + Self.rates.map { ($0, $0) }
    let found = (0..<comparisons).count { _ in
      Self.found(Self.rows(planted, &random)).contains("0")
    }
    #expect(Double(found) >= 0.9 * Double(comparisons), "seed 1: \(found) of \(comparisons)")
  }

  @Test func `Fleets without a difference show one in at most 5 % of the comparisons`() {
    var random = SeededGenerator(seed: 2)
    let comparisons = 100 * Self.rounds
    let wrong = (0..<comparisons).count { _ in
      !Self.found(Self.rows(Self.rates.map { ($0, $0) }, &random)).isEmpty
    }
    #expect(Double(wrong) <= 0.05 * Double(comparisons), "seed 2: \(wrong) of \(comparisons)")
  }

  @Test func `Shares add up to at most 1, and follow from the sums of both sides only`() {
    func rows(_ counts: [(Int, Int)]) -> [ComparisonRow] {
      counts.enumerated().map { number, counts in
        let rates = [counts.0, counts.1].map { Rate(part: $0, whole: 5000, designEffect: 1) }
        return ComparisonRow(.rule(id: "\(number)", .error), Self.groups, rates[0], rates[1])
      }
    }
    let counts = [(75, 75), (400, 500), (0, 0), (3, 4), (20, 60), (1, 0)]
    let shares = ErrorShares.shares(of: rows(counts), figures: 0.1)
    #expect(shares == ErrorShares.shares(of: rows(counts.map { ($1, $0) }), figures: 0.1))
    #expect(shares == ErrorShares.shares(of: rows(counts.map { (0, $0 + $1) }), figures: 0.1))
    #expect(shares.reduce(0, +) <= 1 + 1e-12)
    #expect(shares[2] == 0 && shares[5] == 0 && shares[3] > 0)
    // Figures have a tenth, of which those of formats and units have one half.
    let placements: [FormatOrUnit?] = [nil, .format("f"), .unit("u"), .unit("v")]
    let figures = placements.map { placement in
      ComparisonRow(
        figure: "fill_rate", of: placement, Self.groups,
        rates: Rate(part: 9, whole: 90, designEffect: 1),
        Rate(part: 9, whole: 90, designEffect: 1))
    }
    let all = ErrorShares.shares(of: rows(counts) + figures, figures: 0.1).suffix(4)
    #expect(zip(all, [0.05, 1 / 60, 1 / 60, 1 / 60]).allSatisfy { abs($0 - $1) < 1e-12 })
    // A doubling of 150 hits needs much, one of 900 hits hardly anything.
    #expect(shares[0] > shares[1] && shares[0] > shares[4])
  }
}
