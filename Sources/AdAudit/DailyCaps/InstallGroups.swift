/// Indices grouped by install; a table of buckets is cheaper than a sort.
struct InstallGroups {
  private let installs: [UInt64]
  /// The indices of ``installs``, bucket by bucket, each in order.
  private var indices: [Int32]
  /// The end of each bucket.
  private var ends: [Int32]

  init(_ installs: [UInt64]) {
    self.installs = installs
    // More buckets than installs: a shared bucket has to be split.
    var size = 2
    while size < installs.count * 2 { size *= 2 }
    let mask = UInt64(size - 1)
    ends = Array(repeating: 0, count: size)
    indices = Array(repeating: 0, count: installs.count)
    for install in installs { ends[Int(install & mask)] += 1 }
    var end: Int32 = 0
    for bucket in ends.indices {
      // The start of the bucket; it advances to the end while the indices are written.
      (ends[bucket], end) = (end, end + ends[bucket])
    }
    for (index, install) in installs.enumerated() {
      let bucket = Int(install & mask)
      indices[Int(ends[bucket])] = Int32(truncatingIfNeeded: index)
      ends[bucket] += 1
    }
  }

  /// Calls a closure with the indices of each install that has several, in order.
  consuming func forEach(_ body: (ArraySlice<Int32>) -> Void) {
    var start = 0
    for bucketEnd in ends {
      let end = Int(bucketEnd)
      // Nearly every bucket has one install.
      while end - start > 1 {
        let middle = gather(start, end)
        if middle - start > 1 { body(indices[start..<middle]) }
        start = middle
      }
      start = end
    }
  }

  /// Moves the indices of the first install of a range to its front; returns their end.
  private mutating func gather(_ start: Int, _ end: Int) -> Int {
    let install = installs[Int(indices[start])]
    if (start..<end).allSatisfy({ installs[Int(indices[$0])] == install }) { return end }
    let range = Array(indices[start..<end])
    let first = range.filter { installs[Int($0)] == install }
    indices.replaceSubrange(
      start..<end, with: first + range.filter { installs[Int($0)] != install })
    return start + first.count
  }
}
