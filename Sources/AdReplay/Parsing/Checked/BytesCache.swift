internal import Platform

/// The bytes of the values of a kind that were worked through last: most are like one of these.
struct BytesCache {
  private var kept: [[UInt8]] = []
  private var next = 0
  private static let most = 4

  /// The place of these bytes among those that are kept; nil where they are not.
  func place(of bytes: UnsafeRawBufferPointer) -> Int? {
    guard let start = bytes.baseAddress else { return nil }
    for place in kept.indices where kept[place].count == bytes.count {
      let isEqual = kept[place].withUnsafeBytes { kept in
        kept.baseAddress.map { System.areEqual($0, start, kept.count) } ?? false
      }
      if isEqual { return place }
    }
    return nil
  }

  /// Keeps a copy of these bytes, instead of the oldest where there are enough, and says where.
  mutating func keep(_ bytes: UnsafeRawBufferPointer) -> Int {
    if kept.count < Self.most {
      kept.append(Array(bytes))
      return kept.count - 1
    }
    let place = next
    next = (next + 1) % Self.most
    kept[place] = Array(bytes)
    return place
  }
}
