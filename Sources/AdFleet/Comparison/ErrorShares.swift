internal import AdReports

/// How the level of a call, the share of wrong differences, is divided among its tests.
///
/// With equal shares, each test of a call with fifty gets 0.1 %. A doubling from 1 % to 2 % in
/// 5,000 sessions on each side is then missed in one of five comparisons. So most of the level goes
/// to the tests that can find a doubling. Each gets as much as it needs to find one in nine of ten
/// comparisons, the cheapest ones first, until it is spent. The rest is shared equally, so that
/// every test can find a greater change.
///
/// The shares follow from the sums of both sides. Under Fisher's test, these say nothing about the
/// difference, so that the correction with shares keeps its promise.
enum ErrorShares {
  /// The share of all figures together, unless only figures are tested: one half for those of all
  /// ads, one half for those of formats and units.
  static let figures = 0.1
  /// The same where networks are compared, of which figures are the main part.
  static let networkFigures = 0.5
  /// The part of the share of violations that their tests get equally.
  private static let equal = 0.2

  /// The share of each row; 0 for a row that cannot be significant.
  static func shares(of rows: [ComparisonRow], figures: Double) -> [Double] {
    var shares = Array(repeating: 0.0, count: rows.count)
    let ofFigures = rows.indices.filter { rows[$0].isFigure && rows[$0].placement == nil }
    let ofPlacements = rows.indices.filter { rows[$0].placement != nil }
    let ofViolations = rows.indices.filter { !rows[$0].isFigure }
    let hasBoth = [ofFigures, ofViolations].allSatisfy { indices in
      indices.contains { rows[$0].pValue != nil }
    }
    let share = hasBoth ? figures : 1
    divide(
      ofPlacements.isEmpty ? share : share / 2, equallyAmong: ofFigures, rows, &shares)
    divide(share / 2, equallyAmong: ofPlacements, rows, &shares)
    var left = hasBoth ? 1 - figures : 1
    let rest = left * equal
    left -= rest
    for (cost, index) in costs(ofViolations, rows) {
      if cost > left { break }
      shares[index] = cost
      left -= cost
    }
    divide(rest + left, equallyAmong: ofViolations, rows, &shares)
    return shares
  }

  /// Divides a share among the tests that can be significant with their part of it.
  private static func divide(
    _ share: Double, equallyAmong indices: [Int], _ rows: [ComparisonRow], _ shares: inout [Double]
  ) {
    let smallest = indices.map { rows[$0].smallestPValue }
    let kept = RateTests.possible(smallest, level: FleetComparison.level * share)
    for number in kept { shares[indices[number]] += share / Double(kept.count) }
  }

  /// The shares with which the tests find a doubling, rising.
  private static func costs(
    _ indices: [Int], _ rows: [ComparisonRow]
  ) -> [(cost: Double, index: Int)] {
    indices.compactMap { index in
      rows[index].levelForDoubling.map { ($0 / FleetComparison.level, index) }
    }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }
  }
}
