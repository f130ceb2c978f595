internal import JSONLines

/// A place in a line, which moves as its pieces are recognised, over white space if there is some.
struct AnyKeyOrderCursor {
  var start: UnsafePointer<UInt8>

  @inline(__always)
  private var word: UInt64 { SWAR.load(start) }

  /// Whether this byte stands here; then it is behind it.
  @inline(__always)
  mutating func skip(_ byte: UInt8) -> Bool {
    guard start.pointee == byte else { return false }
    start += 1
    return true
  }

  /// The brace of the object and the quote of its first key.
  @inline(__always)
  mutating func skipOpening() -> Bool {
    skipSpaces()
    guard skip(0x7B) else { return false }
    skipSpaces()
    return skip(0x22)
  }

  /// The colon behind a key; then it is where the value begins.
  @inline(__always)
  mutating func skipColon() -> Bool {
    let two = word & 0xFFFF
    if two == 0x203A {  // a colon and a blank
      start += 2
    } else {
      skipSpaces()
      guard skip(0x3A) else { return false }
    }
    skipSpaces()
    return true
  }

  /// The comma behind a value and the quote of the next key; where they are not, it is behind white
  /// space, and at a comma that no key follows.
  @inline(__always)
  mutating func skipComma() -> Bool {
    let three = word & 0xFF_FFFF
    if three == 0x22_202C {  // a comma, a blank and a quote
      start += 3
      return true
    }
    if start.pointee != 0x2C {
      skipSpaces()
      if start.pointee != 0x2C { return false }
    }
    let comma = start
    start += 1
    skipSpaces()
    if skip(0x22) { return true }
    start = comma
    return false
  }

  /// From the closing brace of the object to the line feed; false if that is not all that is left.
  @inline(__always)
  mutating func skipEnd() -> Bool {
    start += 1
    if start.pointee != 0x0A { skipSpaces() }
    return start.pointee == 0x0A
  }

  @inline(__always)
  private mutating func skipSpaces() {
    if start.pointee <= 0x20 { skipSomeSpaces() }
  }

  @inline(never)
  private mutating func skipSomeSpaces() {
    while start.pointee == 0x20 || start.pointee == 0x09 || start.pointee == 0x0D { start += 1 }
  }

  /// Whether these bytes stand here; eight bytes from each of them must be readable.
  @inline(__always)
  func stands(_ text: UnsafeRawPointer, _ count: Int) -> Bool {
    let here = UnsafeRawPointer(start)
    var offset = 0
    while offset &+ 8 <= count {
      let word = here.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      if word != text.loadUnaligned(fromByteOffset: offset, as: UInt64.self) { return false }
      offset &+= 8
    }
    if offset == count { return true }
    let bits = UInt64(truncatingIfNeeded: 64 &- (count &- offset) &* 8)
    let word = here.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian
    let other = text.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian
    return (word ^ other) &<< bits == 0
  }

  /// A text and its closing quote; false for one with escapes where there must be none.
  @inline(__always)
  mutating func skipText(withEscapes: Bool) -> Bool {
    var end = start
    var stops = SWAR.stringStops(SWAR.load(end))
    while stops == 0 {
      end += 8
      stops = SWAR.stringStops(SWAR.load(end))
    }
    end += SWAR.position(stops)
    if end.pointee != 0x22 { return skipRareText(withEscapes) }
    start = end + 1
    return true
  }

  @inline(never)
  private mutating func skipRareText(_ withEscapes: Bool) -> Bool {
    guard let text = ContainerScanner.stringEnd(from: start), withEscapes || !text.hasEscapes else {
      return false
    }
    start = text.end + 1
    return true
  }

  /// The whole number of up to 15 digits that begins here; -1 for any other number.
  ///
  /// What follows it is for the next step, which takes neither a digit nor a fraction.
  @inline(__always)
  mutating func digits() -> Int64 {
    let word = word
    let others = SWAR.nonDigits(word)
    if others == 0 { return manyDigits() }
    let count = SWAR.position(others)
    if count == 0 || count > 1 && start.pointee == 0x30 { return -1 }
    start += count
    return Self.value(word &<< UInt64(truncatingIfNeeded: 64 &- 8 &* count))
  }

  /// The number that the digits of a word say, whose lowest bytes may be zero for none.
  @inline(__always)
  private static func value(_ word: UInt64) -> Int64 {
    var value = word & 0x0F0F_0F0F_0F0F_0F0F
    value = (value &* 10 &+ value &>> 8) & 0x00FF_00FF_00FF_00FF
    value = (value &* 100 &+ value &>> 16) & 0x0000_FFFF_0000_FFFF
    value = (value &* 10_000 &+ value &>> 32) & 0xFFFF_FFFF
    return Int64(truncatingIfNeeded: value)
  }

  @inline(never)
  private mutating func manyDigits() -> Int64 {
    var end = start
    var value: Int64 = 0
    while end - start < 16, end.pointee &- 0x30 < 10 {
      value = value &* 10 &+ Int64(end.pointee &- 0x30)
      end += 1
    }
    guard end - start < 16, start.pointee != 0x30 else { return -1 }
    start = end
    return value
  }

  /// `true` or `false`; then it is behind it.
  @inline(__always)
  mutating func truth() -> Bool? {
    let word = word
    if word & 0xFFFF_FFFF == 0x6575_7274 {
      start += 4
      return true
    }
    guard word & 0xFF_FFFF_FFFF == 0x65_736C_6166 else { return nil }
    start += 5
    return false
  }
}
