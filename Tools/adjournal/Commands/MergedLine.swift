import AdAudit
import AdReports
import AdRules
import JSONLines

/// The line of `merge --format json`, which can be merged again.
enum MergedLine {
  /// The counts of a line; nil if it is not such a line.
  static func counts(_ line: [UInt8]) -> LineCounts? {
    if LineScanner.fault(ofAnyLength: line) != nil { return nil }
    var counts = LineCounts()
    var isValid = true
    var missing: Set = ["schema", "summary", "rules"]
    line.withUnsafeBytes { bytes in
      JSONValue(bytes, type: .object).forEachMember { member in
        missing.remove(member.name)
        isValid = take(member.name, member.value, &counts) && isValid
      }
    }
    return isValid && missing.isEmpty ? counts : nil
  }

  private static func take(
    _ name: String, _ value: JSONValue, _ counts: inout LineCounts
  ) -> Bool {
    switch name {
    case "tool":
      counts.tool = value.string
      return value.type == .string || value.type == .null
    case "schema": return value.string == AuditJSON.schema
    case "summary": return add(summary: value, &counts.tally)
    case "rules": return add(rules: value, &counts)
    default: return false
    }
  }

  private static func add(summary: JSONValue, _ tally: inout Tally) -> Bool {
    var missing: Set = [
      "journals", "sessions", "records", "damaged", "damage", "verdicts", "violations",
    ]
    var isValid = true
    summary.forEachMember { member in
      missing.remove(member.name)
      isValid = add(member.name, member.value, &tally) && isValid
    }
    return isValid && missing.isEmpty
  }

  private static func add(_ name: String, _ value: JSONValue, _ tally: inout Tally) -> Bool {
    var isValid = true
    switch name {
    case "verdicts":
      value.forEachMember { member in
        let (verdict, number) = (Verdict(rawValue: member.name), LineCounts.number(member.value))
        if let verdict, let number { tally.add(verdict: verdict, number) } else { isValid = false }
      }
      return isValid && value.type == .object
    case "violations":
      value.forEachMember { member in
        let (severity, number) = (Severity(rawValue: member.name), LineCounts.number(member.value))
        if let severity, let number {
          tally.add(severity: severity, number)
        } else {
          isValid = false
        }
      }
      return isValid && value.type == .object
    default:
      guard let number = LineCounts.number(value) else { return false }
      switch name {
      case "journals": tally.journals = number
      case "sessions": tally.sessions = number
      case "records": tally.records = number
      case "damaged": tally.damaged = number
      case "damage": tally.damage = number
      default: return false
      }
      return true
    }
  }

  private static func add(rules: JSONValue, _ counts: inout LineCounts) -> Bool {
    var isValid = rules.type == .object
    rules.forEachMember { rule in
      var (sessions, violations): (Int?, Int?) = (nil, nil)
      rule.value.forEachMember { member in
        if member.name == "sessions" { sessions = LineCounts.number(member.value) }
        if member.name == "violations" { violations = LineCounts.number(member.value) }
      }
      if let sessions, let violations {
        counts.violated.append(.init(id: rule.name, sessions: sessions, violations: violations))
      } else {
        isValid = false
      }
    }
    return isValid
  }
}
