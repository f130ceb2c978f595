extension Array {
  /// The index of the first element whose position lies in the window.
  ///
  /// O(log n); positions must rise.
  func firstIndex(in window: ClosedRange<Int>, _ key: (Element) -> Int) -> Int? {
    let low = partition { key($0) >= window.lowerBound }
    return low < count && key(self[low]) <= window.upperBound ? low : nil
  }
}

extension RandomAccessCollection where Index == Int {
  /// The index of the first late element, in a row whose late elements all come last.
  ///
  /// O(log n).
  func partition(_ isLate: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if isLate(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
