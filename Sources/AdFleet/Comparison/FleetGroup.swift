package import AdReports
internal import AdRules
internal import AdSession

/// One side of a comparison: the counts of a fleet, or of a part of it.
package struct FleetGroup {
  /// The sessions with violations of a rule or a problem.
  struct Violated {
    var sessions = 0
    var installs = InstallSketch()
    /// The highest severity of the violations.
    var severity = Severity.info
    /// The session with the fewest records.
    var exemplar = Exemplar()
  }

  /// The lowest severity of the violations that make a session a violated one.
  static let leastSeverity = Severity.warning

  /// The name, such as a path or a version.
  package private(set) var name: String
  /// What the group is a version of, such as `iOS`; only groups of the same one are compared.
  let product: String?
  /// The number of sessions.
  package private(set) var sessions = 0
  /// The number of sessions without times, which have no durations.
  package private(set) var sessionsWithoutTimes = 0
  package private(set) var installs = InstallSketch()
  /// For each rule, the sessions in which it applied at least once.
  private(set) var activated: [Int]
  /// The sessions with a violation of at least ``leastSeverity``.
  private(set) var violated = Violated()
  private(set) var violatedRules: [Int: Violated] = [:]
  private(set) var violatedProblems: [String: Violated] = [:]
  private(set) var problems: [String: ProblemIdentity] = [:]

  /// The number of sessions with figures.
  private(set) var sessionsWithFigures = 0
  /// Whether all sessions have figures.
  var hasFigures: Bool { sessionsWithFigures == sessions }
  private(set) var totals = InstallSample.Sums()
  private(set) var sample = InstallSample()
  /// The ads of each format and of each unit.
  private(set) var placements: [FormatOrUnit: PlacementFigures] = [:]

  /// Makes an empty group for sessions that were judged by these rules.
  package init(_ name: String, of product: String? = nil, rules: Int) {
    self.name = name
    self.product = product
    activated = Array(repeating: 0, count: rules)
  }

  /// Adds a session that an input returned.
  package mutating func add(_ session: FleetSession, of input: FleetInput) {
    sessions += 1
    if !session.facts.hasTimes { sessionsWithoutTimes += 1 }
    let install = session.installOrOwn
    installs.add(install)
    input.forEachActivatedRule(of: session) { activated[$0] += 1 }
    if !session.violations.isEmpty { addViolations(of: session, install, input) }
    if let figures = session.figures { add(figures, install) }
  }

  private mutating func addViolations(
    of session: FleetSession, _ install: UInt64, _ input: FleetInput
  ) {
    var rules: Set<Int> = []
    var found: Set<String> = []
    let exemplar = Exemplar(
      records: session.records, path: session.path, session: session.session)
    if let gravest = session.violations.map({ $0.severity }).max(), gravest >= Self.leastSeverity {
      violated.add(gravest, install, exemplar)
    }
    for violation in session.violations {
      if let rule = input.index(ofRule: violation.rule) {
        violatedRules[rule, default: Violated()]
          .add(violation.severity, rules.insert(rule).inserted ? install : nil, exemplar)
      }
      guard let problem = violation.problem else { continue }
      problems[problem.id] = problem.variant.problem
      violatedProblems[problem.id, default: Violated()]
        .add(violation.severity, found.insert(problem.id).inserted ? install : nil, exemplar)
    }
  }

  private mutating func add(_ figures: SessionFigures, _ install: UInt64) {
    sessionsWithFigures += 1
    let latencies = Self.sums(ofTimes: figures.latencies)
    let onScreen = figures.parts.map { Self.sums(ofTimes: $0.onScreen) }
    let change: (inout InstallSample.Sums) -> Void = { sums in
      sums.sessions += 1
      sums.add(figures, latencies)
      for (currency, micros) in figures.revenue {
        sums.revenue[currency, default: 0] += Double(micros)
      }
      for times in onScreen {
        sums.logOnScreen += times.logarithms
        sums.onScreens += times.count
      }
      for part in figures.parts { sums.add(part) }
    }
    change(&totals)
    sample.add(install, change)
    for part in figures.parts { add(part, install) }
  }

  private mutating func add(_ part: SessionFigures.Part, _ install: UInt64) {
    let latencies = Self.sums(ofTimes: part.figures.latencies)
    let names = [part.format.map(FormatOrUnit.format), part.unit.map(FormatOrUnit.unit)]
    for name in names.compactMap({ $0 }) {
      placements[name, default: PlacementFigures()].add(part.figures, latencies, install)
    }
  }

  /// The sum of the logarithms of durations and their number, of pairs of a duration and its
  /// number.
  private static func sums(ofTimes pairs: [Int64]) -> (logarithms: Double, count: Double) {
    var sums = (logarithms: 0.0, count: 0.0)
    for index in stride(from: 0, to: pairs.count - 1, by: 2) {
      let times = Double(pairs[index + 1])
      sums.logarithms += times * Elementary.log(Double(max(1, pairs[index])))
      sums.count += times
    }
    return sums
  }
}

