package import AdReports
package import AdRules

/// The problems of a fleet: violations that have the same cause, however many sessions show them.
///
/// The result does not depend on the order of the sessions.
package struct ProblemTable {
  /// The number of sessions.
  package private(set) var sessions = 0
  /// The number of sessions with a violation.
  package private(set) var violatedSessions = 0
  /// The number of violations.
  package private(set) var violations = 0
  /// The violated sessions on each day.
  package private(set) var days = DayCounts()
  /// The number of sessions with a violation and without times, which have no day.
  package private(set) var sessionsWithoutTimes = 0
  /// The field of the ads whose values are counted; nil for the network, else the adapter.
  package let field: StatisticsField?
  /// The number of violations of each of these values.
  private var networks: [String: Int] = [:]
  private var activated: [Int]
  private var problems: [String: Problem] = [:]

  /// Makes the table of an empty fleet, by default with networks, and adapters of ads without one.
  package init(rules: [Rule], by field: StatisticsField? = nil) {
    self.field = field
    activated = Array(repeating: 0, count: rules.count)
  }

  /// Adds a session that an input returned.
  package mutating func add(_ session: FleetSession, of input: FleetInput) {
    sessions += 1
    input.forEachActivatedRule(of: session) { activated[$0] += 1 }
    if session.violations.isEmpty { return }
    violatedSessions += 1
    days.add(session.facts.day)
    if !session.facts.hasTimes { sessionsWithoutTimes += 1 }
    violations += session.violations.reduce(0) { $0 + $1.count }
    var (found, variants, formats): (Set<String>, Set<ProblemVariant>, Set<[String?]>) =
      ([], [], [])
    for violation in session.violations {
      guard let (id, variant) = session.problem(of: violation) else { continue }
      var problem =
        problems.removeValue(forKey: id)
        ?? Problem(id, variant.problem, of: input.rules)
      if found.insert(id).inserted { problem.add(session) }
      let network = name(violation.source)
      problem.add(violation, network)
      problem.variants[variant, default: .init()]
        .add(violation, isFirst: variants.insert(variant).inserted)
      problem.formats[variant.format, default: .init()]
        .add(violation, isFirst: formats.insert([id, variant.format]).inserted)
      problems[id] = problem
      if let network { networks[network, default: 0] += violation.count }
    }
  }

  private func name(_ source: AdSource) -> String? {
    field.map { source[$0] } ?? source.networkOrAdapter
  }

  /// The number of sessions in which a rule applied at least once.
  package func activatedSessions(ofRule index: Int) -> Int { activated[index] }

  /// The networks, adapters or creatives of the ads that a problem is about, the one with the most
  /// violations first.
  package func networks(of problem: Problem) -> [NetworkShare] {
    let own = problem.networks.values.reduce(0, +)
    let others = networks.values.reduce(0, +) - own
    return problem.networks.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { name, count in
      let other = (networks[name] ?? count) - count
      return NetworkShare(
        name: name, violations: count, share: Double(count) / Double(own),
        shareOfOthers: others == 0 ? nil : Double(other) / Double(others))
    }
  }

  /// The problems, the one with the greatest impact first.
  package var sorted: [Problem] { problems.values.sorted { $0.hasMoreImpact(than: $1) } }
}

/// How much of a problem is of one network.
package struct NetworkShare {
  package let name: String
  /// The number of violations of the problem.
  package let violations: Int
  /// Its share of the violations of the problem whose network is known.
  package let share: Double
  /// Its share of those of all other problems; nil without any.
  package let shareOfOthers: Double?
}

/// How often something occurs in a fleet.
package struct Occurrences: Equatable, Sendable {
  package private(set) var sessions = 0
  package private(set) var violations = 0

  fileprivate mutating func add(_ violation: FleetSession.Violation, isFirst: Bool) {
    violations += violation.count
    if isFirst { sessions += 1 }
  }
}

