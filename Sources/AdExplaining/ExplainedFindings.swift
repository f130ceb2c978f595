internal import AdRules
internal import AdSession

/// A finding of a session that is explained.
struct ExplainedFinding {
  enum Subject {
    case violation(Violation)
    /// An undecided activation, and the `seq`s of those that are like it.
    case undecided(Undecided, others: [Int64])
    /// The rule is inconclusive without an undecided activation.
    case untrusted
    /// The rule is vacuous or not captured.
    case unjudged
  }

  /// The index of the rule.
  let rule: Int
  let verdict: Verdict
  let subject: Subject
  /// The record of the finding; nil where the whole rule is explained.
  let seq: Int64?
  /// The violation that it follows from.
  var follows: String?
}

/// A violation in the order in which a session's violations are explained.
public struct OrderedViolation: Sendable {
  /// The index of the rule.
  public let rule: Int
  /// The index among the violations of the rule.
  public let index: Int
  /// The rule and the record of the violation that it follows from, for people; nil for none.
  public let follows: String?

  /// Makes a violation of an order.
  public init(rule: Int, index: Int, follows: String?) {
    self.rule = rule
    self.index = index
    self.follows = follows
  }
}

extension ExplainedFinding {
  func urgency(of rules: [Rule]) -> Effort.Urgency {
    guard case .violation(let violation) = subject else { return .undecided }
    switch rules[rule].severity(of: violation) {
    case .error: return .error
    case .warning: return .warning
    case .info: return .info
    }
  }

  /// The findings of a session: the violations in an order, then what is undecided by rule, then
  /// the rules that were not judged.
  static func all(
    _ results: RuleResults, of rules: [Rule], in trace: Trace, _ choice: Explainer.Choice,
    _ order: [OrderedViolation]?
  ) -> [ExplainedFinding] {
    let isChosen = rules.map { choice.rules?.contains($0.id) ?? true }
    let chosen = results.enumerated().filter { rule, _ in isChosen[rule] }
    let violated = (order ?? usualOrder(results)).filter { isChosen[$0.rule] }.map { next in
      let violation = results[next.rule].violations[next.index]
      return ExplainedFinding(
        rule: next.rule, verdict: .violated, subject: .violation(violation),
        seq: trace.events[violation.certainAt].seq, follows: next.follows)
    }
    let others = chosen.flatMap { rule, result in
      undecided(result, rule, trace, choice) + wholeRule(result, rule, choice)
    }
    return
      (violated + others.filter { $0.verdict.isJudged }
      + others.filter { !$0.verdict.isJudged }).filter {
        choice.seq == nil || $0.seq == choice.seq
      }
  }

  /// The violations by the record at which they became certain, then by rule.
  private static func usualOrder(_ results: RuleResults) -> [OrderedViolation] {
    results.enumerated().flatMap { rule, result in
      result.violations.enumerated().map { index, violation in
        (violation.certainAt, OrderedViolation(rule: rule, index: index, follows: nil))
      }
    }.sorted { ($0.0, $0.1.rule, $0.1.index) < ($1.0, $1.1.rule, $1.1.index) }.map { $0.1 }
  }

  /// The undecided activations of a rule; equal ones are one finding.
  private static func undecided(
    _ result: RuleResult, _ rule: Int, _ trace: Trace, _ choice: Explainer.Choice
  ) -> [ExplainedFinding] {
    var groups: [Likeness: [Undecided]] = [:]
    var order: [Likeness] = []
    for undecided in result.undecided where choice.seq ?? undecided.seq == undecided.seq {
      let likeness = Likeness(undecided, in: trace)
      if groups[likeness] == nil { order.append(likeness) }
      groups[likeness, default: []].append(undecided)
    }
    return order.compactMap { groups[$0] }.compactMap { group in
      group.first.map {
        ExplainedFinding(
          rule: rule, verdict: result.verdict,
          subject: .undecided($0, others: group.dropFirst().map { $0.seq }), seq: $0.seq)
      }
    }
  }

  /// What makes two undecided activations of a rule equal: the reason, and the kind and format of
  /// the record.
  private struct Likeness: Hashable {
    let why: Doubt
    let because: String?
    let kind: EventKind?
    let format: Word?

    init(_ undecided: Undecided, in trace: Trace) {
      let event = trace.index(ofSeq: undecided.seq).map { trace.events[$0] }
      (why, because) = (undecided.why, undecided.because)
      (kind, format) = (event?.kind, event?.format)
    }
  }

  private static func wholeRule(
    _ result: RuleResult, _ rule: Int, _ choice: Explainer.Choice
  ) -> [ExplainedFinding] {
    let subject: Subject
    switch result.verdict {
    case .inconclusive where result.undecided.isEmpty: subject = .untrusted
    case .vacuous, .notCaptured:
      if !choice.includesUnjudged { return [] }
      subject = .unjudged
    default: return []
    }
    return [ExplainedFinding(rule: rule, verdict: result.verdict, subject: subject, seq: nil)]
  }
}

extension Verdict {
  fileprivate var isJudged: Bool { self != .vacuous && self != .notCaptured }
}

extension Trace {
  /// The index of the record with a `seq`, in O(log n); nil if there is none.
  func index(ofSeq seq: Int64) -> Int? { events.index(ofRising: seq, by: { $0.seq }) }
}
