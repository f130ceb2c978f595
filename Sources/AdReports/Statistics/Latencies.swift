/// How long loads took: how many of each duration, so that percentiles of any number need little memory.
///
/// A duration below 2048 ms counts as it is, a longer one as the greatest below it with eleven binary
/// digits: less than a thousandth too short.
public struct Latencies: Sendable, Equatable {
  /// How many durations there are.
  public private(set) var count = 0
  private var counts = SortedTable<Int64, Int>()

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

  /// The least duration in milliseconds that so many of 100 do not exceed; nil where there is none.
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
