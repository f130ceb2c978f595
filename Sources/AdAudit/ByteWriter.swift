/// Appends values to bytes; a ``ByteReader`` returns them in the same order.
///
/// A number takes one byte for each seven bits, a list of bytes has its length before it, and an
/// optional value has a byte before it.
@usableFromInline
package struct ByteWriter {
  /// All values so far.
  @usableFromInline package internal(set) var bytes: [UInt8]

  /// Makes a writer with room for a number of bytes.
  package init(reserving capacity: Int = 0) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  @inlinable package mutating func byte(_ value: UInt8) { bytes.append(value) }

  /// Appends a number; those near zero take the fewest bytes.
  @inlinable
  package mutating func number(_ value: some FixedWidthInteger) {
    let number = Int64(truncatingIfNeeded: value)
    var rest = UInt64(bitPattern: number &<< 1 ^ number &>> 63)
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest &>>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  package mutating func list(_ value: [UInt8]) {
    number(value.count)
    bytes += value
  }

  package mutating func text(_ value: String) {
    number(value.utf8.count)
    bytes += value.utf8
  }

  /// Appends a value, if there is one, with `append`.
  @inlinable
  package mutating func optional<Value>(
    _ value: Value?, _ append: (inout ByteWriter, Value) -> Void
  ) {
    byte(value == nil ? 0 : 1)
    if let value { append(&self, value) }
  }

  /// Appends the number of some values, then each of them with `append`.
  @inlinable
  package mutating func values<Values: Collection>(
    _ values: Values, _ append: (inout ByteWriter, Values.Element) -> Void
  ) {
    number(values.count)
    for value in values { append(&self, value) }
  }
}

/// Returns the values that a ``ByteWriter`` appended; nil where bytes are missing.
@usableFromInline
package struct ByteReader {
  private let bytes: [UInt8]
  private var offset = 0

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether all bytes were read.
  package var isAtEnd: Bool { offset == bytes.count }

  /// The bytes behind the values that were read.
  package var rest: ArraySlice<UInt8> { bytes[offset...] }

  @usableFromInline package mutating func byte() -> UInt8? {
    guard offset < bytes.count else { return nil }
    offset += 1
    return bytes[offset - 1]
  }

  package mutating func number() -> Int64? {
    var bits: UInt64 = 0
    var shift: UInt64 = 0
    while let next = byte() {
      bits |= UInt64(next & 0x7F) << shift
      if next < 0x80 { return Int64(bitPattern: bits >> 1) ^ -Int64(bits & 1) }
      shift += 7
    }
    return nil
  }

  /// The next number; nil as well if it is negative.
  @usableFromInline package mutating func count() -> Int? {
    guard let number = number(), number >= 0 else { return nil }
    return Int(number)
  }

  package mutating func list() -> ArraySlice<UInt8>? {
    guard let count = count(), count <= bytes.count - offset else { return nil }
    offset += count
    return bytes[offset - count..<offset]
  }

  package mutating func text() -> String? {
    list().map { String(decoding: $0, as: UTF8.self) }
  }

  /// The next value, or that there is none; nil where bytes are missing.
  @inlinable
  package mutating func optional<Value>(
    _ value: (inout ByteReader) -> Value?
  ) -> Value?? {
    guard let isPresent = byte() else { return nil }
    if isPresent == 0 { return .some(nil) }
    guard let found = value(&self) else { return nil }
    return .some(found)
  }

  /// The next values; nil where bytes of one are missing.
  @inlinable
  package mutating func values<Value>(_ value: (inout ByteReader) -> Value?) -> [Value]? {
    guard let count = count() else { return nil }
    var values: [Value] = []
    for _ in 0..<count {
      guard let next = value(&self) else { return nil }
      values.append(next)
    }
    return values
  }
}
