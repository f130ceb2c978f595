/// Bytes in memory that somebody else keeps.
///
/// A view is valid as long as its owner keeps the bytes: the block or the array it was made of. Indices
/// are offsets from the first byte.
@usableFromInline
package struct ByteView: RandomAccessCollection {
  @usableFromInline package let raw: UnsafeRawBufferPointer

  /// Views bytes in place.
  @inlinable @inline(__always)
  package init(_ bytes: UnsafeRawBufferPointer) { raw = bytes }

  /// Views bytes from an address on.
  @inlinable @inline(__always)
  package init(start: UnsafeRawPointer?, count: Int) {
    raw = UnsafeRawBufferPointer(start: start, count: count)
  }

  /// A view of no bytes.
  @inlinable
  package init() { raw = UnsafeRawBufferPointer(start: nil, count: 0) }

  @inlinable package var startIndex: Int { 0 }
  @inlinable package var endIndex: Int { raw.count }

  @inlinable package subscript(offset: Int) -> UInt8 {
    @inline(__always) get {
      precondition(UInt(bitPattern: offset) < UInt(bitPattern: raw.count))
      return raw[offset]
    }
  }

  /// The bytes from one offset up to another.
  @inlinable package subscript(range: Range<Int>) -> ByteView {
    precondition(range.lowerBound >= 0 && range.upperBound <= raw.count)
    return ByteView(UnsafeRawBufferPointer(rebasing: raw[range]))
  }

  /// The bytes as text; bytes that are not UTF-8 become U+FFFD.
  @inlinable package var string: String { String(decoding: raw, as: UTF8.self) }

  /// Calls `body` with the view of an array's bytes; the view must not be used after `body` returns.
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
