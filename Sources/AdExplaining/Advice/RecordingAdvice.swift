internal import AdRules
public import AdSession

/// What a journal must have so that a rule is judged, or applies.
public struct RecordingAdvice: Sendable {
  /// The classes that the session does not capture and the rule observes.
  public let classes: [EventClass]
  /// The header fields and thresholds that must be set, such as `launch_count`.
  public let settings: [String]
  /// Whether the rule measures times and the session has none.
  public let lacksTimes: Bool
  /// For a rule that never applied, the records of a smallest continuation with which it applies;
  /// nil if none was found.
  public let activating: Completion?
  /// The triggers of the rule.
  public let triggers: [EventKind]
}

/// Finds what a journal must have for a rule, and verifies it by judging.
struct AdviceSearch {
  let trace: Trace
  let rule: Rule
  let overrides: [PolicySetting]
  let probe: Probe

  /// The kinds that the pattern of the rule visits.
  private var triggers: [EventKind] {
    var kinds: [EventKind] = []
    for kind in rule.pattern.visits.flatMap({ $0.triggers }).flatMap({ $0.kinds })
    where !kinds.contains(kind) {
      kinds.append(kind)
    }
    return kinds
  }

  // MARK: Not captured

  /// What to record for a rule that is not captured.
  func forNotCaptured() -> RecordingAdvice {
    let captured = trace.captured
    let missing = rule.observes.filter { !captured.contains(ClassSet($0)) }
    let all = missing.reduce(captured) { $0.union(ClassSet($1)) }
    let header = (trace.header ?? .plain).changed { $0.captures = all }
    return RecordingAdvice(
      classes: missing, settings: isJudged(header) ? [] : settings(header),
      lacksTimes: rule.measuresTime && !trace.hasTimes, activating: nil, triggers: triggers)
  }

  /// The header settings with which the rule is judged; verified, and empty if none was found.
  private func settings(_ header: Header) -> [String] {
    let launches = header.changed { $0.launchCount = 1 }
    if header.launchCount == nil, isJudged(launches) { return ["launch_count"] }
    let keys = rule.policy.filter { key in
      key.defaultValue == nil && !header.policy.contains { $0.key == key }
    }
    let withPolicy = header.changed { header in
      header.policy += keys.map { PolicySetting($0, 1) }
    }
    if isJudged(withPolicy) { return keys.map { "policy \($0.name)" } }
    let both = withPolicy.changed { $0.launchCount = $0.launchCount ?? 1 }
    return isJudged(both) ? ["launch_count"] + keys.map { "policy \($0.name)" } : []
  }

  private func isJudged(_ header: Header) -> Bool {
    let filled = FilledSession(trace, header: header)
    let result = Judge(rules: [rule], overrides: overrides).judge(filled.draft.trace)[0]
    return result.verdict != .notCaptured
  }

  // MARK: Vacuous

  /// What to record for a rule that never applied.
  func forVacuous() -> RecordingAdvice {
    RecordingAdvice(
      classes: [], settings: [], lacksTimes: false, activating: activating(), triggers: triggers)
  }

  private func activating() -> Completion? {
    if probe.effort.isUsedUp { return nil }
    let plain = FilledSession(trace)
    let end = plain.draft.events.lastIndex { $0.kind == .sessionEnded } ?? plain.draft.events.count
    let place = Place(
      reason: .unrecorded, position: end, earliest: plain.draft.events[..<end].last?.t ?? 0,
      latest: nil, capacity: nil, neutral: 0)
    let filled = FilledSession(
      plain.draft, places: [place], lacksHeader: plain.lacksHeader)
    return ActivationSearch(filled, probe, overrides).run()
  }
}
