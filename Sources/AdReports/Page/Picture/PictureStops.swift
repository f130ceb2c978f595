internal import AdRules
internal import AdSession

/// The records of a session that have a place of their own on the axis of its picture.
///
/// Of a long session those around what was found: so a picture has a bound, however long it is.
struct PictureStops {
  /// The indexes of the records, rising.
  private(set) var indexes: [Int] = []
  /// For each of them, how many records that could be drawn were left out before it.
  private(set) var leftOut: [Int] = []

  /// So many records are drawn.
  static let most = 300
  /// In so many stretches.
  private static let mostStretches = 32

  /// Chooses among the records of a session.
  ///
  /// - Parameter found: The records that show what was found, the most important first.
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
    choose(drawn, found.map { index in drawn.firstPlace { $0 >= index } })
  }

  private mutating func choose(_ drawn: [Int], _ found: [Int]) {
    if drawn.count <= Self.most { return take(drawn, [0...max(0, drawn.count - 1)]) }
    for around in [24, 12, 6, 3, 1] {
      let stretches = Self.stretches(around: around, found, drawn.count)
      let count = stretches.reduce(0) { $0 + $1.count }
      if stretches.count <= Self.mostStretches, count <= Self.most {
        return take(drawn, stretches)
      }
    }
    let few = Array(found.prefix(Self.mostStretches - 2))
    take(drawn, Self.stretches(around: 1, few, drawn.count))
  }

  /// What lies so near what was found, and the beginning and the end: disjoint, rising.
  private static func stretches(
    around: Int, _ found: [Int], _ count: Int
  ) -> [ClosedRange<Int>] {
    var stretches: [ClosedRange<Int>] = []
    for place in ([0, count - 1] + found).sorted() {
      let range = max(0, place - around)...min(count - 1, place + around)
      if let last = stretches.last, range.lowerBound <= last.upperBound + 1 {
        stretches[stretches.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        stretches.append(range)
      }
    }
    return stretches
  }

  private mutating func take(_ drawn: [Int], _ stretches: [ClosedRange<Int>]) {
    if drawn.isEmpty { return }
    var end = 0
    for stretch in stretches {
      for place in stretch {
        indexes.append(drawn[place])
        leftOut.append(place == stretch.lowerBound ? place - end : 0)
      }
      end = stretch.upperBound + 1
    }
  }

  /// How many records are left out.
  var allLeftOut: Int { leftOut.reduce(0, +) }

  /// Whether a record that is drawn lies between two, or is one of them.
  func touches(_ begin: Int, _ end: Int) -> Bool {
    let stop = indexes.firstPlace { $0 >= begin }
    return stop < indexes.count && indexes[stop] <= end
  }

  /// Whether a record lies where nothing is left out.
  func hasRoom(for index: Int) -> Bool {
    let stop = indexes.firstPlace { $0 >= index }
    return stop < indexes.count && (indexes[stop] == index || leftOut[stop] == 0)
  }
}

extension EventKind {
  /// Whether it has a place of its own, whatever was found.
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