extension InstallSample.Sums {
  /// Adds loads and shows, with the sum of the logarithms of the load durations and their number.
  mutating func add(
    _ figures: SessionFigures, _ times: (logarithms: Double, count: Double)
  ) {
    filled += Double(figures.filled)
    answered += Double(figures.filled + figures.failed)
    shown += Double(figures.shown)
    ads += Double(figures.ads)
    logLatency += times.logarithms
    latencies += times.count
  }

  /// Adds what only the ads of a source have.
  fileprivate mutating func add(_ part: SessionFigures.Part) {
    add(faults: part.faults.map { Double($0) })
    for (earnings, count) in zip(part.figures.revenue, part.payments) {
      payments[earnings.currency, default: 0] += Double(count)
    }
  }
}

extension FleetGroup {
  /// The sums of all ads, or of those of a format or a unit.
  func figures(of placement: FormatOrUnit?) -> PlacementFigures {
    guard let placement else { return PlacementFigures(totals: totals, sample: sample) }
    return placements[placement] ?? PlacementFigures()
  }

  /// The share of the sessions with a problem among those in which its rule applied.
  package func rate(of problem: ProblemIdentity, rule index: Int) -> Rate {
    Rate(violatedProblems[problem.id], of: activated[index], in: installs)
  }

  /// The groups in natural order, those of a product together.
  package static func sorted(_ groups: some Sequence<FleetGroup>) -> [FleetGroup] {
    groups.sorted { one, other in
      let products = (one.product ?? "", other.product ?? "")
      return products.0 == products.1
        ? NaturalOrder.precedes(one.name, other.name)
        : NaturalOrder.precedes(products.0, products.1)
    }
  }

  /// Each group with the next one, if both are of the same product.
  package static func pairs(_ groups: [FleetGroup]) -> [(FleetGroup, FleetGroup)] {
    zip(groups, groups.dropFirst()).filter { $0.product == $1.product }
  }

  /// The group without the counts of a part of it.
  ///
  /// How much installs differ, and the examples, are left as they are in the whole group.
  func without(_ part: FleetGroup) -> FleetGroup {
    var rest = self
    rest.sessions -= part.sessions
    rest.violated.sessions -= part.violated.sessions
    rest.sessionsWithFigures -= part.sessionsWithFigures
    rest.totals.subtract(part.totals)
    for index in activated.indices { rest.activated[index] -= part.activated[index] }
    for (rule, violated) in part.violatedRules {
      rest.violatedRules[rule]?.sessions -= violated.sessions
    }
    for (problem, violated) in part.violatedProblems {
      rest.violatedProblems[problem]?.sessions -= violated.sessions
    }
    return rest
  }
}

extension FleetGroup.Violated {
  /// Adds a violation, with the install if it is the first one in its session.
  fileprivate mutating func add(
    _ severity: Severity, _ install: UInt64?, _ exemplar: Exemplar
  ) {
    self.severity = max(self.severity, severity)
    guard let install else { return }
    sessions += 1
    installs.add(install)
    self.exemplar = min(self.exemplar, exemplar)
  }
}
