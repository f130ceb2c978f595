/// A histogram of load durations, so that percentiles of any number of them need little memory.
///
/// Durations below 2048 ms are exact. A longer one is rounded down to eleven binary digits, which
/// is an error of less than 0.1 %.
public struct Latencies: Sendable, Equatable {
  /// The number of durations.
  public private(set) var count = 0
  private var counts = SortedTable<Int64, Int>()
  /// The rounded durations in milliseconds, rising, and how often each occurs.
  package var entries: [(key: Int64, value: Int)] { counts.entries }

  /// Makes an empty collection.
  public init() {}

  /// Adds a duration in milliseconds.
  mutating func add(_ milliseconds: Int64) {
    counts.add(1, to: Self.rounded(milliseconds))
    count += 1
  }

  /// Adds all durations of another collection.
  mutating func add(_ other: Latencies) {
    counts.add(other.counts)
    count += other.count
  }

  /// The percentile of the durations in milliseconds (nearest rank); nil without durations.
  public func percentile(_ percent: Int) -> Int64? {
    let rank = max(1, (count * percent + 99) / 100)
    var passed = 0
    for (milliseconds, times) in counts.entries {
      passed += times
      if passed >= rank { return milliseconds }
    }
    return nil
  }

  private static func rounded(_ milliseconds: Int64) -> Int64 {
    let surplus = max(0, Int64.bitWidth - milliseconds.leadingZeroBitCount - 11)
    return (milliseconds >> surplus) << surplus
  }
}
