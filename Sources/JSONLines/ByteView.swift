#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Bytes in memory that another object owns.
///
/// A view is valid as long as its owner keeps the bytes in place. Indices are offsets from the
/// first byte, also in a part of a view.
public struct ByteView: RandomAccessCollection {
  /// The memory, for calls that take raw bytes.
  public let raw: UnsafeRawBufferPointer

  /// Views bytes in place.
  @inlinable @inline(__always)
  public init(_ bytes: UnsafeRawBufferPointer) { raw = bytes }

  /// Views bytes from an address on.
  @inlinable @inline(__always)
  package init(start: UnsafeRawPointer?, count: Int) {
    raw = UnsafeRawBufferPointer(start: start, count: count)
  }

  /// A view of no bytes.
  @inlinable
  package init() { raw = UnsafeRawBufferPointer(start: nil, count: 0) }

  /// Always 0.
  @inlinable public var startIndex: Int { 0 }
  /// The number of bytes.
  @inlinable public var endIndex: Int { raw.count }
  /// The number of bytes.
  @inlinable public var count: Int { raw.count }

  /// Returns the bytes one by one.
  @inlinable public func makeIterator() -> UnsafeRawBufferPointer.Iterator { raw.makeIterator() }

  /// The byte at an offset.
  @inlinable public subscript(offset: Int) -> UInt8 {
    @inline(__always) get {
      precondition(UInt(bitPattern: offset) < UInt(bitPattern: raw.count))
      return raw[offset]
    }
  }

  /// The bytes from one offset up to another.
  @inlinable public subscript(range: Range<Int>) -> ByteView {
    precondition(range.lowerBound >= 0 && range.upperBound <= raw.count)
    return ByteView(UnsafeRawBufferPointer(rebasing: raw[range]))
  }

  /// Returns eight bytes as a number; the first byte becomes the lowest.
  @inlinable @inline(__always)
  package func word(at offset: Int) -> UInt64 {
    precondition(offset >= 0 && offset <= raw.count &- 8)
    return UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Whether the bytes of a range are repeated at another offset.
  package func repeats(_ range: Range<Int>, at offset: Int) -> Bool {
    precondition(offset >= 0 && range.lowerBound >= 0 && range.upperBound <= raw.count)
    guard let start = raw.baseAddress, offset <= raw.count &- range.count else { return false }
    return Self.areEqual(start + range.lowerBound, start + offset, range.count)
  }

  /// Whether these are the bytes of an array.
  package func isEqual(to bytes: [UInt8]) -> Bool {
    guard bytes.count == count, let start = raw.baseAddress else { return bytes.count == count }
    return bytes.withUnsafeBytes { $0.baseAddress.map { Self.areEqual(start, $0, count) } ?? true }
  }

  private static func areEqual(
    _ one: UnsafeRawPointer, _ other: UnsafeRawPointer, _ count: Int
  ) -> Bool {
    #if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
      return memcmp(one, other, count) == 0
    #else
      return UnsafeRawBufferPointer(start: one, count: count)
        .elementsEqual(UnsafeRawBufferPointer(start: other, count: count))
    #endif
  }

  /// Calls a closure with the memory, which lets the standard library copy it at once.
  @inlinable
  public func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result? {
    try raw.withContiguousStorageIfAvailable(body)
  }

  /// The bytes as text; bytes that are not UTF-8 become U+FFFD.
  @inlinable package var string: String { String(decoding: raw, as: UTF8.self) }

  /// Calls `body` with the view of an array's bytes; the view must not be used after `body`
  /// returns.
  @inlinable
  package static func with<Result>(_ bytes: [UInt8], _ body: (ByteView) -> Result) -> Result {
    bytes.withUnsafeBytes { body(ByteView($0)) }
  }
}

extension LineFinder {
  /// Returns the offset of the first line feed at or after an offset; `nil` if there is none.
  @inlinable
  package static func next(in bytes: ByteView, from offset: Int = 0) -> Int? {
    next(in: bytes.raw, from: offset)
  }
}

extension Field {
  /// Returns the raw bytes of the key; `line` must be the line that this field describes.
  @inlinable
  package func key(in line: ByteView) -> ByteView { ByteView(key(in: line.raw)) }

  /// Returns the value with its type; `line` must be the line that this field describes.
  @inlinable
  package func value(in line: ByteView) -> JSONValue { value(in: line.raw) }
}

extension JSONValue {
  /// Creates a value of a known type without validating the bytes.
  @inlinable
  package init(_ bytes: ByteView, type: ValueType, hasEscapes: Bool = false) {
    self.init(bytes.raw, type: type, hasEscapes: hasEscapes)
  }

  /// The raw bytes: a string without its quotes, an object or array with its brackets.
  @inlinable package var view: ByteView { ByteView(bytes) }
}

extension LineScanner {
  /// Scans the line that begins at an offset of a block; the block needs the
  /// same padding as one of raw bytes.
  package mutating func scanLine(in block: ByteView, at offset: Int) -> (
    end: Int, fault: JSONFault?
  ) {
    scanLine(in: block.raw, at: offset)
  }
}

extension CRC32C {
  /// Returns the checksum of bytes that are in memory as a whole.
  package static func of(_ bytes: ByteView) -> UInt32 { of(bytes.raw) }

  /// Parses exactly eight lower-case hexadecimal digits; returns `nil` for anything else.
  package static func parse(hex bytes: ByteView) -> UInt32? { parse(hex: bytes.raw) }
}

/// Parses a whole number, which may be negative; `nil` if it does not fit in 64 bits.
package func parseInteger(_ bytes: ByteView) -> Int64? { parseInteger(bytes.raw) }
