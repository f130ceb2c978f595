import AdRules
import JSONLines

/// One line of `audit --format jsonl`.
struct SessionLine {
  /// The result of one rule for the session.
  struct RuleCounts {
    var id: String
    var verdict: Verdict
    /// The severity of each violation.
    var severities: [Severity]
    /// The number of violations after those.
    var unlisted = 0
  }

  var path = ""
  var records = 0
  private(set) var damage = 0
  var rules: [RuleCounts] = []

  /// An empty session, to be filled by a parser.
  init() {}

  /// The maximum number of records; the sum of larger numbers could overflow.
  private static let mostRecords = 1 << 40

  /// Parses a line; nil if it is not a line of `audit --format jsonl`.
  init?(_ line: [UInt8]) {
    if LineScanner.fault(ofAnyLength: line) != nil { return nil }
    var missing: Set = ["path", "session", "records", "damage", "rules"]
    line.withUnsafeBytes { bytes in
      JSONValue(bytes, type: .object).forEachMember { member in
        if take(member.name, member.value) { missing.remove(member.name) }
      }
    }
    if !missing.isEmpty { return nil }
  }

  /// Reads a member; false if its value does not have the expected type.
  private mutating func take(_ name: String, _ value: JSONValue) -> Bool {
    switch name {
    case "path":
      path = value.string ?? ""
      return value.type == .string
    case "session": return value.type == .string
    case "records":
      records = Int(value.integer ?? -1)
      return 0...Self.mostRecords ~= records
    case "damage":
      value.forEachElement { damage += Self.count("count", of: $0) ?? 1 }
      return value.type == .array
    case "rules":
      var isWhole = value.type == .object
      value.forEachMember { isWhole = add(rule: $0.name, $0.value) && isWhole }
      return isWhole
    default: return false
    }
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
    rules.append(RuleCounts(id: id, verdict: verdict, severities: known, unlisted: unlisted))
    return true
  }

  /// The number in a member of an object; nil without that member.
  private static func count(_ name: String, of value: JSONValue) -> Int? {
    var count: Int?
    value.forEachMember { member in
      if member.name == name { count = member.value.integer.map { Int(clamping: $0) } }
    }
    return count.map { min(max(0, $0), mostRecords) }
  }

  private static func severity(of violation: JSONValue) -> Severity? {
    var found: Severity?
    violation.forEachMember { member in
      if member.name == "severity" { found = member.value.string.flatMap(Severity.init(rawValue:)) }
    }
    return found
  }
}
