package import AdReports

/// The sessions of a fleet divided by adapter, network or creative.
///
/// What is counted is a session of a network: what its ads did, with the violations whose witness
/// is about one of them. A session with ads of three networks counts for each of them, and three
/// times in all.
package struct NetworkGroups {
  private let field: StatisticsField
  private let rules: Int
  private var all: FleetGroup
  private var groups: [String: FleetGroup] = [:]

  /// Makes groups of no sessions, which will be judged by these rules.
  package init(by field: StatisticsField, rules: Int) {
    self.field = field
    self.rules = rules
    all = FleetGroup("all others", rules: rules)
  }

  /// Adds a session, which must have figures.
  package mutating func add(_ session: FleetSession, of input: FleetInput) {
    guard let figures = session.figures else { return }
    for value in Set(figures.parts.compactMap { $0.source[field] }).sorted() {
      let part = session.part(of: value, field)
      groups[value, default: FleetGroup(value, rules: rules)].add(part, of: input)
      all.add(part, of: input)
    }
  }

  /// The groups, in natural order.
  package var sorted: [FleetGroup] { FleetGroup.sorted(groups.values) }

  /// Each group behind all others together.
  package var pairs: [(FleetGroup, FleetGroup)] { sorted.map { (all.without($0), $0) } }
}

extension FleetSession {
  /// The session with only the ads and the violations of one adapter, network or creative.
  fileprivate func part(of value: String, _ field: StatisticsField) -> FleetSession {
    var part = self
    part.figures?.parts = (figures?.parts ?? []).filter { $0.source[field] == value }
    part.figures?.addUp()
    part.violations = violations.filter { $0.source[field] == value }
    return part
  }
}

extension SessionFigures {
  /// Makes the counts those of the parts.
  fileprivate mutating func addUp() {
    var sum = SessionFigures()
    sum.parts = parts
    for figures in parts.map({ $0.figures }) {
      sum.filled += figures.filled
      sum.failed += figures.failed
      sum.ads += figures.ads
      sum.shown += figures.shown
      sum.latencies += figures.latencies
      sum.revenue += figures.revenue
    }
    self = sum
  }
}
