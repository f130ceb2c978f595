public import AdRules
public import AdSession

/// Shrinks the journal of an incident to a small but plausible one, which can be reenacted.
///
/// Removes records as long as the rule is violated for the same reason and the journal stays
/// plausible: every ad is requested and loaded before it is shown, every callback follows its call,
/// the app leaves the foreground before it returns, and what leads to a request or a present stays
/// with it. Times stay as captured, because an ad manager depends on them; names are shortened.
public struct IncidentShrinker {
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
  public func shrink(_ trace: Trace) -> ShrunkJournal? {
    let judge = Judge(rules: [rule], overrides: policy)
    guard let first = judge.judge(trace).first?.violations.first else { return nil }
    let whole = JournalDraft(trace, overrides: policy)
    let events = whole.records.map(\.event)
    let (limit, leads) = (Plausibility(events), Leads(events))
    let check = ReproductionCheck(
      Judge(rules: [rule]), ViolationReason(first, in: trace), isMeant: { _, _ in true },
      where: { draft in
        let events = draft.records.map(\.event)
        return leads.areKept(in: events) && Plausibility(events).isAtMost(limit)
      })
    guard check.reproduces(whole) else { return nil }
    let records = RecordReducer(check: check)
    let few = records.deletingRelatedRecords(upToViolation(whole, first, trace, leads, check))
    let small = NameSimplifier(check: check).simplify(few)
    let bytes = small.bytes()
    guard let violation = check.violation(of: bytes) else { return nil }
    return ShrunkJournal(
      bytes: bytes, records: small.records.count + 1, originalRecords: trace.events.count,
      because: violation.because, evaluations: check.evaluations, variations: [])
  }

  /// Removes the records after the violation that lead to nothing before it.
  ///
  /// Keeps them up to the next activation of the app if the violation needs it: a correct app might
  /// show its ad there.
  private func upToViolation(
    _ whole: JournalDraft, _ violation: Violation, _ trace: Trace, _ leads: Leads,
    _ check: ReproductionCheck
  ) -> JournalDraft {
    guard let end = JournalDraft.recordIndex(of: violation.certainAt, in: trace) else {
      return whole
    }
    let needed = leads.needed(for: whole.records[...end].map(\.event))
    func isLead(_ position: Int) -> Bool { needed.contains(whole.records[position].event.seq) }
    let start = whole.keeping { $0 <= end || isLead($0) }
    if check.reproduces(start) { return start }
    let active = whole.records.indices.first {
      $0 > end && whole.records[$0].event.kind == .appBecameActive
    }
    let returned = whole.keeping { $0 <= active ?? end || isLead($0) }
    return check.reproduces(returned) ? returned : whole
  }
}

extension RecordReducer {
  private static let maximumForWindows = 300

  /// Deletes groups of related records (of one unit, request, scene or load), then single records
  /// and neighbouring records, until none can be deleted.
  func deletingRelatedRecords(_ draft: JournalDraft) -> JournalDraft {
    var best = draft
    var count = Int.max
    while best.records.count < count {
      count = best.records.count
      for isRelated in RecordReducer.groups(best) {
        let candidate = best.keeping { !isRelated(best.records[$0].event) }
        if candidate.records.count < best.records.count && check.reproduces(candidate) {
          best = candidate
        }
      }
      best = deleting(best)
      if best.records.count <= RecordReducer.maximumForWindows {
        for width in stride(from: 8, through: 2, by: -1) { best = deletingWindows(width, best) }
      }
    }
    return best
  }

  private func deletingWindows(_ width: Int, _ draft: JournalDraft) -> JournalDraft {
    var best = draft
    var start = best.records.count - width
    while start >= 0 {
      let window = start..<(start + width)
      let candidate = best.keeping { !window.contains($0) }
      if candidate.records.count < best.records.count && check.reproduces(candidate) {
        best = candidate
      }
      start = min(start - 1, best.records.count - width)
    }
    return best
  }

  /// Returns one predicate per name, in order of appearance; it is true for events about the name.
  private static func groups(_ draft: JournalDraft) -> [(Event) -> Bool] {
    var groups: [(Event) -> Bool] = []
    var names: [Symbol] = []
    for record in draft.records {
      let event = record.event
      for name in [event.unit, event.request, event.scene, event.load]
      where name.isPresent && !names.contains(name) {
        names.append(name)
        let ads = draft.records.map(\.event).filter {
          $0.request == name && $0.kind == .adLoaded
        }.map(\.ad)
        groups.append { event in
          [event.unit, event.request, event.scene, event.load].contains(name)
            || (event.ad.isPresent && ads.contains(event.ad))
        }
      }
    }
    return groups
  }
}
