public import AdRules
public import AdSession

/// Makes a believable small journal of an incident: one that can be acted again.
///
/// Records are left out as long as the rule is broken for the same reason and nothing happens that
/// cannot have happened so: every ad was asked for and loaded, every callback follows its call, the
/// app leaves before it returns. Times stay as they were captured, since a manager judges them; names
/// become simple.
public struct IncidentShrinker {
  /// The rule.
  public let rule: Rule
  /// Thresholds that win over what the journal says; the small journal says them itself.
  public let policy: [PolicySetting]

  /// A shrinker for one rule.
  public init(rule: Rule, policy: [PolicySetting] = []) {
    self.rule = rule
    self.policy = policy
  }

  /// The small journal of a session; nil where the session alone does not break the rule.
  public func shrink(_ trace: Trace) -> ShrunkJournal? {
    let judge = Judge(rules: [rule], overrides: policy)
    guard let first = judge.judge(trace).first?.violations.first else { return nil }
    let whole = Draft(trace, policy: policy)
    let limit = Plausibility(whole.records.map(\.event))
    let oracle = Oracle(Judge(rules: [rule]), Reason(first, in: trace)) { draft in
      Plausibility(draft.records.map(\.event)).isAtMost(limit)
    }
    guard oracle.breaks(whole) else { return nil }
    let records = FewestRecords(oracle: oracle)
    let few = records.deletingStories(upToViolation(whole, first, trace, oracle))
    let small = NameSimplifier(oracle: oracle).simplify(few)
    let bytes = small.bytes()
    guard let violation = oracle.violation(of: bytes) else { return nil }
    return ShrunkJournal(
      bytes: bytes, records: small.records.count + 1, originalRecords: trace.events.count,
      because: violation.because, evaluations: oracle.evaluations, freedoms: [])
  }

  /// What came after the violation is no part of its story, but for the end of a return: another app
  /// would have shown its ad there.
  private func upToViolation(
    _ whole: Draft, _ violation: Violation, _ trace: Trace, _ oracle: Oracle
  ) -> Draft {
    guard let end = Draft.place(violation.certainAt, in: trace) else { return whole }
    let start = whole.keeping { $0 <= end }
    if oracle.breaks(start) { return start }
    let active = whole.records.indices.first {
      $0 > end && whole.records[$0].event.kind == .appBecameActive
    }
    let returned = whole.keeping { $0 <= active ?? end }
    return oracle.breaks(returned) ? returned : whole
  }
}

extension FewestRecords {
  private static let mostForWindows = 300

  /// Deletes whole stories (all of an ad, of a request, a few records in a row) and then single
  /// records, until none can go.
  func deletingStories(_ draft: Draft) -> Draft {
    var best = draft
    var count = Int.max
    while best.records.count < count {
      count = best.records.count
      for story in FewestRecords.stories(best) {
        let candidate = best.keeping { !story(best.records[$0].event) }
        if candidate.records.count < best.records.count && oracle.breaks(candidate) {
          best = candidate
        }
      }
      best = deleting(best)
      if best.records.count <= FewestRecords.mostForWindows {
        for width in stride(from: 8, through: 2, by: -1) { best = deletingWindows(width, best) }
      }
    }
    return best
  }

  private func deletingWindows(_ width: Int, _ draft: Draft) -> Draft {
    var best = draft
    var start = best.records.count - width
    while start >= 0 {
      let window = start..<(start + width)
      let candidate = best.keeping { !window.contains($0) }
      if candidate.records.count < best.records.count && oracle.breaks(candidate) {
        best = candidate
      }
      start = min(start - 1, best.records.count - width)
    }
    return best
  }

  /// One a name, in the order of appearance: what concerns it.
  private static func stories(_ draft: Draft) -> [(Event) -> Bool] {
    var stories: [(Event) -> Bool] = []
    var names: [Symbol] = []
    for record in draft.records {
      let event = record.event
      for name in [event.unit, event.request, event.scene, event.load]
      where name.isPresent && !names.contains(name) {
        names.append(name)
        let ads = draft.records.map(\.event).filter {
          $0.request == name && $0.kind == .adLoaded
        }.map(\.ad)
        stories.append { event in
          [event.unit, event.request, event.scene, event.load].contains(name)
            || (event.ad.isPresent && ads.contains(event.ad))
        }
      }
    }
    return stories
  }
}
