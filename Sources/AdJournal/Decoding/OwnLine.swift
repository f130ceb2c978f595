internal import AdSession
internal import JSONLines

/// Reads a line that is laid out to the byte as this format's writer lays it out, in one pass:
/// ``RecordEncoder``'s envelope, then the kind's fields in the order of the vocabulary, no spaces,
/// plain texts, `crc` at the end if at all.
///
/// It may only say yes: a line that it takes is valid and means what the general path would make of
/// it, and whatever it does not know by heart goes there. It reads behind the line at most as far as
/// the padding of a block, and never past a byte that no such line has.
extension RecordDecoder {
  /// Decodes the line that begins here and returns its length; -1 where the general path must look.
  ///
  /// Only texts may have been added to the block in that case, which harms nothing.
  @inline(__always)
  mutating func decodeOwn(
    _ line: UnsafePointer<UInt8>, _ block: ParsedBlock,
    into parsed: UnsafeMutablePointer<ParsedLine>
  ) -> Int {
    var place = OwnPlace(start: line)
    var state = State()
    let event = parsed.pointer(to: \.event).unsafelyUnwrapped
    guard ownEnvelope(&place, block, &event.pointee, &state),
      let fields = layout.fields(of: event.pointee.kind),
      ownFields(&place, fields.next, fields.end, block, &event.pointee, &state)
    else { return -1 }
    if place.start.pointee == 0x2C {
      guard ownChecksum(line, &place) else { return -1 }
      parsed.pointee.hasChecksum = true
    }
    let length = place.start + 1 - line
    let missing = table.required[Int(event.pointee.kind.rawValue)] & ~state.seen
    guard place.start[0] == 0x7D, place.start[1] == 0x0A, missing == 0, length <= Limits.lineBytes
    else { return -1 }
    parsed.pointee.session = state.session
    return length
  }

  /// The envelope, up to the quote behind the kind.
  @inline(__always)
  private mutating func ownEnvelope(
    _ place: inout OwnPlace, _ block: ParsedBlock, _ event: inout Event, _ state: inout State
  ) -> Bool {
    guard place.skip(own.version), place.skip(own.session), place.skipColonAndQuote(),
      ownSession(&place, block, &state), place.skip(own.seq), let seq = place.digits(), seq >= 1,
      place.skip(own.time, OwnPieces.timeCount, OwnPieces.timeMask), let t = place.digits(),
      place.skip(own.wall), place.start[0] == 0x22, let wall = wall.parse(place.start + 1, 24),
      place.start[25] == 0x22
    else { return false }
    place.start += 26
    guard place.skip(own.event), place.skipColonAndQuote(), let count = place.text() else {
      return false
    }
    event.seq = seq
    event.t = t
    event.wall = wall
    event.kind = EventKind(rawValue: kinds.find(place.start, count)) ?? .unknown
    state.seen = 0b11_1111
    place.start += count &+ 1
    return true
  }

  /// The session's name: that of the line before, or a new one.
  @inline(__always)
  private mutating func ownSession(
    _ place: inout OwnPlace, _ block: ParsedBlock, _ state: inout State
  ) -> Bool {
    let count = lastSession.count
    if count > 0, equals(place.start, lastSession.start, count), place.start[count] == 0x22 {
      state.session = lastSessionNumber
      place.start += count
      return true
    }
    guard let length = place.text(), session(place.start, length, block, &state) else {
      return false
    }
    place.start += length
    return true
  }

  /// The kind's fields, as far as they come in the order of the vocabulary.
  @inline(__always)
  private mutating func ownFields(
    _ place: inout OwnPlace, _ first: UnsafePointer<FieldLayout>,
    _ end: UnsafePointer<FieldLayout>, _ block: ParsedBlock, _ event: inout Event,
    _ state: inout State
  ) -> Bool {
    var field = first
    while field < end, place.start.pointee == 0x2C {
      if field.pointee.stands(at: place.start) {
        place.start += field.pointee.count
        guard ownValue(&place, field.pointee.rule, block, &event) else { return false }
        state.seen |= 1 &<< UInt64(field.pointee.rule.bit)
      }
      field += 1
    }
    return true
  }

  /// The value of a field, from its first byte (of a text: from behind the quote).
  @inline(__always)
  private mutating func ownValue(
    _ place: inout OwnPlace, _ rule: FieldRule, _ block: ParsedBlock, _ event: inout Event
  ) -> Bool {
    switch rule.type {
    case .string:
      guard let count = place.text(), ownText(place.start, count, rule, block, &event) else {
        return false
      }
      place.start += count &+ 1
    case .integer:
      guard let value = place.digits() else { return false }
      storeInteger(rule, value, &event)
    case .boolean:
      guard let value = place.truth() else { return false }
      event.flagsPresent |= rule.flag
      if value { event.flags |= rule.flag }
    case .objects, .object: return ownContainer(&place, rule)
    default: return false
    }
    return true
  }

