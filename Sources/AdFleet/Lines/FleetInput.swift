package import AdAudit
internal import AdReports
package import AdRules

/// Reads the lines of a fleet and refuses what must not be added up.
///
/// All lines must be of one version of the tool and of the same rules, and each session may occur
/// once. A session of two journals counts twice, and ``repeated`` says so. Memory is 16 to 32 bytes
/// for each session.
package struct FleetInput {
  /// Why a line is refused; a sentence without the location.
  package struct Failure: Error, Equatable {
    package let description: String

    package init(description: String) { self.description = description }
  }

  /// The rules by which the sessions were judged.
  package let rules: [Rule]
  /// The version of the tool of all lines so far; nil before the first one.
  package private(set) var tool: String?
  private let ruleSet: String
  private let indexes: [String: Int]
  /// The sessions that count more than once, because several journals have them.
  package private(set) var repeated = RepeatedSessions()
  /// A part of the hash of the first path of each session, by the hash of its name.
  private var firstPaths: [UInt64: UInt32] = [:]
  /// The hashes of the sessions that are also in another journal, with their further paths.
  private var furtherPaths: Set<UInt64> = []
  private var sum = LineSum()

  /// Makes an input of sessions that were judged by these rules.
  package init(rules: [Rule]) {
    self.rules = rules
    ruleSet = VerdictVector.ruleSet(rules)
    var indexes: [String: Int] = [:]
    for (index, rule) in rules.enumerated() where indexes[rule.id] == nil {
      indexes[rule.id] = index
    }
    self.indexes = indexes
  }

  /// Forgets the sessions so far: another fleet can have the same ones.
  package mutating func beginFleet() {
    firstPaths.removeAll(keepingCapacity: true)
    furtherPaths.removeAll()
  }

  /// The session of a line, if its counts can be added up with those before it; nil for another
  /// line.
  ///
  /// It can be judged by any rules, and its violations need no details.
  package mutating func counts(_ line: [UInt8]) throws(Failure) -> FleetSession? {
    guard let session = FleetLine.session(line) else { return nil }
    try checkTool(session.tool)
    try checkCounts(of: session)
    return session
  }

  /// Checks that a sum of sessions can be added up with the lines before it.
  ///
  /// A sum of no sessions has no tool. `numbers` is the sum of all numbers in the line.
  package mutating func check(
    sumOf sessions: Int, tool: String?, numbers: Int
  ) throws(Failure) {
    if sessions > 0 { try checkTool(tool) }
    try add(Int64(numbers))
  }

  /// The session of a line, if it can be added up with those before it.
  package mutating func session(_ line: [UInt8]) throws(Failure) -> FleetSession {
    guard let session = FleetLine.session(line), session.hasProblems else {
      throw Self.notASession
    }
    try check(session)
    return session
  }

  private static let notASession = Failure(
    description: "not a session; expected the output of 'adjournal audit --format jsonl'")

  /// Checks that a session was judged by the rules of this input, and that its violations have
  /// problems.
  package func checkProblems(of session: FleetSession) throws(Failure) {
    if !session.hasProblems { throw Self.notASession }
    try checkRules(of: session)
  }

  /// Checks that a session can be added up with those before it.
  package mutating func check(_ session: FleetSession) throws(Failure) {
    try checkTool(session.tool)
    try checkRules(of: session)
    try checkCounts(of: session)
  }

  private mutating func checkCounts(of session: FleetSession) throws(Failure) {
    try checkName(of: session)
    try add(session.sum)
  }

  private mutating func checkName(of session: FleetSession) throws(Failure) {
    let name = SessionHash.value("", session.session)
    let location = SessionHash.value(session.path, session.session)
    let path = UInt32(truncatingIfNeeded: location)
    guard let first = firstPaths[name] else {
      firstPaths[name] = path
      return
    }
    if first == path || !furtherPaths.insert(location).inserted {
      throw Failure(
        description: "session '\(session.session)' of '\(session.path)' occurs twice; "
          + "is a file or a line given twice?")
    }
    repeated.add(session.session, of: session.path)
  }

  private mutating func add(_ numbers: Int64) throws(Failure) {
    if !sum.add(numbers) { throw Failure(description: LineSum.tooGreat) }
  }

  private mutating func checkTool(_ version: String?) throws(Failure) {
    guard let version else {
      throw Failure(
        description:
          "the line does not name the version of the tool; audit again with this version")
    }
    if let tool, tool != version {
      throw Failure(
        description: "judged by adjournal \(version), earlier lines by adjournal \(tool); "
          + "audit all parts with one version")
    }
    tool = version
  }

  private func checkRules(of session: FleetSession) throws(Failure) {
    if !session.leftOut.isEmpty {
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

  /// The indexes of the rules that applied at least once in a session.
  package func forEachActivatedRule(of session: FleetSession, _ body: (Int) -> Void) {
    if session.ruleSet == nil {
      for (id, verdict) in session.listed where verdict.index < Verdict.vacuous.index {
        if let index = indexes[id] { body(index) }
      }
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

extension FleetSession {
  /// Whether each violation has a problem or follows from another one.
  fileprivate var hasProblems: Bool {
    violations.allSatisfy { $0.problem != nil || $0.follows != nil }
  }
}