/// One problem: violations of a rule that have the same identity, and what follows from them.
package struct Problem {
  package let id: String
  package let identity: ProblemIdentity
  /// The highest severity of its violations, without those that follow from others.
  package private(set) var severity = Severity.info
  /// What to change in the app; nil for a rule without a remedy.
  package let remedy: String?
  /// What the rule demands.
  package let sentence: String
  /// The number of violations, with those that follow from others.
  package private(set) var violations = 0
  /// The violations that follow from this problem, by rule.
  package private(set) var consequences: [String: Int] = [:]
  /// The number of violations of each network, adapter or creative.
  fileprivate var networks: [String: Int] = [:]
  fileprivate var variants: [ProblemVariant: Occurrences] = [:]
  fileprivate var formats: [String?: Occurrences] = [:]
  package private(set) var sessions = 0
  package private(set) var installs = InstallSketch()
  package private(set) var versions = FactRange()
  package private(set) var sdks = FactRange()
  package private(set) var systems = FactRange()
  package private(set) var days = FactRange()
  /// The sessions on each local day on which they began.
  package private(set) var sessionsByDay = DayCounts()
  /// The session with the fewest records.
  package private(set) var exemplar = Exemplar()

  fileprivate init(_ id: String, _ identity: ProblemIdentity, of rules: [Rule]) {
    self.id = id
    self.identity = identity
    let rule = rules.first { $0.id == identity.rule }
    remedy = rule?.remedy
    sentence = rule?.sentence ?? ""
  }

  fileprivate mutating func add(_ violation: FleetSession.Violation, _ network: String?) {
    violations += violation.count
    if let network {
      networks[network, default: 0] += violation.count
    }
    if violation.follows != nil {
      consequences[violation.rule, default: 0] += violation.count
    } else {
      severity = max(severity, violation.severity)
    }
  }

  fileprivate mutating func add(_ session: FleetSession) {
    sessions += 1
    installs.add(session.installOrOwn)
    versions.add(session.facts.appVersion)
    sdks.add(session.facts.sdkWithVersion)
    systems.add(session.facts.system)
    days.add(session.facts.day)
    sessionsByDay.add(session.facts.day)
    let candidate = Exemplar(
      records: session.records, path: session.path, session: session.session)
    exemplar = min(exemplar, candidate)
  }

  /// The variants, the one in the most sessions first.
  package var sortedVariants: [(variant: ProblemVariant, found: Occurrences)] {
    variants.map { ($0.key, $0.value) }.sorted {
      ($1.1.sessions, $1.1.violations, $0.0.text) < ($0.1.sessions, $0.1.violations, $1.0.text)
    }
  }

  /// The formats, the one in the most sessions first; nil stands for violations without one.
  package var sortedFormats: [(format: String?, found: Occurrences)] {
    formats.map { ($0.key, $0.value) }.sorted {
      ($1.1.sessions, $1.1.violations, $0.0 ?? "") < ($0.1.sessions, $0.1.violations, $1.0 ?? "")
    }
  }

  /// The most frequent variant, such as `app_open; trigger user; ad.loaded, …`, and how many more
  /// there are.
  package var circumstances: String {
    let all = sortedVariants
    guard let first = all.first, all.count > 1 else { return all.first?.variant.text ?? "" }
    return "in \(AuditText.count(first.found.sessions, "session")): \(first.variant.text) "
      + "(and \(AuditText.count(all.count - 1, "other variant")))"
  }

  /// `Formats: rewarded in 7 sessions, …`; nil with only one.
  package var formatsText: String? {
    let all = sortedFormats
    if all.count < 2 { return nil }
    let parts = all.map {
      "\($0.format ?? "no format") in \(AuditText.count($0.found.sessions, "session"))"
    }
    return "Formats: \(parts.joined(separator: ", "))"
  }

  /// Orders by severity, installs, sessions, violations, and then by id.
  fileprivate func hasMoreImpact(than other: Problem) -> Bool {
    if severity != other.severity { return severity > other.severity }
    let (one, two) = (
      (installs.installs, sessions, violations),
      (other.installs.installs, other.sessions, other.violations)
    )
    return one == two ? id < other.id : one > two
  }
}

extension FleetSession {
  /// The problem of a violation, or of the violation that it follows from.
  package func problem(of violation: Violation) -> (id: String, variant: ProblemVariant)? {
    guard let follows = violation.follows else { return violation.problem }
    return violations.first {
      $0.rule == follows.rule && $0.seq == follows.seq && $0.problem != nil
    }?.problem
  }

  /// The hash of the install, or one of the session if the header names no install.
  package var installOrOwn: UInt64 { install ?? SessionHash.value(path, session) >> 16 }
}
