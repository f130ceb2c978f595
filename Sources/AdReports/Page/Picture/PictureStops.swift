internal import AdRules
internal import AdSession

/// The records of a session that have their own position on the axis of its picture.
///
/// For a long session, these are the records around the findings, so the size of a picture is
/// bounded.
struct PictureStops {
  /// The indexes of the records, in ascending order.
  private(set) var indexes: [Int] = []
  /// For each of them, the number of omitted records before it.
  private(set) var leftOut: [Int] = []

  /// The maximum number of records drawn.
  static let most = 300
  /// The maximum number of ranges in which they lie.
  private static let mostRanges = 32

  /// Chooses the records of a session to draw.
  ///
  /// - Parameter found: The records of the findings, most important first.
  init(_ trace: Trace, found: [Int]) {
    let found = found.prefix(Self.most)
    let sorted = found.sorted()
    var next = sorted[...]
    var drawn: [Int] = []
    for (index, event) in trace.events.enumerated() {
      let isFound = next.first == index
      while next.first == index { next.removeFirst() }
      if isFound || event.kind.isDrawn || index == 0 || index == trace.events.count - 1 {
        drawn.append(index)
      }
    }
    choose(drawn, found.map { index in drawn.partitionIndex { $0 >= index } })
  }

  private mutating func choose(_ drawn: [Int], _ found: [Int]) {
    if drawn.count <= Self.most { return take(drawn, [0...max(0, drawn.count - 1)]) }
    for around in [24, 12, 6, 3, 1] {
      let ranges = Self.ranges(around: around, found, drawn.count)
      let count = ranges.reduce(0) { $0 + $1.count }
      if ranges.count <= Self.mostRanges, count <= Self.most { return take(drawn, ranges) }
    }
    let few = Array(found.prefix(Self.mostRanges - 2))
    take(drawn, Self.ranges(around: 1, few, drawn.count))
  }

  /// The ranges around the findings, the beginning and the end: disjoint and in ascending order.
  private static func ranges(around: Int, _ found: [Int], _ count: Int) -> [ClosedRange<Int>] {
    var ranges: [ClosedRange<Int>] = []
    for center in ([0, count - 1] + found).sorted() {
      let range = max(0, center - around)...min(count - 1, center + around)
      if let last = ranges.last, range.lowerBound <= last.upperBound + 1 {
        ranges[ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        ranges.append(range)
      }
    }
    return ranges
  }

  private mutating func take(_ drawn: [Int], _ ranges: [ClosedRange<Int>]) {
    if drawn.isEmpty { return }
    var end = 0
    for range in ranges {
      for index in range {
        indexes.append(drawn[index])
        leftOut.append(index == range.lowerBound ? index - end : 0)
      }
      end = range.upperBound + 1
    }
  }

  /// The number of omitted records.
  var allLeftOut: Int { leftOut.reduce(0, +) }

  /// Whether at least one record from `begin` through `end` is drawn.
  func touches(_ begin: Int, _ end: Int) -> Bool {
    let stop = indexes.partitionIndex { $0 >= begin }
    return stop < indexes.count && indexes[stop] <= end
  }

  /// Whether a record is drawn, or lies between two drawn records with no omitted record between
  /// them.
  func hasRoom(for index: Int) -> Bool {
    let stop = indexes.partitionIndex { $0 >= index }
    return stop < indexes.count && (indexes[stop] == index || leftOut[stop] == 0)
  }
}

extension EventKind {
  /// Whether its records are drawn even far from findings.
  fileprivate var isDrawn: Bool {
    switch eventClass {
    case .app, .lock, .splash, .suppress, .window, .load, .present, .reward, .grant, .visibility:
      true
    default:
      self == .adClicked || self == .nativeRendered || self == .nativeUntracked
        || self == .consentFormShown || self == .consentFormClosed
    }
  }
}
