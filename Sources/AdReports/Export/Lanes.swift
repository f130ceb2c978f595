/// Assigns each stay to a lane of its track, so that the slices of one lane never overlap.
struct Lanes {
  /// The lane of each stay, from 0.
  private(set) var ofStay: [Int]

  /// The lanes of a track.
  private struct Pool {
    /// The free lanes, the lowest last.
    var free: [Int] = []
    var count = 0

    mutating func take() -> Int {
      if let lane = free.popLast() { return lane }
      count += 1
      return count - 1
    }

    mutating func release(_ lane: Int) {
      let index = free.firstIndex { $0 < lane } ?? free.count
      free.insert(lane, at: index)
    }
  }

  init(_ stays: [Stay]) {
    ofStay = [Int](repeating: 0, count: stays.count)
    var pools: [Stay.Track: Pool] = [:]
    let byBegin = stays.indices.sorted { (stays[$0].begin, $0) < (stays[$1].begin, $1) }
    var ended = stays.indices.sorted { (stays[$0].end, $0) < (stays[$1].end, $1) }[...]
    for stay in byBegin {
      // A stay without duration also ends here, but it has no lane yet.
      while let other = ended.first, stays[other].end <= stays[stay].begin,
        (stays[other].begin, other) < (stays[stay].begin, stay)
      {
        pools[stays[other].track, default: Pool()].release(ofStay[other])
        ended.removeFirst()
      }
      ofStay[stay] = pools[stays[stay].track, default: Pool()].take()
    }
  }
}
