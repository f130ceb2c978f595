import AdAudit
import AdReports
import AdRules
import JSONLines

/// The violations of a rule in the sessions of several audits.
struct ViolatedRule {
  var sessions = 0
  var violations = 0
  /// The highest severity of the violations.
  var severity = Severity.info

  mutating func add(_ other: ViolatedRule) {
    sessions += other.sessions
    violations += other.violations
    severity = max(severity, other.severity)
  }
}

/// The line of `merge --format json`, which can be merged again.
struct MergedLine {
  /// The version of the tool that judged; nil for a summary of no sessions.
  private(set) var tool: String?
  private(set) var tally = Tally()
  /// The violated rules.
  private(set) var rules: [(id: String, violated: ViolatedRule)] = []

  /// The sum of all numbers of the line.
  var sum: Int {
    let counts =
      [tally.journals, tally.sessions, tally.records, tally.damaged, tally.damage]
      + Verdict.allCases.map { tally.count($0) } + Severity.allCases.map { tally.count($0) }
    return rules.reduce(counts.reduce(0, +)) { $0 + $1.violated.sessions + $1.violated.violations }
  }

  /// Parses a line; nil if it is not such a line.
  init?(_ line: [UInt8]) {
    if LineScanner.fault(ofAnyLength: line) != nil { return nil }
    var isValid = true
    var missing: Set = ["schema", "summary", "rules"]
    line.withUnsafeBytes { bytes in
      JSONValue(bytes, type: .object).forEachMember { member in
        missing.remove(member.name)
        isValid = take(member.name, member.value) && isValid
      }
    }
    if !isValid || !missing.isEmpty { return nil }
  }

  private mutating func take(_ name: String, _ value: JSONValue) -> Bool {
    switch name {
    case "tool":
      tool = value.string
      return value.type == .string || value.type == .null
    case "schema": return value.string == AuditJSON.schema
    case "summary": return add(summary: value)
    case "rules": return add(rules: value)
    default: return false
    }
  }

  private mutating func add(summary: JSONValue) -> Bool {
    var missing: Set = [
      "journals", "sessions", "records", "damaged", "damage", "verdicts", "violations",
    ]
    var isValid = true
    summary.forEachMember { member in
      missing.remove(member.name)
      isValid = add(member.name, member.value) && isValid
    }
    return isValid && missing.isEmpty
  }

  private mutating func add(_ name: String, _ value: JSONValue) -> Bool {
    var isValid = true
    switch name {
    case "verdicts":
      value.forEachMember { member in
        let (verdict, number) = (Verdict(rawValue: member.name), Self.number(member.value))
        if let verdict, let number { tally.add(verdict: verdict, number) } else { isValid = false }
      }
      return isValid && value.type == .object
    case "violations":
      value.forEachMember { member in
        let (severity, number) = (Severity(rawValue: member.name), Self.number(member.value))
        if let severity, let number {
          tally.add(severity: severity, number)
        } else {
          isValid = false
        }
      }
      return isValid && value.type == .object
    default:
      guard let number = Self.number(value) else { return false }
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

  private mutating func add(rules: JSONValue) -> Bool {
    var isValid = rules.type == .object
    rules.forEachMember { rule in
      var (sessions, violations): (Int?, Int?) = (nil, nil)
      var severity: Severity?
      rule.value.forEachMember { member in
        if member.name == "sessions" { sessions = Self.number(member.value) }
        if member.name == "violations" { violations = Self.number(member.value) }
        if member.name == "severity" {
          severity = member.value.string.flatMap(Severity.init(rawValue:))
        }
      }
      if let sessions, let violations, let severity {
        let violated = ViolatedRule(
          sessions: sessions, violations: violations, severity: severity)
        self.rules.append((rule.name, violated))
      } else {
        isValid = false
      }
    }
    return isValid
  }

  /// A number from 0 to 2^40, so that those of a line can be added; nil for another value.
  private static func number(_ value: JSONValue) -> Int? {
    guard let number = value.integer, 0...(1 << 40) ~= number else { return nil }
    return Int(number)
  }
}
