internal import AdRules

/// What a format says about the findings of a rule in a session that are counted and not listed.
enum UnlistedFindings {
  /// The sentence about violations; nil if all of them are listed.
  static func sentence(_ result: RuleResult) -> String? {
    let left = result.unlistedViolations
    guard left > 0 else { return nil }
    return "\(AuditText.count(left, "more violation")) of this rule in the session; the first "
      + "\(RuleResult.mostListed) and the first of each problem are listed"
  }
}
