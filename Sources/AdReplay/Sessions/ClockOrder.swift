/// Which records can be trusted where time goes back.
enum ClockOrder {
  /// The places to keep so that times never decrease: as many as possible, of equals the earliest.
  ///
  /// O(n log n). The places left out are the fewest, and of equally many the later ones.
  static func kept(_ times: [Int64]) -> [Int] {
    let lengths = chainLengths(times)
    var wanted = lengths.max() ?? 0
    var kept: [Int] = []
    var last = Int64.min
    for place in times.indices where lengths[place] == wanted && times[place] >= last {
      kept.append(place)
      last = times[place]
      wanted -= 1
    }
    return kept
  }

  /// For each place the length of the longest chain of non-decreasing times that begins there.
  private static func chainLengths(_ times: [Int64]) -> [Int] {
    var lengths = [Int](repeating: 0, count: times.count)
    // starts[n] is the greatest first time of a chain of n + 1 places; it falls with n.
    var starts: [Int64] = []
    for place in times.indices.reversed() {
      var low = 0
      var high = starts.count
      while low < high {
        let middle = (low + high) / 2
        if starts[middle] >= times[place] { low = middle + 1 } else { high = middle }
      }
      if low == starts.count { starts.append(times[place]) } else { starts[low] = times[place] }
      lengths[place] = low + 1
    }
    return lengths
  }
}
