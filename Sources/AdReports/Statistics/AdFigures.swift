/// What became of the requests and the ads of one group.
public struct AdFigures: Sendable, Equatable {
  /// Loads that the journal has the request of, or the answer.
  public internal(set) var requests = 0
  /// Requests that at least one ad came for.
  public internal(set) var filled = 0
  /// Requests that were answered without an ad.
  public internal(set) var failed = 0
  /// How often each `error_code` was the answer.
  public internal(set) var failures = SortedTable<Int64, Int>()
  /// From `ad.requested` to the first `ad.loaded`, by the session's own clock.
  public internal(set) var latencies = Latencies()
  /// Ads that were loaded.
  public internal(set) var ads = 0
  /// Ads that came up or made an impression.
  public internal(set) var shown = 0
  /// Ads that became too old before they were shown.
  public internal(set) var expired = 0
  /// Ads that were given up for another reason, but for a new size, before they were shown.
  public internal(set) var discarded = 0
  /// Ads that were still waiting when the session ended.
  public internal(set) var leftOver = 0
  /// Ads of which the journal does not tell whether they were shown: it is cut, has a gap, or the app
  /// does not record shows.
  public internal(set) var undecided = 0
  /// Millionths of a unit that were paid.
  public internal(set) var revenue = SortedTable<RevenueKind, Int>()

  /// Makes the figures of nothing.
  public init() {}

  /// Requests without an answer.
  public var open: Int { requests - filled - failed }
  /// Ads that were loaded for nothing.
  public var wasted: Int { expired + discarded + leftOver }

  /// Adds those of another group.
  mutating func add(_ other: AdFigures) {
    requests += other.requests
    filled += other.filled
    failed += other.failed
    failures.add(other.failures)
    latencies.add(other.latencies)
    ads += other.ads
    shown += other.shown
    expired += other.expired
    discarded += other.discarded
    leftOver += other.leftOver
    undecided += other.undecided
    revenue.add(other.revenue)
  }
}

/// Revenue that can be added up.
public struct RevenueKind: Comparable, Sendable {
  /// ISO 4217, as `ad.paid` says it.
  public var currency: String
  /// How sure the amount is: `unknown`, `estimated`, `publisher` or `precise`.
  public var precision: String

  /// By currency, then by precision.
  public static func < (one: Self, other: Self) -> Bool {
    (one.currency, one.precision) < (other.currency, other.precision)
  }
}
