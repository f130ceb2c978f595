#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif
internal import AdSession
internal import JSONLines

/// The bytes of the values of a kind that were worked through last: most are like one of these.
struct BytesMemo {
  private var kept: [[UInt8]] = []
  private var next = 0
  private static let most = 4

  /// The place of these bytes among those that are kept; nil where they are not.
  func place(of bytes: UnsafeRawBufferPointer) -> Int? {
    guard let start = bytes.baseAddress else { return nil }
    for place in kept.indices where kept[place].count == bytes.count {
      let isEqual = kept[place].withUnsafeBytes { kept in
        kept.baseAddress.map { memcmp($0, start, kept.count) == 0 } ?? false
      }
      if isEqual { return place }
    }
    return nil
  }

  /// The place of the value that these bytes begin with among those that are kept, and its length;
  /// nil where they begin with none.
  func place(atBeginningOf bytes: UnsafeRawBufferPointer) -> (place: Int, count: Int)? {
    for index in kept.indices where kept[index].count <= bytes.count {
      let count = kept[index].count
      let beginning = UnsafeRawBufferPointer(rebasing: bytes[..<count])
      if place(of: beginning) == index { return (index, count) }
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

/// The classes of the headers before: those of one app do not change.
struct CapturesMemo {
  private var memo = BytesMemo()
  private var classes: [ClassSet] = []

  /// What the array that these bytes begin with names, and its length; nil for one that is not known.
  func known(atBeginningOf bytes: UnsafeRawBufferPointer) -> (classes: ClassSet, count: Int)? {
    memo.place(atBeginningOf: bytes).map { (classes[$0.place], $0.count) }
  }

  /// What a value of `captures` names.
  mutating func classes(_ value: JSONValue) -> ClassSet {
    if let place = memo.place(of: value.bytes) { return classes[place] }
    let found = HeaderDecoder.captures(value)
    let place = memo.keep(value.bytes)
    if place == classes.count { classes.append(found) } else { classes[place] = found }
    return found
  }
}
