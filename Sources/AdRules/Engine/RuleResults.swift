internal import AdSession

/// The results of all rules of a judge for one session, in the order of the rules.
///
/// An audit makes one result per rule and session. Nearly all are a verdict and a number, packed in
/// one word; only results with findings are values of their own.
public struct RuleResults: RandomAccessCollection, Sendable {
  /// The number of rules with each verdict, one byte each, in the order of ``Verdict/allCases``.
  package private(set) var counts: UInt64
  @usableFromInline var packed: [PackedResult]
  private var findings: [Int: RuleResult.Findings] = [:]

  /// A verdict and a number of activations.
  @usableFromInline
  struct PackedResult: Sendable {
    @usableFromInline static var hasFindings: UInt64 { 8 }
    /// The result of a rule that needs a threshold which is not set.
    static let policyUnset = PackedResult(bits: policyUnsetBit | UInt64(Verdict.notCaptured.index))
    static var policyUnsetBit: UInt64 { 16 }
    /// The result of a rule that measures times, in a session without times.
    static let withoutTimes = PackedResult(bits: lacksTimesBit | UInt64(Verdict.notCaptured.index))
    static var lacksTimesBit: UInt64 { 32 }
    @usableFromInline let bits: UInt64

    init(_ verdict: Verdict, _ activations: Int, hasFindings: Bool = false) {
      bits =
        UInt64(activations) &<< 8 | (hasFindings ? Self.hasFindings : 0) | UInt64(verdict.index)
    }

    private init(bits: UInt64) { self.bits = bits }

    /// The same verdict with another number of activations.
    func with(_ activations: Int) -> PackedResult {
      PackedResult(bits: bits & 0xFF | UInt64(truncatingIfNeeded: activations) &<< 8)
    }

    var isPolicyUnset: Bool { bits & Self.policyUnsetBit != 0 }
    var lacksTimes: Bool { bits & Self.lacksTimesBit != 0 }
    var verdict: Verdict { Verdict.inOrderOfContract[Int(bits & 7)] }
    @usableFromInline var activations: Int { Int(truncatingIfNeeded: bits &>> 8) }
    @usableFromInline var hasFindings: Bool { bits & Self.hasFindings != 0 }
    /// The value 1 in the byte of its verdict, as in ``RuleResults/counts``.
    var count: UInt64 { 1 &<< ((bits & 7) &* 8) }
  }

  /// Results without activations.
  init(_ verdicts: [Verdict]) {
    packed = verdicts.map { PackedResult($0, 0) }
    counts = packed.reduce(0) { $0 &+ $1.count }
  }

  /// Takes over the results of a template, which has no findings, and keeps the memory.
  mutating func begin(as template: RuleResults) {
    counts = template.counts
    if !findings.isEmpty { findings = [:] }
    guard packed.count == template.packed.count else { return packed = template.packed }
    packed.replaceSubrange(packed.indices, with: template.packed)
  }

  /// Replaces a result by one without activations and findings.
  mutating func set(_ index: Int, _ verdict: Verdict) {
    if !findings.isEmpty { findings[index] = nil }
    replace(index, PackedResult(verdict, 0))
  }

  /// Replaces a result by one of a rule that needs a threshold which is not set.
  mutating func setPolicyUnset(_ index: Int) {
    if !findings.isEmpty { findings[index] = nil }
    replace(index, .policyUnset)
  }

  /// Replaces a result by one of a rule that measures times which the session does not have.
  mutating func setWithoutTimes(_ index: Int) {
    if !findings.isEmpty { findings[index] = nil }
    replace(index, .withoutTimes)
  }

  /// Replaces a result by one with findings.
  mutating func set(_ index: Int, _ result: RuleResult) {
    findings[index] = result.findings
    replace(
      index, PackedResult(result.verdict, result.activations, hasFindings: result.hasFindings))
  }

  /// Sets the verdict of every activated rule without findings and clears its state.
  ///
  /// The states that are not cleared are moved to the front, and their number is returned. The
  /// caller handles those with findings. Nearly all states need only this one pass.
  mutating func take(
    _ verdict: Verdict, from states: borrowing Slab<Cell<RuleState>>, count: Int
  ) -> Int {
    let plain = PackedResult(verdict, 0)
    var changed: UInt64 = 0
    var left = 0
    for index in 0..<count {
      let state = states[index]
      let activations = state.value.activations
      if state.value.hasMore {
        states[left] = state
        left &+= 1
        if state.value.hasLists { continue }
      } else {
        state.value.clear()
      }
      if activations == 0 { continue }
      packed[Int(state.value.number)] = plain.with(activations)
      changed &+= 1
    }
    counts = counts &+ changed &* (plain.count &- PackedResult(.vacuous, 0).count)
    return left
  }

  /// The same verdicts with only the violations that are kept, by the index of their rule and their
  /// own index in its result.
  package func keepingViolations(_ isKept: (Int, Int) -> Bool) -> RuleResults {
    var kept = self
    for index in indicesOfFindings {
      let result = self[index]
      let numbers = result.violations.indices.filter { isKept(index, $0) }
      if numbers.count == result.violations.count { continue }
      var unlisted: [Int: Int] = [:]
      for (number, old) in numbers.enumerated() where result.unlistedViolations(like: old) > 0 {
        unlisted[number] = result.unlistedViolations(like: old)
      }
      kept.set(
        index,
        RuleResult(
          verdict: result.verdict, activations: result.activations,
          violations: numbers.map { result.violations[$0] }, undecided: result.undecided,
          unlisted: unlisted, unlistedUndecided: result.unlistedUndecided))
    }
    return kept
  }

  private mutating func replace(_ index: Int, _ word: PackedResult) {
    counts = counts &- packed[index].count &+ word.count
    packed[index] = word
  }

  /// The index of the first rule.
  public var startIndex: Int { 0 }
  /// The number of rules.
  public var endIndex: Int { packed.count }

  /// The result of the rule at an index.
  public subscript(index: Int) -> RuleResult {
    let word = packed[index]
    return RuleResult(
      word.verdict, activations: word.activations,
      findings: word.hasFindings ? findings[index] : nil, isPolicyUnset: word.isPolicyUnset,
      lacksTimes: word.lacksTimes)
  }

  /// The verdicts by index, then not captured because a threshold is not set, and because the
  /// session has no times.
  package static let plainVerdicts = Verdict.inOrderOfContract + [.notCaptured, .notCaptured]

  /// The verdict, by its index in ``plainVerdicts``, and the activations; nil for a result with
  /// findings.
  @inlinable
  package func plain(_ index: Int) -> (verdict: Int, activations: Int)? {
    let bits = packed[index].bits
    if bits & PackedResult.hasFindings != 0 { return nil }
    // The two bits of the reason are never set together.
    let reason = Int(truncatingIfNeeded: bits &>> 4 & 3)
    return (Int(truncatingIfNeeded: bits & 7) &+ reason, Int(truncatingIfNeeded: bits &>> 8))
  }

  /// The indices of the rules with findings, in ascending order.
  package var indicesOfFindings: [Int] { findings.isEmpty ? [] : findings.keys.sorted() }
}
