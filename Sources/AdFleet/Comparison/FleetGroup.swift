internal import AdReports
internal import AdRules

/// One side of a comparison: the counts of a fleet, or of a part of it.
package struct FleetGroup {
  /// The sessions with violations of a rule or a problem.
  struct Violated {
    var sessions = 0
    var installs = InstallSketch()
  }

  /// The name, such as a path or a version.
  package let name: String
  /// The number of sessions.
  package private(set) var sessions = 0
  private(set) var installs = InstallSketch()
  /// For each rule, the sessions in which it applied at least once.
  private(set) var activated: [Int]
  private(set) var violatedRules: [Int: Violated] = [:]
  private(set) var violatedProblems: [String: Violated] = [:]
  /// The identity of each problem, and the highest severity of its violations.
  private(set) var problems: [String: (identity: ProblemIdentity, severity: Severity)] = [:]

  /// The number of sessions with figures.
  private(set) var sessionsWithFigures = 0
  private(set) var totals = InstallSample.Sums()
  private(set) var latencies = Latencies()
  private(set) var sample = InstallSample()

  /// Makes an empty group for sessions that were judged by these rules.
  package init(_ name: String, rules: Int) {
    self.name = name
    activated = Array(repeating: 0, count: rules)
  }

  /// Adds a session that an input returned.
  package mutating func add(_ session: FleetSession, of input: FleetInput) {
    sessions += 1
    let install = session.installOrOwn
    installs.add(install)
    input.forEachActivatedRule(of: session) { activated[$0] += 1 }
    if !session.violations.isEmpty { addViolations(of: session, install, input) }
    if let figures = session.figures { add(figures, install) }
  }

  private mutating func addViolations(
    of session: FleetSession, _ install: UInt64, _ input: FleetInput
  ) {
    let rules = Set(session.violations.compactMap { input.index(ofRule: $0.rule) })
    for rule in rules.sorted() { violatedRules[rule, default: Violated()].add(install) }
    var found: Set<String> = []
    for violation in session.violations {
      guard let problem = violation.problem else { continue }
      let severity = max(violation.severity, problems[problem.id]?.severity ?? .info)
      problems[problem.id] = (problem.identity, severity)
      if found.insert(problem.id).inserted {
        violatedProblems[problem.id, default: Violated()].add(install)
      }
    }
  }

  private mutating func add(_ figures: SessionFigures, _ install: UInt64) {
    sessionsWithFigures += 1
    var logLatency = 0.0
    var count = 0
    for index in stride(from: 0, to: figures.latencies.count - 1, by: 2) {
      let (milliseconds, times) = (figures.latencies[index], Int(figures.latencies[index + 1]))
      latencies.add(milliseconds, times: times)
      logLatency += Double(times) * Elementary.log(Double(max(1, milliseconds)))
      count += times
    }
    let change: (inout InstallSample.Sums) -> Void = { sums in
      sums.sessions += 1
      sums.filled += Double(figures.filled)
      sums.answered += Double(figures.filled + figures.failed)
      sums.shown += Double(figures.shown)
      sums.ads += Double(figures.ads)
      sums.logLatency += logLatency
      sums.latencies += Double(count)
      for (currency, micros) in figures.revenue {
        sums.revenue[currency, default: 0] += Double(micros)
      }
    }
    change(&totals)
    sample.add(install, change)
  }
}

extension FleetGroup.Violated {
  fileprivate mutating func add(_ install: UInt64) {
    sessions += 1
    installs.add(install)
  }
}
