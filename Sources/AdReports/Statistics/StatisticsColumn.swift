/// A figure by which groups can be sorted.
public enum StatisticsColumn: String, CaseIterable, Sendable {
  /// Requests, the share that was filled, and how long that took.
  case requests, filled, p50, p95
  /// Loaded ads, and the shares that were shown, wasted, or may have been either.
  case ads, shown, wasted, unknown
  /// Impressions, clicks, and clicks for each impression.
  case impressions, clicks, ctr
  /// Revenue, and revenue of 1000 paid impressions; in the currency with the most payments.
  case revenue, ecpm

  /// The value of a group; nil if it has none.
  func value(of row: StatisticsRow, _ currency: String?) -> Double? {
    let figures = row.figures
    switch self {
    case .requests: return Double(figures.requests)
    case .filled: return Self.rate(figures.filled, of: figures.filled + figures.failed)
    case .p50: return figures.latencies.percentile(50).map { Double($0) }
    case .p95: return figures.latencies.percentile(95).map { Double($0) }
    case .ads: return Double(figures.ads)
    case .shown: return Self.rate(figures.shown, of: figures.ads)
    case .wasted: return Self.rate(figures.wasted, of: figures.ads)
    case .unknown: return Self.rate(figures.undecided, of: figures.ads)
    case .impressions: return Double(figures.impressions)
    case .clicks: return Double(figures.clicks)
    case .ctr: return Self.rate(figures.clicks, of: figures.impressions)
    case .revenue, .ecpm:
      let earnings = figures.earnings.first { $0.currency == currency }
      return self == .revenue ? earnings.map { Double($0.micros) } : earnings?.perThousand
    }
  }

  private static func rate(_ part: Int, of whole: Int) -> Double? {
    whole == 0 ? nil : Double(part) / Double(whole)
  }
}
