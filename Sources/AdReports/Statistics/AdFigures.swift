/// Counts of the requests and the ads of one group, by their outcome.
public struct AdFigures: Sendable, Equatable {
  /// Loads whose request or answer is in the journal.
  public internal(set) var requests = 0
  /// Requests with at least one loaded ad.
  public internal(set) var filled = 0
  /// Requests that failed.
  public internal(set) var failed = 0
  /// The number of failures by cause and `error_code`.
  public internal(set) var failures = SortedTable<FailureKind, Int>()
  /// The foreground times from `ad.requested` to the first `ad.loaded`; none for a load across a
  /// gap.
  public internal(set) var latencies = Latencies()
  /// Ads that were loaded.
  public internal(set) var ads = 0
  /// Ads that were presented or made an impression.
  public internal(set) var shown = 0
  /// Ads that became too old before they were shown.
  public internal(set) var expired = 0
  /// Ads that were discarded before they were shown, for another reason than age or a new size.
  public internal(set) var discarded = 0
  /// Ads that were still waiting when the session ended.
  public internal(set) var leftOver = 0
  /// Ads that may have been shown or not: the journal is cut, has a gap, or does not record shows.
  public internal(set) var undecided = 0
  /// Recorded impressions.
  public internal(set) var impressions = 0
  /// Recorded clicks.
  public internal(set) var clicks = 0
  /// The revenue in millionths of the currency unit.
  public internal(set) var revenue = SortedTable<RevenueKind, Int64>()
  /// The number of payments; the SDK reports one for each impression that earns something.
  public internal(set) var payments = SortedTable<RevenueKind, Int>()

  /// What sessions without times contribute, which rates per day leave out.
  var undated = UndatedFigures()

  /// The shows of full-screen ads.
  package internal(set) var shows = ShowFigures()

  /// Makes figures of no requests and no ads.
  public init() {}

  /// Requests without an answer.
  public var open: Int { requests - filled - failed }
  /// Ads that were loaded and surely never shown.
  public var wasted: Int { expired + discarded + leftOver }

  /// Adds the figures of another group.
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
    impressions += other.impressions
    clicks += other.clicks
    revenue.add(other.revenue)
    payments.add(other.payments)
    undated.add(other.undated)
    shows.add(other.shows)
  }

  /// The revenue by currency, whatever its precision.
  public var earnings: [Earnings] {
    var sums = SortedTable<String, Int64>()
    var counts = SortedTable<String, Int>()
    for (kind, micros) in revenue.entries { sums.add(micros, to: kind.currency) }
    for (kind, count) in payments.entries { counts.add(count, to: kind.currency) }
    return zip(sums.entries, counts.entries).map {
      Earnings(
        currency: $0.key, micros: $0.value, payments: $1.value,
        undatedMicros: undated.micros[$0.key, 0])
    }
  }
}

/// What was earned in one currency.
public struct Earnings: Equatable, Sendable {
  /// The ISO 4217 code of the currency.
  public var currency: String
  /// The revenue in millionths of the currency unit.
  public var micros: Int64
  /// The number of payments.
  public var payments: Int
  /// The part of ``micros`` that has no day, because its sessions have no times.
  var undatedMicros: Int64

  /// The revenue of 1000 paid impressions, in millionths: the eCPM.
  public var perThousand: Double? { share(of: payments).map { $0 * 1000 } }

  /// The revenue in millionths, divided by a number; nil for 0.
  public func share(of number: Int) -> Double? {
    number == 0 ? nil : Double(micros) / Double(number)
  }

  /// The revenue with a day in millionths, divided by a number of days; nil for 0.
  func share(ofDays number: Int) -> Double? {
    number == 0 ? nil : Double(micros - undatedMicros) / Double(number)
  }
}

/// The shows, impressions and revenue of sessions without times.
struct UndatedFigures: Sendable, Equatable {
  private(set) var shown = 0
  private(set) var impressions = 0
  /// The revenue in millionths, by currency.
  private(set) var micros = SortedTable<String, Int64>()

  /// Makes figures of nothing.
  init() {}

  /// Takes over all figures of a group.
  init(_ figures: AdFigures) {
    (shown, impressions) = (figures.shown, figures.impressions)
    for (kind, micros) in figures.revenue.entries { self.micros.add(micros, to: kind.currency) }
  }

  mutating func add(_ other: UndatedFigures) {
    shown += other.shown
    impressions += other.impressions
    micros.add(other.micros)
  }
}

/// Failures that can be added up.
///
/// A code alone does not say what failed: its meaning depends on the SDK and the operating system.
public struct FailureKind: Comparable, Sendable {
  /// The `error_code`.
  public var code: Int64
  /// The cause, such as `no_fill`; nil if it is undetermined.
  public var cause: String?

  /// Makes a kind of failure.
  public init(code: Int64, cause: String?) {
    self.code = code
    self.cause = cause
  }

  /// By code, then by cause.
  public static func < (one: Self, other: Self) -> Bool {
    (one.code, one.cause ?? "") < (other.code, other.cause ?? "")
  }
}

/// Revenue that can be added up.
public struct RevenueKind: Comparable, Sendable {
  /// The ISO 4217 code of the currency.
  public var currency: String
  /// The precision of the amount: `unknown`, `estimated`, `publisher` or `precise`.
  public var precision: String

  /// By currency, then by precision.
  public static func < (one: Self, other: Self) -> Bool {
    (one.currency, one.precision) < (other.currency, other.precision)
  }
}
