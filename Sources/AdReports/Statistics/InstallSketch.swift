/// Counts distinct installs, and the sessions of each, in little memory.
///
/// It keeps the installs with the smallest hashes. Up to ``limit`` the count is exact; above it the
/// count is an estimate with a standard error of 1/√limit: 4.4 % for 512. The result does not
/// depend on the order of the sessions. See Bar-Yossef et al., "Counting distinct elements in a
/// data stream", 2002.
package struct InstallSketch: Equatable, Sendable {
  /// The number of installs that are kept.
  package let limit: Int
  /// The number of bits of a hash.
  private static let bits = 48

  /// The smallest hashes, rising.
  private var hashes: [UInt64] = []
  /// The number of sessions for each of them.
  private var counts: [UInt32] = []
  /// Whether all installs are kept.
  package private(set) var isExact = true

  package init(limit: Int = 512) { self.limit = limit }

  /// Adds a session of the install with this hash of 48 bits.
  package mutating func add(_ hash: UInt64) { add(hash, 1) }

  /// Adds the sessions of another sketch with the same limit.
  package mutating func add(_ other: InstallSketch) {
    isExact = isExact && other.isExact
    for (hash, count) in zip(other.hashes, other.counts) { add(hash, count) }
  }

  private mutating func add(_ hash: UInt64, _ count: UInt32) {
    if hashes.count == limit, let last = hashes.last, hash > last {
      isExact = false
      return
    }
    let index = offset(of: hash)
    if index < hashes.count, hashes[index] == hash {
      counts[index] &+= count
      return
    }
    hashes.insert(hash, at: index)
    counts.insert(count, at: index)
    if hashes.count > limit {
      hashes.removeLast()
      counts.removeLast()
      isExact = false
    }
  }

  /// The index of the first hash that is not smaller.
  private func offset(of hash: UInt64) -> Int {
    var (low, high) = (0, hashes.count)
    while low < high {
      let middle = (low + high) / 2
      if hashes[middle] < hash { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The number of installs, exact or estimated.
  package var installs: Int {
    guard !isExact, let last = hashes.last else { return hashes.count }
    let share = Double(last + 1) / Double(UInt64(1) << Self.bits)
    return Int((Double(hashes.count - 1) / share).rounded())
  }

  /// The number of sessions of a session's install, on average over the sessions: Σn² / Σn.
  ///
  /// It is 1 if each install has one session. Above ``limit`` installs it is that of a random
  /// sample.
  package var meanClusterSize: Double {
    let (sum, squares) = counts.reduce((0.0, 0.0)) {
      ($0.0 + Double($1), $0.1 + Double($1) * Double($1))
    }
    return sum == 0 ? 1 : squares / sum
  }
}
