extension Array {
  /// Where the first element stands whose place lies in the window.
  ///
  /// O(log n), since places rise.
  func firstIndex(in window: ClosedRange<Int>, _ place: (Element) -> Int) -> Int? {
    let low = partition { place($0) >= window.lowerBound }
    return low < count && place(self[low]) <= window.upperBound ? low : nil
  }
}

extension RandomAccessCollection where Index == Int {
  /// Where those begin that are late, in a row that has them all behind the others.
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
