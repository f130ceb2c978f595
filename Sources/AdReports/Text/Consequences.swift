public import AdAudit
public import AdExplaining
internal import AdReplay
internal import AdRules
internal import AdSession

/// Which violations of a session follow from another one, for all formats.
package struct Consequences {
  /// The violation that others follow from.
  package struct Cause: Equatable {
    /// The id of its rule.
    package let rule: String
    /// The `seq` of the record at which it became certain.
    package let seq: Int64

    /// `follows from RULE at seq N`.
    var text: String { "follows from \(rule) at seq \(seq)" }
  }

  private struct Key: Hashable {
    let rule: Int
    let violation: Int
  }

  private var causes: [Key: Cause] = [:]
  /// The violation that each consequence follows from.
  private var firsts: [Key: Key] = [:]

  /// Groups the violations of a session; without violations this costs nothing.
  package init(of audited: AuditedSession) {
    for group in Group.of(audited) where !group.others.isEmpty {
      let seq = audited.reading.trace.events[group.first.certainAt].seq
      let cause = Cause(rule: audited.rules[group.first.rule].id, seq: seq)
      // A repetition is a cause of its own: it counts for the problem.
      for other in group.others where other.rule != group.first.rule {
        let key = Key(rule: other.rule, violation: other.index)
        causes[key] = cause
        firsts[key] = Key(rule: group.first.rule, violation: group.first.index)
      }
    }
  }

  /// The cause of a violation, by the index of its rule and its own index in the result of that
  /// rule; nil for a violation that follows from nothing.
  package func cause(rule: Int, violation: Int) -> Cause? {
    causes.isEmpty ? nil : causes[Key(rule: rule, violation: violation)]
  }

  /// The problem and variant of a violation, which are those of its cause if it has one.
  func variant(rule: Int, violation: Int, in audited: AuditedSession) -> ProblemVariant {
    let own = Key(rule: rule, violation: violation)
    let key = firsts[own] ?? own
    return ProblemVariant(
      audited.results[key.rule].violations[key.violation], of: audited.rules[key.rule],
      in: audited.reading.trace)
  }

  /// The variants of the violations of a session that follow from nothing.
  fileprivate static func causes(of audited: AuditedSession) -> [ProblemVariant] {
    let consequences = Consequences(of: audited)
    return audited.results.indicesOfFindings.flatMap { rule in
      audited.results[rule].violations.indices
        .filter { consequences.cause(rule: rule, violation: $0) == nil }
        .map { consequences.variant(rule: rule, violation: $0, in: audited) }
    }
  }

  /// The message of a violation, and its cause in parentheses.
  func message(_ violation: Violation, rule: Int, violation index: Int) -> String {
    guard let cause = cause(rule: rule, violation: index) else { return violation.because }
    return "\(violation.because) (\(cause.text))"
  }
}

extension ProblemVariant {
  /// The variants of the violations of a session that follow from nothing.
  package static func causes(of audited: AuditedSession) -> [ProblemVariant] {
    Consequences.causes(of: audited)
  }
}

extension OrderedViolation {
  /// The violations of a session in the order of an audit's text: each cause, then what follows
  /// from it.
  public static func all(of audited: AuditedSession) -> [OrderedViolation] {
    let consequences = Consequences(of: audited)
    return Group.of(audited).flatMap { [$0.first] + $0.others }.map {
      OrderedViolation(
        rule: $0.rule, index: $0.index,
        follows: consequences.cause(rule: $0.rule, violation: $0.index)?.text)
    }
  }
}
