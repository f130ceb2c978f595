public import AdReplay
public import AdRules
public import AdSession

/// Shrinks a journal to the smallest one that violates a rule for the same reason.
///
/// The reason is that of the first violation: the kinds of the records in its witness, the missing
/// event and the exceeded thresholds. Each candidate is encoded, read back and judged like any
/// journal, so the result is undamaged and violates the rule by itself. Shrinking judges between
/// ten and a few thousand journals.
public struct JournalShrinker {
  /// The rule that the journal violates.
  public let rule: Rule
  /// Thresholds that override those of the journal and become part of the shrunk journal.
  public let policy: [PolicySetting]

  /// Creates a shrinker for a rule.
  public init(rule: Rule, policy: [PolicySetting] = []) {
    self.rule = rule
    self.policy = policy
  }

  /// Shrinks a session; returns nil if the session by itself does not violate the rule.
  ///
  /// With `isMeant`, only violations for which it returns true count, in the session and in each
  /// candidate. With `others`, which returns the number of violations of other problems in a
  /// candidate, the journal keeps the records without which there would be more of them.
  public func shrink(
    _ trace: Trace, where isMeant: @escaping (Violation, Trace) -> Bool = { _, _ in true },
    others: ((SessionReading) -> Int)? = nil
  ) -> ShrunkJournal? {
    let judge = Judge(rules: [rule], overrides: policy)
    let violations = (judge.judge(trace).first?.violations ?? []).filter { isMeant($0, trace) }
    guard let first = violations.first else { return nil }
    let reason = ViolationReason(first, in: trace)
    let check = ReproductionCheck(
      Judge(rules: [rule]), reason, isMeant: isMeant, others: others ?? { _ in 0 })
    let whole = JournalDraft(trace, overrides: policy)
    let witnesses = violations.filter { ViolationReason($0, in: trace) == reason }.map {
      violation in
      violation.witness.compactMap { JournalDraft.recordIndex(of: $0, in: trace) }
    }
    guard let small = smallest(whole, witnesses, check) else { return nil }
    let bytes = small.bytes()
    guard let violation = check.violation(of: bytes) else { return nil }
    return ShrunkJournal(
      bytes: bytes, records: small.records.count + 1, originalRecords: trace.events.count,
      because: violation.because, evaluations: check.evaluations,
      variations: VariationFinder(check: check).variations(of: small))
  }

  /// Reduces records, fields, times and names in turn until nothing changes.
  private func smallest(_ whole: JournalDraft, _ witnesses: [[Int]], _ check: ReproductionCheck)
    -> JournalDraft?
  {
    let records = RecordReducer(check: check)
    var best = records.search(whole, witnesses: witnesses)
    guard check.reproduces(best) else { return nil }
    var before: [UInt8] = []
    for _ in 0..<JournalShrinker.maximumRounds where best.bytes() != before {
      before = best.bytes()
      best = FieldSimplifier(check: check).simplify(best)
      best = TimeSimplifier(check: check).simplify(best)
      best = NameSimplifier(check: check).simplify(best)
      best = records.deleting(best)
    }
    return best
  }

  private static let maximumRounds = 8
}

/// A shrunk journal, with the details that do not matter for the violation.
public struct ShrunkJournal: Sendable {
  /// The bytes of the journal, which has one session.
  public let bytes: [UInt8]
  /// The number of records, including the header.
  public let records: Int
  /// The number of records of the original session.
  public let originalRecords: Int
  /// The message of the violation in the shrunk journal.
  public let because: String
  /// The number of journals judged while shrinking.
  public let evaluations: Int
  /// Other values that violate the rule as well; empty for an incident.
  public let variations: [Variation]
}
