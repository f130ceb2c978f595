/// The duration for which a task asked to sleep.
///
/// The runtime adds the duration to the time of a real clock and passes on the sum. When it read
/// the clock is known only roughly. A simulated case must be the same each time, so the duration is
/// the roundest one that is possible.
enum SleepDuration {
  /// The roundest duration between two bounds in nanoseconds, in milliseconds.
  ///
  /// If no whole millisecond lies between them, it is the next one after the lower bound.
  static func milliseconds(atLeast lowest: Int64, atMost highest: Int64) -> Int64 {
    let highest = max(0, highest)
    for unit in [10_000, 5_000, 1_000, 500, 100, 50, 10, 5, 1] as [Int64] {
      let multiple = highest / (unit * 1_000_000) * unit
      if multiple * 1_000_000 >= lowest { return multiple }
    }
    return highest / 1_000_000 + 1
  }
}
