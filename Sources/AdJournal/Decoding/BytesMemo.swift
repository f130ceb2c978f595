#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif
internal import AdSession
internal import JSONLines

/// The bytes of a value that was worked through last: most values of a kind are like the one before.
struct BytesMemo {
  private var last: [UInt8] = []

  /// Whether these are the bytes that were kept last.
  func isLast(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count == last.count, let start = bytes.baseAddress, bytes.count > 0 else {
      return false
    }
    return last.withUnsafeBytes { kept in kept.baseAddress.map { memcmp($0, start, kept.count) } }
      == 0
  }

  /// Keeps a copy of these bytes.
  mutating func keep(_ bytes: UnsafeRawBufferPointer) {
    last.removeAll(keepingCapacity: true)
    last.append(contentsOf: bytes)
  }
}

/// The classes of the header before: those of one app do not change.
struct CapturesMemo {
  private var memo = BytesMemo()
  private var classes = ClassSet()

  /// What a value of `captures` names.
  mutating func classes(_ value: JSONValue) -> ClassSet {
    if memo.isLast(value.bytes) { return classes }
    classes = HeaderDecoder.captures(value)
    memo.keep(value.bytes)
    return classes
  }
}
