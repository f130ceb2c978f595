extension Array {
  /// The index of an element among elements with rising keys, in O(log n); nil if there is none.
  func index<Key: Comparable>(ofRising key: Key, by keyOf: (Element) -> Key) -> Int? {
    var range = 0..<count
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      let found = keyOf(self[middle])
      if found == key { return middle }
      range = found < key ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }
}
