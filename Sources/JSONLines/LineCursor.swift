/// An address in a line, which moves past each token that it recognises and the white space around it.
///
/// The line must end in a line feed or NUL, followed by ``Limits/padding`` readable bytes. A cursor
/// moves only past bytes that it recognised, so that it never passes that byte.
@usableFromInline
package struct LineCursor {
  @usableFromInline package var address: Bytes

  @inlinable @inline(__always)
  package init(_ address: Bytes) { self.address = address }

  /// The byte at the cursor.
  @inlinable package var byte: UInt8 {
    @inline(__always) get { address.pointee }
  }

  /// The eight bytes at the cursor; the first one is the lowest.
  @inlinable package var word: UInt64 {
    @inline(__always) get { SWAR.load(address) }
  }

  /// Moves past bytes that the caller recognised.
  @inlinable @inline(__always)
  package mutating func advance(by count: Int) { address += count }

  /// The bytes between an earlier cursor of the line and this one.
  @inlinable @inline(__always)
  package func bytes(from start: LineCursor) -> ByteView {
    ByteView(start: start.address, count: address - start.address)
  }

  /// Moves past a byte; returns false if another one is here.
  @inlinable @inline(__always)
  package mutating func skip(_ byte: UInt8) -> Bool {
    guard address.pointee == byte else { return false }
    address += 1
    return true
  }
}

/// The punctuation of an object.
extension LineCursor {
  /// Moves past the opening brace and the quote of the first key.
  @inlinable @inline(__always)
  package mutating func skipOpening() -> Bool {
    skipSpace()
    guard skip(0x7B) else { return false }
    skipSpace()
    return skip(0x22)
  }

  /// Moves past the colon after a key, to the value.
  @inlinable @inline(__always)
  package mutating func skipColon() -> Bool {
    if word & 0xFFFF == 0x203A {  // a colon and a space
      address += 2
    } else {
      skipSpace()
      guard skip(0x3A) else { return false }
    }
    skipSpace()
    return true
  }

  /// Moves past the comma after a value and the quote of the next key.
  ///
  /// Without a comma the cursor moves past white space only; it stops at a comma without a key.
  @inlinable @inline(__always)
  package mutating func skipComma() -> Bool {
    if word & 0xFF_FFFF == 0x22_202C {  // a comma, a space and a quote
      address += 3
      return true
    }
    if address.pointee != 0x2C {
      skipSpace()
      if address.pointee != 0x2C { return false }
    }
    let comma = address
    address += 1
    skipSpace()
    if skip(0x22) { return true }
    address = comma
    return false
  }

  /// Moves past the closing brace and white space; returns false unless a line feed follows.
  @inlinable @inline(__always)
  package mutating func skipEnd() -> Bool {
    guard skip(0x7D) else { return false }
    if address.pointee != 0x0A { skipSpace() }
    return address.pointee == 0x0A
  }

  @inlinable @inline(__always)
  mutating func skipSpace() {
    if address.pointee <= 0x20 { skipSeveralSpaces() }
  }

  @inlinable @inline(never)
  mutating func skipSeveralSpaces() {
    while address.pointee == 0x20 || address.pointee == 0x09 || address.pointee == 0x0D {
      address += 1
    }
  }
}

/// Values.
extension LineCursor {
  /// Moves past a text and its closing quote, from after the opening quote.
  ///
  /// Returns false if the text is not valid or has escapes that are not allowed.
  @inlinable @inline(__always)
  package mutating func skipText(withEscapes: Bool) -> Bool {
    var end = address
    var stops = SWAR.stringStops(SWAR.load(end))
    while stops == 0 {
      end += 8
      stops = SWAR.stringStops(SWAR.load(end))
    }
    end += SWAR.position(stops)
    if end.pointee != 0x22 { return skipRareText(withEscapes) }
    address = end + 1
    return true
  }

  @usableFromInline @inline(never)
  mutating func skipRareText(_ withEscapes: Bool) -> Bool {
    guard let text = ContainerScanner.stringEnd(from: address), withEscapes || !text.hasEscapes
    else { return false }
    address = text.end + 1
    return true
  }

  /// Moves past a whole number of up to 15 digits; returns `nil` for any other number.
  ///
  /// The caller must check that no fraction or exponent follows; ``skipComma()`` and ``skipEnd()`` do.
  @inlinable @inline(__always)
  package mutating func digits() -> Int64? {
    let word = word
    let others = SWAR.nonDigits(word)
    if others == 0 { return manyDigits() }
    let count = SWAR.position(others)
    if count == 0 || count > 1 && address.pointee == 0x30 { return nil }
    address += count
    return Self.value(word &<< UInt64(truncatingIfNeeded: 64 &- 8 &* count))
  }

  /// The number of the digits of a word, whose lowest bytes may be zero.
  @inlinable @inline(__always)
  static func value(_ word: UInt64) -> Int64 {
    var value = word & 0x0F0F_0F0F_0F0F_0F0F
    value = (value &* 10 &+ value &>> 8) & 0x00FF_00FF_00FF_00FF
    value = (value &* 100 &+ value &>> 16) & 0x0000_FFFF_0000_FFFF
    value = (value &* 10_000 &+ value &>> 32) & 0xFFFF_FFFF
    return Int64(truncatingIfNeeded: value)
  }

  @inlinable @inline(never)
  mutating func manyDigits() -> Int64? {
    var end = address
    var value: Int64 = 0
    while end - address < 16, end.pointee &- 0x30 < 10 {
      value = value &* 10 &+ Int64(end.pointee &- 0x30)
      end += 1
    }
    guard end - address < 16, address.pointee != 0x30 else { return nil }
    address = end
    return value
  }

  /// Moves past `true` or `false`.
  @inlinable @inline(__always)
  package mutating func boolean() -> Bool? {
    let word = word
    if word & 0xFFFF_FFFF == 0x6575_7274 {
      address += 4
      return true
    }
    guard word & 0xFF_FFFF_FFFF == 0x65_736C_6166 else { return nil }
    address += 5
    return false
  }
}

extension ContainerScanner {
  /// Moves past a value of any type; returns false if the scanner does not accept it.
  package func skipValue(_ cursor: inout LineCursor) -> Bool {
    cursor.skip(to: end(ofValueAt: cursor.address))
  }

  /// Moves past an object; returns false if the scanner does not accept it.
  package func skipObject(_ cursor: inout LineCursor) -> Bool {
    cursor.skip(to: end(ofObjectAt: cursor.address))
  }

  /// Moves past an array of objects; returns false if the scanner does not accept it.
  package func skipObjects(_ cursor: inout LineCursor) -> Bool {
    cursor.skip(to: end(ofObjectsAt: cursor.address))
  }
}

extension LineCursor {
  /// Moves to an address further on; returns false for `nil`.
  fileprivate mutating func skip(to end: Bytes?) -> Bool {
    guard let end else { return false }
    address = end
    return true
  }
}
