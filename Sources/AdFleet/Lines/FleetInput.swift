internal import AdReports
package import AdRules

/// Reads the lines of a fleet and refuses what must not be added up.
///
/// All lines must be of one version of the tool and of the same rules, and each session may occur
/// once. Memory is some twenty bytes for each session.
package struct FleetInput {
  /// Why a line is refused; a sentence without the location.
  package struct Failure: Error, Equatable {
    package let description: String
  }

  /// The rules by which the sessions were judged.
  package let rules: [Rule]
  /// The version of the tool of all lines so far; nil before the first one.
  package private(set) var tool: String?
  private let ruleSet: String
  private let indexes: [String: Int]
  private var seen: Set<UInt64> = []
  private var sum = LineSum()

  /// Makes an input of sessions that were judged by these rules.
  package init(rules: [Rule]) {
    self.rules = rules
    ruleSet = VerdictVector.ruleSet(rules)
    indexes = Dictionary(
      rules.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Forgets the sessions so far: another fleet can have the same ones.
  package mutating func beginFleet() { seen.removeAll(keepingCapacity: true) }

  /// The session of a line, if it can be added up with those before it.
  package mutating func session(_ line: [UInt8]) throws(Failure) -> FleetSession {
    guard let session = FleetLine.session(line) else {
      throw Failure(
        description: "not a session; expected the output of 'adjournal audit --format jsonl'")
    }
    try check(session)
    return session
  }

  /// Checks that a session can be added up with those before it.
  package mutating func check(_ session: FleetSession) throws(Failure) {
    try checkTool(of: session)
    try checkRules(of: session)
    if !seen.insert(SessionHash.value(session.path, session.session)).inserted {
      throw Failure(description: Self.duplicate(session.session, of: session.path))
    }
    if !sum.add(session.sum) { throw Failure(description: LineSum.tooGreat) }
  }

  private mutating func checkTool(of session: FleetSession) throws(Failure) {
    guard let version = session.tool else { throw Failure(description: Self.unknownTool) }
    if let tool, tool != version {
      throw Failure(description: Self.otherTool(version, than: tool))
    }
    tool = version
  }

  private func checkRules(of session: FleetSession) throws(Failure) {
    if session.leavesViolationsOut {
      throw Failure(
        description:
          "violations are left out of the line; audit with '--only violated' (a line of more "
          + "than 1 MiB leaves them out in any case)")
    }
    let unknown = session.violations.first { indexes[$0.rule] == nil }?.rule
    let isOther = session.ruleSet.map { $0 != ruleSet } ?? false
    if isOther || unknown != nil || session.ruleSet != nil && session.verdicts.count != rules.count
    {
      let which = unknown.map { "rule '\($0)'" } ?? "rule_set \(session.ruleSet ?? "")"
      throw Failure(
        description: "judged by other rules (\(which)); "
          + "give the same '--rule', '--except' and '--rules' as for the audit")
    }
  }

  /// The message about a line without the version of the tool.
  package static let unknownTool =
    "the line does not name the version of the tool; audit again with this version"

  /// The message about lines of two versions of the tool.
  package static func otherTool(_ version: String, than earlier: String) -> String {
    "judged by adjournal \(version), earlier lines by adjournal \(earlier); "
      + "audit all parts with one version"
  }

  /// The message about a session that occurs twice.
  package static func duplicate(_ session: String, of path: String) -> String {
    "session '\(session)' of '\(path)' occurs twice; is a file or a line given twice?"
  }

  /// The indexes of the rules that applied at least once in a session.
  package func forEachActivatedRule(of session: FleetSession, _ body: (Int) -> Void) {
    if session.ruleSet == nil {
      for id in session.activatedRules { if let index = indexes[id] { body(index) } }
      return
    }
    let activated = VerdictVector.activated
    for (index, letter) in session.verdicts.enumerated() where activated.contains(letter) {
      body(index)
    }
  }

  /// The index of a rule; nil for another rule.
  package func index(ofRule id: String) -> Int? { indexes[id] }
}

/// A hash of the path and the name of a session, evenly distributed over 48 bits in its upper part.
package enum SessionHash {
  /// The hash (FNV-1a, then the finalizer of MurmurHash3).
  package static func value(_ path: String, _ session: String) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in path.utf8 { add(byte, &hash) }
    add(0, &hash)
    for byte in session.utf8 { add(byte, &hash) }
    hash = (hash ^ hash >> 33) &* 0xFF51_AFD7_ED55_8CCD
    hash = (hash ^ hash >> 33) &* 0xC4CE_B9FE_1A85_EC53
    return hash ^ hash >> 33
  }

  private static func add(_ byte: UInt8, _ hash: inout UInt64) {
    hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
  }
}
