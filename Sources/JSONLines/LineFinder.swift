#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Finds and counts line feeds, at the speed of memory where the platform's C library is at hand.
public enum LineFinder {
  /// The offset of the first line feed at or after an offset; `nil` if there is none.
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

  /// The same by words of eight bytes, where there is no C library.
  static func nextByWords(in bytes: UnsafeRawBufferPointer, from offset: Int = 0) -> Int? {
    guard let start = bytes.baseAddress, offset < bytes.count else { return nil }
    let base = start.assumingMemoryBound(to: UInt8.self)
    var place = offset
    while place + 8 <= bytes.count {
      let found = Octets.matches(Octets.load(base + place), Byte.lineFeed)
      if found != 0 { return place + Octets.position(found) }
      place += 8
    }
    while place < bytes.count {
      if base[place] == Byte.lineFeed { return place }
      place += 1
    }
    return nil
  }

  /// How many line feeds there are.
  public static func count(in bytes: UnsafeRawBufferPointer) -> Int {
    var count = 0
    var place = 0
    while let found = next(in: bytes, from: place) {
      count += 1
      place = found + 1
    }
    return count
  }
}
