internal import AdSession
internal import JSONLines

/// Reads a record whose keys stand in any order, with any white space, in one pass: each value goes
/// where its key says before the kind is known, and the kind then says whether that was right.
///
/// It may only say yes, as the pass over the writer's own layout: whatever is rare (an escape in what
/// the event keeps, a key that the vocabulary does not have, `null`, a negative number, any fault)
/// goes to the general path. It goes on only behind bytes that it has recognised, so the line feed or
/// NUL that every line ends with stops it, and what it loads at once stays within the padding.
extension RecordDecoder {
  /// Decodes the line that begins here and returns its length; -1 where the general path must look.
  ///
  /// Only texts may have been added to the block in that case, which harms nothing. The function is
  /// long since what it calls for each value would cost as much as the values.
  @inline(never)
  mutating func decodeAnyOrder(
    _ line: UnsafePointer<UInt8>, _ block: ParsedBlock,
    into parsed: UnsafeMutablePointer<ParsedLine>
  ) -> Int {
    let event = parsed.pointer(to: \.event).unsafelyUnwrapped
    let memory = own.memory
    var place = AnyPlace(start: line)
    var seen = KeySet()
    var notOn: UInt64 = 0
    guard place.skipOpening() else { return -1 }
    repeat {
      let keyStart = place.start
      let slot = known.keys.find(keyStart)
      let key = slot.pointer(to: \.meaning).unsafelyUnwrapped
      place.start += slot.pointee.count
      guard seen.add(key.pointee.bit), place.skipColon() else { return -1 }
      let target = UnsafeMutableRawPointer(parsed) + Int(key.pointee.place)
      switch key.pointee.action {
      case .integer:
        let value = place.digits()
        if !key.pointee.allows(value) { return -1 }
        target.storeBytes(of: value, as: Int64.self)
        event.pointee.numbersPresent |= UInt8(truncatingIfNeeded: key.pointee.mark)
      case .session: if !anySession(&place, block, parsed) { return -1 }
      case .wall:
        guard let wall = memory.pointee.clock.parse(place.start), place.start[24] == 0x5A,
          place.start[25] == 0x22
        else { return -1 }
        event.pointee.wall = wall
        place.start += 26
      case .event:
        guard place.skip(0x22) else { return -1 }
        let kind = known.kinds.findSteadily(place.start)
        if kind.pointee.count == 0 { return -1 }
        event.pointee.kind = kind.pointee.meaning
        place.start += kind.pointee.count
      case .symbol:
        guard place.skip(0x22) else { return -1 }
        let text = memory.pointee.texts.number(place.start, key.pointee.memory, block)
        if text.number == 0 { return -1 }
        place.start = text.end
        target.storeBytes(of: Symbol(id: text.number), as: Symbol.self)
      case .word:
        guard place.skip(0x22) else { return -1 }
        let word = known.words.findSteadily(place.start)
        target.storeBytes(of: word.pointee.meaning.word, as: Word.self)
        notOn |= key.pointee.lists & ~word.pointee.meaning.lists
        place.start += word.pointee.count
        if word.pointee.count == 0, !place.skipText(withEscapes: false) { return -1 }
      case .text: if !place.skip(0x22) || !place.skipText(withEscapes: true) { return -1 }
      case .truth:
        guard let value = place.truth() else { return -1 }
        event.pointee.flagsPresent |= key.pointee.mark
        if value { event.pointee.flags |= key.pointee.mark }
      case .checksum:
        guard Self.anyChecksum(&place, keyStart, line) else { return -1 }
        parsed.pointee.hasChecksum = true
      case .amount, .objects, .object:
        if !Self.rare(&place, key.pointee.action, event, own) { return -1 }
      case .header: if !header(&place, key, block, parsed) { return -1 }
      case .doubt: return -1
      }
    } while place.skipComma()
    guard place.start.pointee == 0x7D, place.skipEnd(),
      known.demands[Int(event.pointee.kind.rawValue)].isMet(by: seen, notOn: notOn)
    else { return -1 }
    let length = place.start - line
    if length > Limits.lineBytes { return -1 }
    if event.pointee.kind == .sessionBegan {
      own.finish(parsed, block)
    } else {
      parsed.pointee.extra = -1
    }
    return length
  }

