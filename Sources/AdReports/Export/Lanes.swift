/// Gives each stay a lane of its track that nothing else is in: slices of one lane never overlap.
struct Lanes {
  /// The lane of each stay, from 0.
  private(set) var ofStay: [Int]

  /// The lanes of a track that are free, the lowest last, and how many there are.
  private struct Room {
    var free: [Int] = []
    var count = 0

    mutating func take() -> Int {
      if let lane = free.popLast() { return lane }
      count += 1
      return count - 1
    }

    mutating func give(_ lane: Int) {
      let place = free.firstIndex { $0 < lane } ?? free.count
      free.insert(lane, at: place)
    }
  }

  init(_ stays: [Stay]) {
    ofStay = [Int](repeating: 0, count: stays.count)
    var rooms: [Stay.Track: Room] = [:]
    let byBegin = stays.indices.sorted { (stays[$0].begin, $0) < (stays[$1].begin, $1) }
    var ended = stays.indices.sorted { (stays[$0].end, $0) < (stays[$1].end, $1) }[...]
    for stay in byBegin {
      // One that is not longer than an instant may end here and has no lane yet.
      while let other = ended.first, stays[other].end <= stays[stay].begin,
        (stays[other].begin, other) < (stays[stay].begin, stay)
      {
        rooms[stays[other].track, default: Room()].give(ofStay[other])
        ended.removeFirst()
      }
      ofStay[stay] = rooms[stays[stay].track, default: Room()].take()
    }
  }
}