  /// A container of which the event keeps nothing; only its bytes must be right.
  @inline(never)
  private func ownContainer(_ place: inout OwnPlace, _ rule: FieldRule) -> Bool {
    let end =
      rule.type == .objects
      ? containers.end(ofObjectsAt: place.start) : containers.end(ofObjectAt: place.start)
    guard let end else { return false }
    place.start = end
    return true
  }

  @inline(__always)
  private func ownText(
    _ text: UnsafePointer<UInt8>, _ count: Int, _ rule: FieldRule, _ block: ParsedBlock,
    _ event: inout Event
  ) -> Bool {
    if rule.storage == .bytes { return rule.list == 0 }
    if rule.storage.rawValue < FieldRule.Store.format.rawValue {
      storeSymbol(rule, Symbol(id: block.addText(text, count)), &event)
      return true
    }
    let found = words.find(text, count)
    guard rule.list == 0 || table.lists[Int(rule.list)].contains(found),
      let word = Word(rawValue: found)
    else { return false }
    storeWord(rule, word, &event)
    return true
  }

  /// `,"crc":"…"` with the right value; the place is then behind it.
  @inline(never)
  private func ownChecksum(_ line: UnsafePointer<UInt8>, _ place: inout OwnPlace) -> Bool {
    let covered = UnsafeRawBufferPointer(start: line, count: place.start - line)
    guard place.skip(own.checksum), place.start[8] == 0x22,
      let said = CRC32C.parse(hex: UnsafeRawBufferPointer(start: place.start, count: 8)),
      said == CRC32C.of(covered)
    else { return false }
    place.start += 9
    return true
  }
}

/// What the envelope says between its values, as words of eight bytes.
struct OwnPieces {
  let version = Self.word(#"{"v":1,""#)
  let session = Self.word(#"session""#)
  let seq = Self.word(#"","seq":"#)
  let time = Self.word(#","t":"#)
  let wall = Self.word(#","wall":"#)
  let event = Self.word(#","event""#)
  let checksum = Self.word(#","crc":""#)
  static let timeCount = 5
  static let timeMask: UInt64 = 0xFF_FFFF_FFFF

  /// Up to eight characters as one word, in the order of memory.
  private static func word(_ text: StaticString) -> UInt64 {
    var word: UInt64 = 0
    withUnsafeMutableBytes(of: &word) { word in
      for index in 0..<text.utf8CodeUnitCount { word[index] = text.utf8Start[index] }
    }
    return word
  }
}

/// A place in a line, which moves as its pieces are recognised.
struct OwnPlace {
  var start: UnsafePointer<UInt8>

  @inline(__always)
  private var word: UInt64 { UnsafeRawPointer(start).loadUnaligned(as: UInt64.self) }

  /// Whether these eight bytes stand here; then it is behind them.
  @inline(__always)
  mutating func skip(_ piece: UInt64) -> Bool {
    guard word == piece else { return false }
    start += 8
    return true
  }

  /// Whether the first `count` of eight bytes stand here; then it is behind them.
  @inline(__always)
  mutating func skip(_ piece: UInt64, _ count: Int, _ mask: UInt64) -> Bool {
    guard word & mask == piece else { return false }
    start += count
    return true
  }

  /// Whether a colon and a quote stand here; then it is behind them.
  @inline(__always)
  mutating func skipColonAndQuote() -> Bool {
    guard start[0] == 0x3A, start[1] == 0x22 else { return false }
    start += 2
    return true
  }

  /// The length of the plain text that begins here; nil for one with escapes or beyond ASCII.
  @inline(__always)
  func text() -> Int? {
    var end = start
    var stops = Octets.stringStops(Octets.load(end))
    while stops == 0 {
      end += 8
      stops = Octets.stringStops(Octets.load(end))
    }
    end += Octets.position(stops)
    return end.pointee == 0x22 ? end - start : nil
  }

  /// The whole number of up to 15 digits that begins here; nil for any other number.
  @inline(__always)
  mutating func digits() -> Int64? {
    let word = Octets.load(start)
    let others = Octets.nonDigits(word)
    if others == 0 { return manyDigits() }
    let count = Octets.position(others)
    if count == 0 || count > 1 && start.pointee == 0x30 || !isEnd(start[count]) { return nil }
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
  private mutating func manyDigits() -> Int64? {
    var end = start
    var value: Int64 = 0
    while end - start < 16, end.pointee &- 0x30 < 10 {
      value = value * 10 + Int64(end.pointee - 0x30)
      end += 1
    }
    guard end - start < 16, start.pointee != 0x30, isEnd(end.pointee) else { return nil }
    start = end
    return value
  }

  /// Whether a value may end before this byte; a fraction or an exponent goes on.
  @inline(__always)
  private func isEnd(_ byte: UInt8) -> Bool { byte == 0x2C || byte == 0x7D }

  /// `true` or `false`; then it is behind it.
  @inline(__always)
  mutating func truth() -> Bool? {
    let word = UInt32(truncatingIfNeeded: Octets.load(start))
    if word == 0x6575_7274 {
      start += 4
      return true
    }
    guard word == 0x736C_6166, start[4] == 0x65 else { return nil }
    start += 5
    return false
  }
}
