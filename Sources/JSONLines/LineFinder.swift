#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Finds and counts line feeds: with `memchr` if there is a C library, else eight bytes at a time.
public enum LineFinder {
  /// Returns the offset of the first line feed at or after an offset; `nil` if there is none.
  public static func next(in bytes: UnsafeRawBufferPointer, from offset: Int = 0) -> Int? {
    guard let start = bytes.baseAddress, offset < bytes.count else { return nil }
    #if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
      let found = memchr(start + offset, Int32(Byte.lineFeed), bytes.count - offset)
      guard let found else { return nil }
      return UnsafeRawPointer(found) - start
    #else
      return nextByWords(in: bytes, from: offset)
    #endif
  }

  /// The implementation for platforms without a C library.
  static func nextByWords(in bytes: UnsafeRawBufferPointer, from offset: Int = 0) -> Int? {
    guard let start = bytes.baseAddress, offset < bytes.count else { return nil }
    let base = start.assumingMemoryBound(to: UInt8.self)
    var position = offset
    while position + 8 <= bytes.count {
      let found = SWAR.matches(SWAR.load(base + position), Byte.lineFeed)
      if found != 0 { return position + SWAR.position(found) }
      position += 8
    }
    while position < bytes.count {
      if base[position] == Byte.lineFeed { return position }
      position += 1
    }
    return nil
  }

  /// Returns the number of line feeds.
  public static func count(in bytes: UnsafeRawBufferPointer) -> Int {
    var count = 0
    var position = 0
    while let found = next(in: bytes, from: position) {
      count += 1
      position = found + 1
    }
    return count
  }
}
