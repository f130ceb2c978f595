import AdAudit
import AdReports
import AdRules
import JSONLines

/// One line of `audit --format jsonl`, with or without `--only`.
struct SessionLine {
  private var all = LineCounts()
  /// The verdicts of the rules in the line.
  private var listed: [Verdict] = []
  /// The verdicts of all rules, if the line leaves rules out.
  private var vector: [Verdict]?

  /// Parses a line; nil if it is not a line of `audit --format jsonl`.
  init?(_ line: [UInt8]) {
    if LineScanner.fault(ofAnyLength: line) != nil { return nil }
    all.tally.sessions = 1
    all.session = .init()
    var missing: Set = ["path", "session", "records", "damage", "rules"]
    var isValid = true
    line.withUnsafeBytes { bytes in
      JSONValue(bytes, type: .object).forEachMember { member in
        missing.remove(member.name)
        // A short line leaves empty lists out.
        if member.name == "verdicts" { missing.remove("damage") }
        isValid = take(member.name, member.value) && isValid
      }
    }
    if !isValid || !missing.isEmpty { return nil }
  }

  /// What the line contributes to a merged audit.
  var counts: LineCounts {
    var counts = all
    for verdict in vector ?? listed { counts.tally.add(verdict: verdict, 1) }
    return counts
  }

  /// Reads a member; false if its value is not as expected.
  private mutating func take(_ name: String, _ value: JSONValue) -> Bool {
    switch name {
    case "path":
      all.session?.path = value.string ?? ""
      return value.type == .string
    case "session":
      all.session?.name = value.string ?? ""
      return value.type == .string
    case "tool":
      all.tool = value.string
      return value.type == .string
    case "records": return take(value, into: \.tally.records)
    case "journals": return take(value, into: \.tally.journals)
    case "damaged": return take(value, into: \.tally.damaged)
    case "damage":
      value.forEachElement { all.tally.damage += Self.count("count", of: $0) ?? 1 }
      return value.type == .array
    case "verdicts": return take(vector: value)
    case "activations": return areNumbers(value)
    case "rules": return forEachRule(value) { $0.add(rule: $1, $2) }
    case "left_out": return forEachRule(value) { $0.add(leftOut: $1, $2) }
    default: return true
    }
  }

  private mutating func take(
    _ value: JSONValue, into count: WritableKeyPath<LineCounts, Int>
  ) -> Bool {
    guard let number = LineCounts.number(value) else { return false }
    all[keyPath: count] = number
    return true
  }

  private mutating func take(vector value: JSONValue) -> Bool {
    let letters = Array((value.string ?? "").utf8)
    let verdicts = letters.compactMap(VerdictVector.verdict)
    vector = verdicts
    return value.type == .string && verdicts.count == letters.count
  }

  private func areNumbers(_ value: JSONValue) -> Bool {
    var isValid = value.type == .object
    value.forEachMember { isValid = LineCounts.number($0.value) != nil && isValid }
    return isValid
  }

  private mutating func forEachRule(
    _ value: JSONValue, _ add: (inout SessionLine, String, JSONValue) -> Bool
  ) -> Bool {
    var isValid = value.type == .object
    value.forEachMember { isValid = add(&self, $0.name, $0.value) && isValid }
    return isValid
  }

  private mutating func add(rule id: String, _ value: JSONValue) -> Bool {
    var verdict: Verdict?
    var severities: [Severity?] = []
    let unlisted = Self.count("unlisted_violations", of: value) ?? 0
    value.forEachMember { member in
      if member.name == "verdict" { verdict = member.value.string.flatMap(Verdict.init(rawValue:)) }
      if member.name == "violations" {
        member.value.forEachElement { severities.append(Self.severity(of: $0)) }
      }
    }
    let known = severities.compactMap(\.self)
    guard let verdict, known.count == severities.count else { return false }
    listed.append(verdict)
    for severity in known { all.tally.add(severity: severity, 1) }
    // All violations of a rule have its severity.
    if let severity = known.last { all.tally.add(severity: severity, unlisted) }
    if !known.isEmpty { all.violated.append(.init(id: id, violations: known.count + unlisted)) }
    return true
  }

  private mutating func add(leftOut id: String, _ value: JSONValue) -> Bool {
    var violations: Int?
    value.forEachMember { member in
      if member.name == "violations" { violations = LineCounts.number(member.value) }
    }
    guard let severity = Self.severity(of: value), let violations else { return false }
    all.tally.add(severity: severity, violations)
    all.violated.append(.init(id: id, violations: violations))
    return true
  }

  /// The number in a member of an object; nil without that member.
  private static func count(_ name: String, of value: JSONValue) -> Int? {
    var count: Int?
    value.forEachMember { member in
      if member.name == name { count = member.value.integer.map { Int(clamping: $0) } }
    }
    return count.map { min(max(0, $0), LineCounts.greatest) }
  }

  private static func severity(of violation: JSONValue) -> Severity? {
    var found: Severity?
    violation.forEachMember { member in
      if member.name == "severity" { found = member.value.string.flatMap(Severity.init(rawValue:)) }
    }
    return found
  }
}
