/// The first findings of a rule in a session, and the number of the others.
///
/// The order is that of the findings, not that in which they are added: a session can have millions, and
/// many become known only at its end.
struct FirstFindings<Finding> {
  private var found: [Finding] = []
  /// The number of findings that are only counted so far.
  private var dropped = 0
  /// Whether the stored findings are in order.
  private var isSorted = false

  /// Whether there are none.
  var isEmpty: Bool { found.isEmpty }

  /// Adds a finding.
  mutating func add(_ finding: Finding, by precedes: (Finding, Finding) -> Bool) {
    found.append(finding)
    isSorted = false
    if found.count >= 2 * RuleResult.mostListed { dropLast(by: precedes) }
  }

  /// Counts findings that are not listed, because enough findings come before them; else returns false.
  mutating func count(
    _ more: Int, by precedes: (Finding, Finding) -> Bool, ifBehind comesBefore: (Finding) -> Bool
  ) -> Bool {
    guard found.count >= RuleResult.mostListed else { return false }
    dropLast(by: precedes)
    guard let last = found.last, comesBefore(last) else { return false }
    dropped += more
    return true
  }

  private mutating func dropLast(by precedes: (Finding, Finding) -> Bool) {
    if !isSorted { found.sort(by: precedes) }
    isSorted = true
    let excess = found.count - RuleResult.mostListed
    guard excess > 0 else { return }
    found.removeLast(excess)
    dropped += excess
  }

  /// The first findings in order, and the number of the others.
  func listed(by precedes: (Finding, Finding) -> Bool) -> (first: [Finding], others: Int) {
    var copy = self
    copy.dropLast(by: precedes)
    return (copy.found, copy.dropped)
  }

  /// Removes all findings and keeps the memory.
  mutating func removeAll() {
    found.removeAll(keepingCapacity: true)
    dropped = 0
  }
}
