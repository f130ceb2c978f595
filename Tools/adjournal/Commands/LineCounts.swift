import AdAudit
import AdRules
import JSONLines

/// What one line contributes to a merged audit.
struct LineCounts {
  /// The violations of one rule.
  struct ViolatedRule {
    var id: String
    var sessions = 1
    var violations: Int
  }

  /// A session by its path and its name.
  struct Session {
    var path = ""
    var name = ""
  }

  /// The version of the tool that judged; nil in a line without it.
  var tool: String?
  /// The session of the line; nil for a summary of several.
  var session: Session?
  var tally = Tally()
  var violated: [ViolatedRule] = []

  /// The sum of all numbers of the line.
  var sum: Int {
    let counts =
      [tally.journals, tally.sessions, tally.records, tally.damaged, tally.damage]
      + Verdict.allCases.map { tally.count($0) } + Severity.allCases.map { tally.count($0) }
    return violated.reduce(counts.reduce(0, +)) { $0 + $1.sessions + $1.violations }
  }

  /// The greatest number in a line; those of a line can be added.
  static let greatest = 1 << 40

  /// A number from 0 to ``greatest``; nil for another value.
  static func number(_ value: JSONValue) -> Int? {
    guard let number = value.integer, 0...Int64(greatest) ~= number else { return nil }
    return Int(number)
  }
}
