/// The shows of each network, adapter or creative, compared with those of all others.
///
/// Groups are compared that have the same values of all other fields, such as the format. A group
/// of ads without a network is not compared. All tests are corrected together, as in `compare`.
package struct ShowComparison {
  /// The share of wrong answers among those that say that a group is worse.
  package static let level = 0.05

  /// Whether a group is worse than the others.
  package enum Answer: String, Sendable {
    case yes, no
    /// There are too few shows to find a doubling of the rate.
    case tooFew = "too-few"
  }

  /// The test of one share of one group.
  package struct Test: Sendable {
    /// The shows of all other groups of the same kind.
    package let others: ShowCount
    /// The two-sided p-value of Fisher's exact test; nil if there is nothing to compare.
    package let pValue: Double?
    /// The p-value after the correction for the number of tests.
    package fileprivate(set) var adjusted = 1.0
    /// Nil if there is nothing to compare.
    package fileprivate(set) var answer: Answer?
  }

  private struct Key: Hashable {
    let group: [String]
    let fault: ShowFault
  }

  private var tests: [Key: Test] = [:]

  /// Compares the groups of statistics; without a field that names a network there are no tests.
  package init(_ statistics: AdStatistics) {
    var all: [Share] = []
    for groups in Self.kinds(statistics) {
      for fault in ShowFault.allCases { all += Self.shares(of: fault, groups) }
    }
    let adjusted = RateTests.adjusted(
      all.map { ($0.test.pValue ?? 1, $0.smallest) }, level: Self.level)
    for (share, adjusted) in zip(all, adjusted) {
      var test = share.test
      test.adjusted = adjusted
      test.answer = Self.answer(share.own, test)
      tests[share.key] = test
    }
  }

  private typealias Group = (key: GroupKey, value: AdFigures)

  private struct Share {
    let key: Key
    let own: ShowCount
    let test: Test
    /// The smallest p-value that is possible with these counts.
    let smallest: Double
  }

  /// The groups that are compared with each other: they name a network, and their other fields are
  /// equal.
  private static func kinds(_ statistics: AdStatistics) -> [[Group]] {
    let fields = statistics.fields
    if !fields.contains(where: { $0.isOfNetwork }) { return [] }
    let groups = statistics.groups.entries.filter { key, _ in
      zip(fields, key.values).allSatisfy { !$0.isOfNetwork || $1 != $0.absence }
    }
    let kinds = Dictionary(grouping: groups) { key, _ in
      zip(fields, key.values).filter { !$0.0.isOfNetwork }.map { $0.1 }
    }
    return Array(kinds.values)
  }

  private static func shares(of fault: ShowFault, _ groups: [Group]) -> [Share] {
    let total = groups.reduce(into: ShowCount()) { $0.add($1.value.shows[fault]) }
    return groups.map { key, figures in
      let own = figures.shows[fault]
      let (test, smallest) = test(own, total)
      return Share(
        key: Key(group: key.values, fault: fault), own: own, test: test, smallest: smallest)
    }
  }

  /// The test of a share of a group; nil for a group that is not compared.
  package subscript(group: [String], fault: ShowFault) -> Test? {
    tests[Key(group: group, fault: fault)]
  }

  private static func test(_ own: ShowCount, _ total: ShowCount) -> (Test, smallest: Double) {
    var others = ShowCount()
    others.part = total.part - own.part
    others.whole = total.whole - own.whole
    guard total.part > 0, own.whole > 0, others.whole > 0 else {
      return (Test(others: others, pValue: nil), 1)
    }
    let value = RateTests.fisher(own.part, of: own.whole, others.part, of: others.whole)
    let smallest = RateTests.smallestPossible(total.part, own.whole, others.whole)
    return (Test(others: others, pValue: value), smallest)
  }

  private static func answer(_ own: ShowCount, _ test: Test) -> Answer? {
    guard let share = own.share, let others = test.others.share else { return nil }
    if test.pValue != nil, test.adjusted <= level { return share > others ? .yes : .no }
    let needed = RateTests.needed(test.others.part, of: test.others.whole, own.part, of: own.whole)
    let shows = Double(min(own.whole, test.others.whole))
    return needed.map { shows >= $0 } ?? false ? .no : .tooFew
  }
}
