/// Which records can be trusted where time goes back.
enum ClockOrder {
  /// The indices of the longest chain of times that never decrease; of several, the earliest one.
  ///
  /// O(n log n). Everything outside the chain is left out: as few times as possible.
  static func kept(_ times: [Int64]) -> [Int] {
    let lengths = chainLengths(times)
    var wanted = lengths.max() ?? 0
    var kept: [Int] = []
    var last = Int64.min
    for index in times.indices where lengths[index] == wanted && times[index] >= last {
      kept.append(index)
      last = times[index]
      wanted -= 1
    }
    return kept
  }

  /// The length of the longest chain of non-decreasing times that begins at each index.
  private static func chainLengths(_ times: [Int64]) -> [Int] {
    var lengths = [Int](repeating: 0, count: times.count)
    // starts[n] is the greatest first time of a chain of n + 1 times; it falls with n.
    var starts: [Int64] = []
    for index in times.indices.reversed() {
      var low = 0
      var high = starts.count
      while low < high {
        let middle = (low + high) / 2
        if starts[middle] >= times[index] { low = middle + 1 } else { high = middle }
      }
      if low == starts.count { starts.append(times[index]) } else { starts[low] = times[index] }
      lengths[index] = low + 1
    }
    return lengths
  }
}
