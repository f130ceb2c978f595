public import AdRules
internal import AdSession

/// The verdicts of a session so far.
public struct LiveVerdicts: Sendable {
  /// The rules, in the order of ``results``.
  public let rules: [Rule]
  /// The result of each rule, as `adjournal audit` reports it for the journal at this point.
  public let results: RuleResults
  /// The number of records of the journal.
  public let records: Int

  /// The ids of the violated rules, in the order of the catalogue.
  public var violated: [String] {
    zip(rules, results).filter { $0.1.verdict == .violated }.map { $0.0.id }
  }

  /// The verdict of a rule; nil if the audit does not have it.
  public subscript(rule: String) -> Verdict? {
    rules.firstIndex { $0.id == rule }.map { results[$0].verdict }
  }

  /// The verdicts before the first record.
  static func none(_ rules: [Rule]) -> LiveVerdicts {
    LiveVerdicts(rules: rules, results: Judge(rules: rules).judge(Trace()), records: 0)
  }
}
