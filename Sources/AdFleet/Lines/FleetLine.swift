internal import AdReports
internal import AdRules
internal import AdSession
internal import JSONLines

/// Parses the lines of `audit --format jsonl`.
enum FleetLine {
  /// The session of a line; nil for another line.
  static func session(_ line: [UInt8]) -> FleetSession? {
    if LineScanner.fault(ofAnyLength: line) != nil { return nil }
    var session = FleetSession()
    // One bit for each member that every line has.
    var found = 0
    var isValid = true
    ByteView.with(line) { bytes in
      JSONValue(objectOfLine: bytes.raw).forEachMember { member in
        isValid = isValid && take(member.name, member.value, &session, &found)
      }
    }
    // With a rule set, the vector has the verdicts of all rules, whichever are listed.
    if session.ruleSet != nil { session.listed = [] }
    return isValid && found == 0b11111 ? session : nil
  }

  /// Takes a member; false if its value is not as expected.
  private static func take(
    _ name: String, _ value: JSONValue, _ session: inout FleetSession, _ found: inout Int
  ) -> Bool {
    switch name {
    case "path":
      found |= 1
      return take(value.string) { session.path = $0 }
    case "session":
      found |= 2
      return take(value.string) { session.session = $0 }
    case "records":
      found |= 4
      return take(count(value)) { session.records = $0 }
    case "rules":
      found |= 8
      return value.type == .object && take(rules: value, &session)
    case "damage":
      found |= 16
      value.forEachElement { session.damage += member("count", of: $0) ?? 1 }
      return value.type == .array
    case "damaged": return take(count(value)) { session.damaged = $0 }
    case "journals": return take(count(value)) { session.journals = $0 }
    case "tool": return take(value.string) { session.tool = $0 }
    case "install": return take(install(value)) { session.install = $0 }
    case "rule_set": return take(value.string) { session.ruleSet = $0 }
    case "verdicts":
      // A line with a vector leaves out empty lists of damage.
      found |= 16
      return take(letters(value)) { session.verdicts = $0 }
    case "activations": return areCounts(value)
    case "left_out": return value.type == .object && take(leftOut: value, &session)
    case "figures": return take(figures: value, &session)
    default: return takeFact(name, value, &session.facts)
    }
  }

  private static func take<Value>(_ value: Value?, _ body: (Value) -> Void) -> Bool {
    guard let value else { return false }
    body(value)
    return true
  }

  private static func takeFact(
    _ name: String, _ value: JSONValue, _ facts: inout HeaderFacts
  ) -> Bool {
    let text = value.string
    switch name {
    case "app_version": facts.appVersion = text
    case "sdk": facts.sdk = text
    case "sdk_version": facts.sdkVersion = text
    case "os": facts.os = text
    case "os_version": facts.osVersion = text
    case "build": facts.build = text
    case "day": facts.day = text
    case "clock": facts.hasTimes = text != HeaderFacts.noTimes
    default: return true
    }
    return text != nil
  }

  /// A number from 0 to 2^40, so that sums do not overflow.
  static func count(_ value: JSONValue) -> Int? {
    guard let number = value.integer, 0...(1 << 40) ~= number else { return nil }
    return Int(exactly: number)
  }

  /// The number in a member of an object; nil without that member.
  private static func member(_ name: String, of value: JSONValue) -> Int? {
    var found: Int?
    value.forEachMember { if $0.name == name { found = count($0.value) } }
    return found
  }

  private static func letters(_ value: JSONValue) -> [UInt8]? {
    let letters = value.string.map { Array($0.utf8) }
    return letters?.allSatisfy { VerdictVector.verdict($0) != nil } == true ? letters : nil
  }

  private static func areCounts(_ value: JSONValue) -> Bool {
    var isValid = value.type == .object
    value.forEachMember { isValid = isValid && count($0.value) != nil }
    return isValid
  }

  private static func install(_ value: JSONValue) -> UInt64? {
    value.string.flatMap { isHash($0) ? UInt64($0, radix: 16) : nil }
  }

  /// Whether a text is a hash: 12 hexadecimal digits.
  private static func isHash(_ text: String) -> Bool {
    text.utf8.count == 12 && text.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
  }

  // MARK: Rules

  private static func take(rules: JSONValue, _ session: inout FleetSession) -> Bool {
    var isValid = true
    rules.forEachMember { rule in
      var verdict: Verdict?
      let first = session.violations.count
      rule.value.forEachMember { member in
        if member.name == "verdict" {
          verdict = member.value.string.flatMap(Verdict.init(rawValue:))
        } else if member.name == "violations" {
          isValid = isValid && take(violations: member.value, of: rule.name, &session)
        }
      }
      let unlisted = session.violations[first...].reduce(0) { $0 + $1.count - 1 }
      guard let verdict, unlisted == member("unlisted_violations", of: rule.value) ?? 0 else {
        return isValid = false
      }
      session.listed.append((rule.name, verdict))
    }
    return isValid
  }

  private static func take(leftOut rules: JSONValue, _ session: inout FleetSession) -> Bool {
    var isValid = true
    rules.forEachMember { rule in
      var severity: Severity?
      rule.value.forEachMember { member in
        if member.name == "severity" {
          severity = member.value.string.flatMap(Severity.init(rawValue:))
        }
      }
      guard let severity, let count = member("violations", of: rule.value) else {
        return isValid = false
      }
      let late = member("late", of: rule.value) ?? 0
      if late > count { return isValid = false }
      if late < count { session.leftOut.append((rule.name, severity, count - late)) }
      if late > 0 { session.leftOut.append((rule.name, min(severity, .warning), late)) }
    }
    return isValid
  }

