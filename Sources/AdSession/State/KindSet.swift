/// The event kinds of some classes, one bit each.
struct KindSet: Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  init(of classes: ClassSet) {
    var left = classes.rawValue & ClassSet.all.rawValue
    while left != 0 {
      let kinds = Self.ofClass[left.trailingZeroBitCount]
      low |= kinds.low
      high |= kinds.high
      left &= left &- 1
    }
  }

  /// The kinds of one class.
  private init(of eventClass: EventClass) {
    for kind in EventKind.allCases where kind.eventClass == eventClass {
      let bit: UInt64 = 1 &<< UInt64(kind.rawValue)
      if kind.rawValue < 64 { low |= bit } else { high |= bit }
    }
  }

  private static let ofClass = EventClass.allCases.map { KindSet(of: $0) }

  @inline(__always)
  func contains(_ kind: EventKind) -> Bool {
    (kind.rawValue < 64 ? low : high) &>> UInt64(kind.rawValue) & 1 != 0
  }
}