  /// The session's name: that of the line before, or a new one.
  @inline(__always)
  private mutating func anySession(
    _ place: inout AnyPlace, _ block: ParsedBlock, _ parsed: UnsafeMutablePointer<ParsedLine>
  ) -> Bool {
    guard place.skip(0x22) else { return false }
    let last = own.memory.pointee.sessions.last
    if last.count > 0, place.stands(last.start, last.count), place.start[last.count] == 0x22 {
      parsed.pointee.session = last.number
      place.start += last.count &+ 1
      return true
    }
    let name = place.start
    guard place.skipText(withEscapes: false),
      let number = own.memory.pointee.sessions.number(of: name, place.start - name - 1, block)
    else { return false }
    parsed.pointee.session = number
    return true
  }

  /// A part of the header, as it stands in the writer's own layout as well.
  @inline(never)
  private func header(
    _ place: inout AnyPlace, _ key: UnsafePointer<KeyMeaning>, _ block: ParsedBlock,
    _ parsed: UnsafeMutablePointer<ParsedLine>
  ) -> Bool {
    let headers = own.memory.pointer(to: \.headers).unsafelyUnwrapped
    let field = own.memory.pointee.layout.fields + Int(key.pointee.mark)
    if parsed.pointee.extra < 0 {
      headers.pointee.begin()
      parsed.pointee.extra = 0
    }
    if field.pointee.rule.type == .string, !place.skip(0x22) { return false }
    let event = parsed.pointer(to: \.event).unsafelyUnwrapped
    // The writer's own header begins with `app`, and is begun by it.
    let end =
      field.pointee.name == .app
      ? headers.pointee.textEnd(place.start, .app)
      : own.headerValueEnd(place.start, field, block, event)
    guard let end else { return false }
    place.start = end
    return true
  }

  /// Amounts and containers, of which the event keeps nothing; only their bytes must be right.
  @inline(never)
  private static func rare(
    _ place: inout AnyPlace, _ action: KeyMeaning.Action, _ event: UnsafeMutablePointer<Event>,
    _ own: OwnReader
  ) -> Bool {
    if action == .amount {
      let value = place.digits()
      event.pointee.numberA = Int64(bitPattern: Double(value).bitPattern)
      event.pointee.numbersPresent |= 1
      return value >= 0
    }
    let containers = own.memory.pointee.containers
    let end =
      action == .objects
      ? containers.end(ofObjectsAt: place.start) : containers.end(ofObjectAt: place.start)
    guard let end else { return false }
    place.start = end
    return true
  }

  /// Whether the key and value are `,"crc":"…"`, right for all bytes before them, and the last ones.
  @inline(never)
  private static func anyChecksum(
    _ place: inout AnyPlace, _ keyStart: UnsafePointer<UInt8>, _ line: UnsafePointer<UInt8>
  ) -> Bool {
    let covered = UnsafeRawBufferPointer(start: line, count: keyStart - line - 2)
    let digits = keyStart + 6
    guard keyStart[-2] == 0x2C, place.start == keyStart + 5, place.start.pointee == 0x22,
      let said = CRC32C.parse(hex: UnsafeRawBufferPointer(start: digits, count: 8)),
      digits[8] == 0x22, said == CRC32C.of(covered)
    else { return false }
    place.start = digits + 9
    return !place.skipComma()
  }
}

/// A place in a line, which moves as its pieces are recognised, over white space if there is some.
struct AnyPlace {
  var start: UnsafePointer<UInt8>

  @inline(__always)
  private var word: UInt64 { Octets.load(start) }

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
    var stops = Octets.stringStops(Octets.load(end))
    while stops == 0 {
      end += 8
      stops = Octets.stringStops(Octets.load(end))
    }
    end += Octets.position(stops)
    if end.pointee != 0x22 { return skipRareText(withEscapes) }
    start = end + 1
    return true
  }

  @inline(never)
  private mutating func skipRareText(_ withEscapes: Bool) -> Bool {
    guard let text = ContainerScanner.text(at: start), withEscapes || !text.hasEscapes else {
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
    let others = Octets.nonDigits(word)
    if others == 0 { return manyDigits() }
    let count = Octets.position(others)
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