  private static func take(
    violations: JSONValue, of rule: String, _ session: inout FleetSession
  ) -> Bool {
    var isValid = violations.type == .array
    violations.forEachElement { element in
      if let violation = violation(element, of: rule) {
        session.violations.append(violation)
      } else {
        isValid = false
      }
    }
    return isValid
  }

  private static func violation(
    _ value: JSONValue, of rule: String
  ) -> FleetSession.Violation? {
    var parts = ViolationParts()
    value.forEachMember { parts.take($0.name, $0.value) }
    guard let severity = parts.severity, let seq = parts.seq, let unlisted = parts.unlisted else {
      return nil
    }
    var violation = FleetSession.Violation(rule: rule, severity: severity, seq: seq)
    violation.count += unlisted
    violation.follows = parts.follows
    violation.source = parts.source
    if violation.follows != nil || !parts.hasProblem { return violation }
    guard let id = parts.id, isHash(id) else { return nil }
    let variant = ProblemVariant(
      of: ProblemIdentity(rule: rule, missing: parts.missing), format: parts.format,
      kinds: parts.kinds, reason: parts.reason, trigger: parts.trigger, isLate: parts.isLate)
    violation.problem = (id, variant)
    return violation
  }
}

/// The members of a violation that matter to a fleet.
private struct ViolationParts {
  var severity: Severity?
  var seq: Int64?
  /// The number of violations that count as this one; nil if it is not one.
  var unlisted: Int? = 0
  var follows: (rule: String, seq: Int64)?
  var hasProblem = false
  var isLate = false
  var id, format, missing, reason, trigger: String?
  var kinds: [String] = []
  var source = AdSource()

  mutating func take(_ name: String, _ value: JSONValue) {
    if source.take(name, value) { return }
    switch name {
    case "severity": severity = value.string.flatMap(Severity.init(rawValue:))
    case "seq": seq = value.integer
    case "unlisted": unlisted = FleetLine.count(value)
    case "missing": value.forEachMember { if $0.name == "event" { missing = $0.value.string } }
    case "late_ms": isLate = true
    case "problem":
      hasProblem = true
      value.forEachMember { takePart($0.name, $0.value) }
    case "follows": follows = Self.cause(value)
    default: break
    }
  }

  private mutating func takePart(_ name: String, _ value: JSONValue) {
    switch name {
    case "id": id = value.string
    case "format": format = value.string
    case "kinds": value.forEachElement { kinds.append($0.string ?? "") }
    case "reason": reason = value.string
    case "trigger": trigger = value.string
    default: break
    }
  }

  private static func cause(_ value: JSONValue) -> (rule: String, seq: Int64)? {
    var rule: String?
    var seq: Int64?
    value.forEachMember { member in
      if member.name == "rule" { rule = member.value.string }
      if member.name == "seq" { seq = member.value.integer }
    }
    guard let rule, let seq else { return nil }
    return (rule, seq)
  }
}

extension FleetLine {
  // MARK: Figures

  private static func take(figures value: JSONValue, _ session: inout FleetSession) -> Bool {
    var figures = SessionFigures()
    var isValid = value.type == .object
    value.forEachMember { member in
      isValid = isValid && take(figure: member.name, member.value, &figures)
    }
    session.figures = figures
    return isValid
  }

  private static func take(
    figure name: String, _ value: JSONValue, _ figures: inout SessionFigures
  ) -> Bool {
    switch name {
    case "filled": return take(count(value)) { figures.filled = $0 }
    case "failed": return take(count(value)) { figures.failed = $0 }
    case "ads": return take(count(value)) { figures.ads = $0 }
    case "shown": return take(count(value)) { figures.shown = $0 }
    case "latencies": return take(times(value)) { figures.latencies = $0 }
    case "revenue":
      var isValid = value.type == .object
      value.forEachMember { member in
        isValid =
          isValid && take(member.value.integer) { figures.revenue.append((member.name, $0)) }
      }
      return isValid
    case "sources":
      var isValid = value.type == .array
      value.forEachElement { element in
        isValid = isValid && take(part(element)) { figures.parts.append($0) }
      }
      return isValid
    default: return true
    }
  }

  /// Pairs of a duration and its number.
  private static func times(_ value: JSONValue) -> [Int64]? {
    counts(value).flatMap { $0.count.isMultiple(of: 2) ? $0.map { Int64($0) } : nil }
  }

  private static func counts(_ value: JSONValue) -> [Int]? {
    var counts: [Int] = []
    var isValid = value.type == .array
    value.forEachElement { element in
      isValid = isValid && take(count(element)) { counts.append($0) }
    }
    return isValid ? counts : nil
  }

  /// The figures of one source; nil if they are not as expected.
  private static func part(_ value: JSONValue) -> SessionFigures.Part? {
    var part = SessionFigures.Part()
    var isValid = value.type == .object
    value.forEachMember { member in
      isValid = isValid && take(part: member.name, member.value, &part)
    }
    let isWhole =
      part.faults.count == 2 * ShowFault.allCases.count
      && part.payments.count == part.figures.revenue.count
    return isValid && isWhole ? part : nil
  }

  private static func take(
    part name: String, _ value: JSONValue, _ part: inout SessionFigures.Part
  ) -> Bool {
    if part.source.take(name, value) { return true }
    switch name {
    case "unit": return take(value.string) { part.unit = $0 }
    case "format": return take(value.string) { part.format = $0 }
    case "on_screen": return take(times(value)) { part.onScreen = $0 }
    case "faults": return take(counts(value)) { part.faults = $0 }
    case "payments": return take(counts(value)) { part.payments = $0 }
    case "sources": return false
    default: return take(figure: name, value, &part.figures)
    }
  }
}
