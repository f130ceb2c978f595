internal import AdRules

/// The severity of a broken rule.
public enum RuleSeverity: String, Sendable, CaseIterable, Comparable {
  /// Worth knowing.
  case info
  /// Costs money or patience.
  case warning
  /// Breaks a promise to users, advertisers or the network.
  case error

  /// Orders by gravity: info, warning, error.
  public static func < (one: RuleSeverity, other: RuleSeverity) -> Bool {
    one.rank < other.rank
  }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// Which rules and checks count in a test.
struct Severities {
  let minimum: RuleSeverity
  let changed: [String: RuleSeverity]
  let excluded: Set<String>
  /// The rules and checks that count alone; nil for all.
  let only: Set<String>?

  /// Whether the manager can break a rule, and the test counts it.
  func counts(_ rule: Rule) -> Bool {
    rule.actor == .app && counts(rule.id, RuleSeverity(rawValue: rule.severity.rawValue) ?? .info)
  }

  /// Whether the test counts a check.
  func counts(_ check: ManagerCheck) -> Bool { counts(check.rawValue, check.severity) }

  private func counts(_ id: String, _ severity: RuleSeverity) -> Bool {
    if excluded.contains(id) { return false }
    if let only { return only.contains(id) }
    return (changed[id] ?? severity) >= minimum
  }

  /// The severity of a rule or check in the test.
  func severity(of id: String) -> RuleSeverity {
    let rule = RuleBook.all.first { $0.id == id }
    let own = rule.flatMap { RuleSeverity(rawValue: $0.severity.rawValue) }
    return changed[id] ?? own ?? ManagerCheck(rawValue: id)?.severity ?? .error
  }

  /// The first reason why no rule counts, or an id is no rule and no check; nil if there is none.
  var problem: String? {
    if only?.isEmpty == true {
      return "'onlyRules' is empty; name at least one rule, or use nil for all"
    }
    let known = RuleBook.all.map(\.id) + ManagerCheck.allCases.map(\.rawValue)
    let named = excluded.sorted() + changed.keys.sorted() + (only?.sorted() ?? [])
    return named.first { !known.contains($0) }.map { "unknown rule '\($0)'" }
  }
}
