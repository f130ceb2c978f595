public import AdSession

/// A field whose values tell the groups of ``AdStatistics`` apart.
public enum StatisticsField: String, CaseIterable, Sendable {
  /// The ad unit id.
  case unit
  /// The format of the ad.
  case format
  /// The adapter that delivered the ad, or that the answer names.
  case adapter
  /// The version of the app.
  case version
  /// The local day of the request, and of the payment for revenue.
  case day
}

/// The values of the fields of a group, in their order.
public struct GroupKey: Comparable, Sendable {
  /// The values; what the journal does not say is `unknown`.
  public let values: [String]

  /// By the first value that differs.
  public static func < (one: Self, other: Self) -> Bool {
    one.values.lexicographicallyPrecedes(other.values)
  }
}

/// Fill rate, show rate, latency, waste and revenue of any number of sessions.
public struct AdStatistics: Sendable {
  /// What tells the groups apart.
  public let fields: [StatisticsField]
  /// The figures of each group.
  public internal(set) var groups = SortedTable<GroupKey, AdFigures>()
  /// How many sessions were counted.
  public internal(set) var sessions = 0
  /// How many records they have.
  public internal(set) var records = 0
  /// Sessions without their end: what became of their last ads is unknown.
  public internal(set) var cut = 0
  /// Sessions that lost records.
  public internal(set) var withGaps = 0
  /// Sessions whose app does not record revenue.
  public internal(set) var withoutRevenue = 0
  /// Ads that were shown and whose load the journal does not have; no group counts them.
  public internal(set) var strayShows = 0

  /// Makes the figures of no session.
  public init(by fields: [StatisticsField]) { self.fields = fields }

  /// Makes the figures of one session.
  public init(of trace: Trace, by fields: [StatisticsField]) {
    self.init(by: fields)
    var counter = SessionCounter(trace, self)
    counter.count()
    self = counter.statistics
  }

  /// Adds the figures of other sessions, told apart by the same fields.
  public mutating func add(_ other: AdStatistics) {
    for (key, figures) in other.groups.entries { groups[key, AdFigures()].add(figures) }
    sessions += other.sessions
    records += other.records
    cut += other.cut
    withGaps += other.withGaps
    withoutRevenue += other.withoutRevenue
    strayShows += other.strayShows
  }

  /// The figures of all groups together.
  public var total: AdFigures {
    groups.entries.reduce(into: AdFigures()) { $0.add($1.value) }
  }
}
