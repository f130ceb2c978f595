package import AdFleet
import AdReports
package import AdRules

/// How often each problem occurs in the sessions of a ticket, in all of them and by SDK version.
package struct TicketFleet {
  /// The problems.
  package private(set) var table: ProblemTable
  private let rules: [Rule]
  private var whole: FleetGroup
  private var versions: [String: FleetGroup] = [:]

  /// The rate in the sessions of one version of an SDK.
  struct VersionRate {
    /// The SDK and its version.
    let name: String
    let rate: Rate
    /// The difference to the version before; nil for the first one.
    let change: Change?
  }

  /// Makes a fleet without sessions.
  package init(rules: [Rule]) {
    self.rules = rules
    table = ProblemTable(rules: rules)
    whole = FleetGroup("all", rules: rules.count)
  }

  /// Adds a session that an input returned.
  package mutating func add(_ session: FleetSession, of input: FleetInput) {
    table.add(session, of: input)
    whole.add(session, of: input)
    guard let name = session.facts.sdkWithVersion else { return }
    let group = FleetGroup(name, of: session.facts.sdk, rules: rules.count)
    versions[name, default: group].add(session, of: input)
  }

  /// The number of installs.
  var installs: InstallSketch { whole.installs }

  /// The share of the sessions with a problem among those in which its rule applied.
  func rate(of problem: ProblemIdentity) -> Rate? {
    index(of: problem).map { whole.rate(of: problem, rule: $0) }
  }

  /// The rates by SDK version, in natural order, as `adjournal compare --by sdk_version` compares
  /// them.
  func rates(of problem: ProblemIdentity) -> [VersionRate] {
    guard let index = index(of: problem) else { return [] }
    let groups = FleetGroup.sorted(versions.values)
    let comparison = FleetComparison(groups, rules: rules)
    return groups.map { group in
      let row = comparison.rows.first { row in
        guard case .problem(let id, _, _) = row.subject else { return false }
        return id == problem.id && row.after == group.name
      }
      return VersionRate(
        name: group.name, rate: group.rate(of: problem, rule: index), change: row?.change)
    }
  }

  private func index(of problem: ProblemIdentity) -> Int? {
    rules.firstIndex { $0.id == problem.rule }
  }
}
