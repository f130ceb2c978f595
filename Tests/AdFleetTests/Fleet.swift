@testable import AdFleet
import AdAudit
import AdReports
import AdRules
import JSONLines
import TestReports
import Testing

/// Lines of audits for tests.
enum Fleet {
  /// The lines of the sessions below a folder of `Journals`, as `--only violated` writes them.
  static func lines(in folder: String, hasFigures: Bool = false) throws -> [[UInt8]] {
    try Samples.paths(in: folder).flatMap { path in
      try Samples.audited(path).map { line($0, hasFigures: hasFigures) }
    }
  }

  static func line(_ audited: AuditedSession, hasFigures: Bool = false) -> [UInt8] {
    var writer = JSONWriter()
    AuditJSONLines(
      rules: audited.rules, only: [.violated], version: "1", hasFigures: hasFigures
    ).write(audited, to: &writer)
    return Array(writer.bytes.dropLast())
  }

  /// A line of a session with these violations of the rule `daily-cap`, or without any.
  static func line(
    _ session: String, path: String = "p", records: Int = 9, tool: String = "1",
    install: UInt64? = nil, facts: String = "", verdicts: String? = nil, violations: String = ""
  ) -> String {
    let vector = verdicts ?? String(repeating: "h", count: RuleBook.all.count)
    let digits = install.map { String($0, radix: 16) }
    let hash = digits.map { String(repeating: "0", count: 12 - $0.count) + $0 }
    return #"{"path":"\#(path)","session":"\#(session)","records":\#(records),"end":"clean","#
      + #""gaps":0,"damage":[],"notes":[],"rule_set":"\#(VerdictVector.ruleSet(RuleBook.all))","#
      + #""verdicts":"\#(vector)","tool":"\#(tool)","#
      + (hash.map { #""install":"\#($0)","# } ?? "") + facts + #""rules":{\#(violations)}}"#
  }

  /// The results of a rule with violations of one problem.
  static func violated(_ rule: String = "daily-cap", id: String, times: Int = 1) -> String {
    let one =
      #"{"seq":3,"severity":"error","problem":{"id":"\#(id)","format":"app_open","kinds":[]}}"#
    let list = Array(repeating: one, count: times).joined(separator: ",")
    return #""\#(rule)":{"verdict":"violated","activations":1,"violations":[\#(list)]}"#
  }

  static func table(_ lines: [String]) throws -> (ProblemTable, FleetInput) {
    try table(lines.map { Array($0.utf8) })
  }

  static func table(
    _ lines: [[UInt8]], by field: StatisticsField? = nil
  ) throws -> (ProblemTable, FleetInput) {
    var input = FleetInput(rules: RuleBook.all)
    var table = ProblemTable(rules: RuleBook.all, by: field)
    for line in lines { table.add(try input.session(line), of: input) }
    return (table, input)
  }

  static func json(_ lines: [[UInt8]]) throws -> [UInt8] {
    let (table, input) = try table(lines)
    var writer = JSONWriter()
    ProblemsJSON.write(table, of: input, journals: [:], to: &writer)
    return writer.bytes
  }
}

/// A generator with a seed.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }
}
