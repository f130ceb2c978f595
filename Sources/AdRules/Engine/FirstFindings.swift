internal import AdSession

/// A finding of which a session can have millions.
protocol NumerousFinding {
  /// What findings have in common that one of them can stand for.
  associatedtype Variant: Hashable

  /// Whether it is listed before another one.
  func precedes(_ other: Self) -> Bool

  func variant(in trace: Trace) -> Variant
}

extension Violation: NumerousFinding {
  func precedes(_ other: Violation) -> Bool { certainAt < other.certainAt }

  func variant(in trace: Trace) -> ViolationVariant { ViolationVariant(self, in: trace) }
}

extension Undecided: NumerousFinding {
  func precedes(_ other: Undecided) -> Bool { seq < other.seq }

  /// Undecided activations belong to no problem: any of them stands for the others.
  func variant(in trace: Trace) -> Bool { true }
}

/// The first findings of a rule in a session, the first of each variant, and the number of the
/// others.
///
/// The order is that of the findings, not that in which they are added: a session can have
/// millions, and many become known only at its end. Memory grows with the number of variants.
struct FirstFindings<Finding: NumerousFinding> {
  /// The findings of one variant that are not among the first.
  private struct Others {
    let variant: Finding.Variant
    var first: Finding
    var count = 1
  }

  private var found: [Finding] = []
  /// Whether ``found`` is in order.
  private var isSorted = false
  private var others: [Others] = []
  /// The indexes in ``others``.
  private var indexes: [Finding.Variant: Int] = [:]

  /// Whether there are none.
  var isEmpty: Bool { found.isEmpty }

  /// Adds a finding in a session.
  mutating func add(_ finding: Finding, in trace: Trace) {
    found.append(finding)
    isSorted = false
    if found.count >= 2 * RuleResult.mostListed { dropLast(trace) }
  }

  private mutating func dropLast(_ trace: Trace) {
    if !isSorted { found.sort { $0.precedes($1) } }
    isSorted = true
    if found.count <= RuleResult.mostListed { return }
    for finding in found[RuleResult.mostListed...] { drop(finding, trace) }
    found.removeLast(found.count - RuleResult.mostListed)
  }

  private mutating func drop(_ finding: Finding, _ trace: Trace) {
    let variant = finding.variant(in: trace)
    guard let index = indexes[variant] else {
      indexes[variant] = others.count
      others.append(Others(variant: variant, first: finding))
      return
    }
    others[index].count += 1
    if finding.precedes(others[index].first) { others[index].first = finding }
  }

  /// The listed findings in order, and for the last one of each variant the number of those that
  /// are not listed.
  func listed(in trace: Trace) -> (findings: [Finding], unlisted: [Int: Int]) {
    var copy = self
    copy.dropLast(trace)
    if copy.others.isEmpty { return (copy.found, [:]) }
    return copy.listedWithOthers(trace)
  }

  private func listedWithOthers(_ trace: Trace) -> (findings: [Finding], unlisted: [Int: Int]) {
    var lasts: [Finding.Variant: Int] = [:]
    for (index, finding) in found.enumerated() { lasts[finding.variant(in: trace)] = index }
    let listed = others.map { lasts[$0.variant] == nil }
    let added = zip(others, listed).compactMap { $1 ? $0 : nil }
      .sorted { $0.first.precedes($1.first) }
    for (index, other) in added.enumerated() { lasts[other.variant] = found.count + index }
    var unlisted: [Int: Int] = [:]
    for (other, isListed) in zip(others, listed) {
      let count = isListed ? other.count - 1 : other.count
      if let index = lasts[other.variant], count > 0 { unlisted[index] = count }
    }
    return (found + added.map { $0.first }, unlisted)
  }

  /// Removes all findings and keeps the memory.
  mutating func removeAll() {
    found.removeAll(keepingCapacity: true)
    others.removeAll()
    indexes.removeAll()
  }
}
