internal import AdReports

/// Sums for each install of a random sample, so that the spread between installs is known.
///
/// It keeps the installs with the smallest hashes, at most ``limit``, and all sessions of each. The
/// result does not depend on the order of the sessions, but for the rounding of sums.
struct InstallSample {
  /// The number of installs that are kept.
  static let limit = 1024

  private var hashes: [UInt64] = []
  private var values: [Sums] = []

  /// The sums of one install.
  struct Sums {
    var sessions = 0.0
    var filled = 0.0
    var answered = 0.0
    var shown = 0.0
    var ads = 0.0
    /// The sum of the logarithms of load durations, and their number.
    var logLatency = 0.0
    var latencies = 0.0
    var revenue: [String: Double] = [:]
    /// The number of payments of these currencies; only of sources.
    var payments: [String: Double] = [:]
    /// The sum of the logarithms of times on the screen, and their number; only of sources.
    var logOnScreen = 0.0
    var onScreens = 0.0
    /// For each ``ShowFault``, the shows with it, and those that tell; empty without any, and only
    /// of sources.
    private var faults: [Double] = []

    /// The number of shows with a fault.
    func shows(with fault: ShowFault) -> Double { faults.isEmpty ? 0 : faults[Self.index(fault)] }
    /// The number of shows that tell whether they have a fault.
    func shows(telling fault: ShowFault) -> Double {
      faults.isEmpty ? 0 : faults[Self.index(fault) + 1]
    }

    private static func index(_ fault: ShowFault) -> Int {
      2 * (ShowFault.allCases.firstIndex(of: fault) ?? 0)
    }

    /// Adds shows with faults and shows that tell, in the order of ``SessionFigures/Part/faults``.
    mutating func add(faults more: [Double]) {
      if faults.isEmpty { return faults = more }
      for index in more.indices { faults[index] += more[index] }
    }

    /// Subtracts the sums of a part.
    mutating func subtract(_ part: Sums) {
      sessions -= part.sessions
      filled -= part.filled
      answered -= part.answered
      shown -= part.shown
      ads -= part.ads
      logLatency -= part.logLatency
      latencies -= part.latencies
      for (currency, sum) in part.revenue { revenue[currency, default: 0] -= sum }
      for (currency, count) in part.payments { payments[currency, default: 0] -= count }
      logOnScreen -= part.logOnScreen
      onScreens -= part.onScreens
      add(faults: part.faults.map { -$0 })
    }
  }

  /// Adds a session to the sums of its install.
  mutating func add(_ hash: UInt64, _ change: (inout Sums) -> Void) {
    if hashes.count == Self.limit, let last = hashes.last, hash > last { return }
    var (low, high) = (0, hashes.count)
    while low < high {
      let middle = (low + high) / 2
      if hashes[middle] < hash { low = middle + 1 } else { high = middle }
    }
    if low == hashes.count || hashes[low] != hash {
      hashes.insert(hash, at: low)
      values.insert(Sums(), at: low)
    }
    change(&values[low])
    if hashes.count > Self.limit {
      hashes.removeLast()
      values.removeLast()
    }
  }

  /// The number of installs in the sample.
  var count: Int { values.count }

  /// The variance of a ratio of two sums over all installs, if the sample had all of them, and the
  /// sum of the denominators of the sample.
  ///
  /// It is the usual one of a ratio of cluster totals: Σ(y - r·x)² / (Σx)² · n / (n - 1).
  func variance(
    of ratio: Double, _ part: (Sums) -> Double, _ whole: (Sums) -> Double
  ) -> (value: Double, whole: Double)? {
    guard values.count > 1 else { return nil }
    var (squares, sum) = (0.0, 0.0)
    for value in values {
      let rest = part(value) - ratio * whole(value)
      squares += rest * rest
      sum += whole(value)
    }
    guard sum > 0 else { return nil }
    let count = Double(values.count)
    return (squares / (sum * sum) * count / (count - 1), sum)
  }
}
