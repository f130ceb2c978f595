public import AdRules
public import AdSession

/// Makes the smallest journal that still breaks a rule for the same reason.
///
/// The reason is that of the rule's first violation. Every candidate is judged by its bytes, read back
/// as any journal is, so what comes out is whole and breaks the rule by itself.
public struct JournalShrinker {
  /// The rule.
  public let rule: Rule
  /// Thresholds that win over what the journal says; the small journal says them itself.
  public let policy: [PolicySetting]

  /// A shrinker for one rule.
  public init(rule: Rule, policy: [PolicySetting] = []) {
    self.rule = rule
    self.policy = policy
  }

  /// The smallest journal of a session; nil where the session alone does not break the rule.
  public func shrink(_ trace: Trace) -> ShrunkJournal? {
    let judge = Judge(rules: [rule], overrides: policy)
    let violations = judge.judge(trace).first?.violations ?? []
    guard let first = violations.first else { return nil }
    let reason = Reason(first, in: trace)
    let oracle = Oracle(Judge(rules: [rule]), reason)
    let whole = Draft(trace, policy: policy)
    let witnesses = violations.filter { Reason($0, in: trace) == reason }.map { violation in
      violation.witness.compactMap { Draft.place($0, in: trace) }
    }
    guard let small = smallest(whole, witnesses, oracle) else { return nil }
    let bytes = small.bytes()
    guard let violation = oracle.violation(of: bytes) else { return nil }
    return ShrunkJournal(
      bytes: bytes, records: small.records.count + 1, originalRecords: trace.events.count,
      because: violation.because, evaluations: oracle.evaluations,
      freedoms: FreedomFinder(oracle: oracle).freedoms(of: small))
  }

  /// Records, fields, names and times in turn until nothing changes any more.
  private func smallest(_ whole: Draft, _ witnesses: [[Int]], _ oracle: Oracle) -> Draft? {
    let records = FewestRecords(oracle: oracle)
    var best = records.search(whole, witnesses: witnesses)
    guard oracle.breaks(best) else { return nil }
    var before: [UInt8] = []
    for _ in 0..<JournalShrinker.mostRounds where best.bytes() != before {
      before = best.bytes()
      best = FieldSimplifier(oracle: oracle).simplify(best)
      best = TimeSimplifier(oracle: oracle).simplify(best)
      best = NameSimplifier(oracle: oracle).simplify(best)
      best = records.deleting(best)
    }
    return best
  }

  private static let mostRounds = 8
}

/// The smallest journal that was found, and what is free in it.
public struct ShrunkJournal: Sendable {
  /// The journal: one session that begins with its header.
  public let bytes: [UInt8]
  /// How many records it has, the header among them.
  public let records: Int
  /// How many the session had.
  public let originalRecords: Int
  /// The sentence of the violation in the small journal.
  public let because: String
  /// How many journals were judged to find it.
  public let evaluations: Int
  /// What could be otherwise.
  public let freedoms: [Freedom]
}
