public import AdSession

/// A field by which ``AdStatistics`` are grouped.
public enum StatisticsField: String, CaseIterable, Sendable {
  /// The ad unit id.
  case unit
  /// The format of the ad.
  case format
  /// The adapter that delivered the ad, or that the answer to the request names.
  case adapter
  /// The version of the app.
  case version
  /// The local day of the request, and of the payment for revenue.
  case day
}

/// The values of the fields of a group, in their order.
public struct GroupKey: Comparable, Sendable {
  /// The values; `unknown` for a value that is not in the journal.
  public let values: [String]

  /// Compares the first values that differ.
  public static func < (one: Self, other: Self) -> Bool {
    one.values.lexicographicallyPrecedes(other.values)
  }
}

/// Fill rate, show rate, latency, waste and revenue of any number of sessions.
public struct AdStatistics: Sendable {
  /// The fields by which the figures are grouped.
  public let fields: [StatisticsField]
  /// The figures of each group.
  public internal(set) var groups = SortedTable<GroupKey, AdFigures>()
  /// The number of sessions.
  public internal(set) var sessions = 0
  /// The number of records in the sessions.
  public internal(set) var records = 0
  /// Sessions without an end; the outcome of their last ads is unknown.
  public internal(set) var cut = 0
  /// Sessions that lost records.
  public internal(set) var withGaps = 0
  /// Sessions whose app does not record revenue.
  public internal(set) var withoutRevenue = 0
  /// Shown ads without a recorded load; no group counts them.
  public internal(set) var strayShows = 0

  /// Makes statistics of no sessions.
  public init(by fields: [StatisticsField]) { self.fields = fields }

  /// Makes the statistics of one session.
  public init(of trace: Trace, by fields: [StatisticsField]) {
    self.init(by: fields)
    var counter = SessionCounter(trace, self)
    counter.count()
    self = counter.statistics
  }

  /// Adds the statistics of other sessions, which must be grouped by the same fields.
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
