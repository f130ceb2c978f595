/// Places put together by the install that they are of: a table of buckets costs less than to sort
/// them.
struct InstallGroups {
  private let installs: [UInt64]
  /// The places of ``installs``, bucket by bucket, each in order.
  private var places: [Int32]
  /// Where each bucket ends.
  private var ends: [Int32]

  init(_ installs: [UInt64]) {
    self.installs = installs
    // More buckets than installs: what two of them share has to be taken apart.
    var size = 2
    while size < installs.count * 2 { size *= 2 }
    let mask = UInt64(size - 1)
    ends = Array(repeating: 0, count: size)
    places = Array(repeating: 0, count: installs.count)
    for install in installs { ends[Int(install & mask)] += 1 }
    var end: Int32 = 0
    for bucket in ends.indices {
      // Where it begins; it goes on to its end while the places are written.
      (ends[bucket], end) = (end, end + ends[bucket])
    }
    for (place, install) in installs.enumerated() {
      let bucket = Int(install & mask)
      places[Int(ends[bucket])] = Int32(truncatingIfNeeded: place)
      ends[bucket] += 1
    }
  }

  /// Calls a closure with the places of each install that has several, in their order.
  consuming func forEach(_ body: (ArraySlice<Int32>) -> Void) {
    var start = 0
    for bucketEnd in ends {
      let end = Int(bucketEnd)
      // Nearly always there is one install in a bucket.
      while end - start > 1 {
        let middle = gather(start, end)
        if middle - start > 1 { body(places[start..<middle]) }
        start = middle
      }
      start = end
    }
  }

  /// Brings the places of the install that comes first to the front of a range; returns their end.
  private mutating func gather(_ start: Int, _ end: Int) -> Int {
    let install = installs[Int(places[start])]
    if (start..<end).allSatisfy({ installs[Int(places[$0])] == install }) { return end }
    let range = Array(places[start..<end])
    let first = range.filter { installs[Int($0)] == install }
    places.replaceSubrange(start..<end, with: first + range.filter { installs[Int($0)] != install })
    return start + first.count
  }
}
