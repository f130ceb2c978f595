import AdRules
import JSONLines

/// One line of `audit --format jsonl`.
struct SessionLine {
  /// What one rule says of the session.
  struct RuleCounts {
    var id: String
    var verdict: Verdict
    /// One for each violation.
    var severities: [Severity]
  }

  private(set) var path = ""
  private(set) var records = 0
  private(set) var damage = 0
  private(set) var rules: [RuleCounts] = []

  /// Reads a line; nil where it is something else.
  init?(_ line: [UInt8]) {
    var scanner = LineScanner()
    if scanner.scan(bytes: line) != nil { return nil }
    var isSession = false
    var hasRules = false
    line.withUnsafeBytes { bytes in
      JSONValue(bytes, type: .object).forEachMember { member in
        switch member.name {
        case "path": path = member.value.string ?? ""
        case "session": isSession = true
        case "records": records = max(0, Int(member.value.integer ?? 0))
        case "damage": member.value.forEachElement { _ in damage += 1 }
        case "rules" where member.value.type == .object:
          hasRules = true
          member.value.forEachMember { add(rule: $0.name, $0.value) }
        default: break
        }
      }
    }
    if !isSession || !hasRules { return nil }
  }

  private mutating func add(rule id: String, _ value: JSONValue) {
    var verdict: Verdict?
    var severities: [Severity] = []
    value.forEachMember { member in
      if member.name == "verdict" { verdict = member.value.string.flatMap(Verdict.init(rawValue:)) }
      if member.name == "violations" {
        member.value.forEachElement { severities.append(Self.severity(of: $0)) }
      }
    }
    if let verdict { rules.append(RuleCounts(id: id, verdict: verdict, severities: severities)) }
  }

  private static func severity(of violation: JSONValue) -> Severity {
    var found: Severity?
    violation.forEachMember { member in
      if member.name == "severity" { found = member.value.string.flatMap(Severity.init(rawValue:)) }
    }
    return found ?? .error
  }
}
