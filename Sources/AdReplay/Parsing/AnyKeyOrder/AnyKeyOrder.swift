internal import AdSession
internal import JSONLines

/// Reads a record whose keys stand in any order, with any white space, in one pass: each value goes
/// where its key says before the kind is known, and the kind then says whether that was right.
///
/// It may only say yes, as the pass over the writer's own layout: whatever is rare (an escape in a key
/// or in what the event keeps, `null` or a negative number for a field, any fault) goes to the general
/// path. It goes on only behind bytes that it has recognised, so the line feed or NUL that every line
/// ends with stops it, and what it loads at once stays within the padding.
extension RecordDecoder {
  /// Decodes the line that begins here and returns its length; -1 where the general path must look.
  ///
  /// Only texts may have been added to the block in that case, which harms nothing. The function is
  /// long since what it calls for each value would cost as much as the values.
  @inline(never)
  mutating func decodeAnyKeyOrder(
    _ line: UnsafePointer<UInt8>, _ block: ParsedBlock,
    into parsed: Cell<ParsedLine>
  ) -> Int {
    let event = parsed.event
    let memory = canonical.memory
    let known = KnownKeys.shared
    var place = AnyKeyOrderCursor(start: line)
    var seen = KeySet()
    var notOn: UInt64 = 0
    var strange: UInt64 = 0
    guard place.skipOpening() else { return -1 }
    repeat {
      let keyStart = place.start
      let slot = known.keys.find(keyStart)
      let key = slot.meaning
      place.start += slot.pointee.count
      guard seen.add(key.pointee.bit), place.skipColon() else {
        if slot.pointee.count == 0, skipStranger(&place, keyStart, &strange) { continue }
        return -1
      }
      let target = UnsafeMutableRawPointer(parsed.address) + Int(key.pointee.place)
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
        parsed.value.hasChecksum = true
      case .amount, .objects, .object:
        if !Self.rare(&place, key.pointee.action, event, canonical) { return -1 }
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
      canonical.finish(parsed, block)
    } else {
      parsed.value.extra = -1
    }
    return length
  }

  /// A key that the vocabulary does not have, as a newer recorder would write it, and its value.
  ///
  /// The bits tell which such keys came before: two with one bit may be the same, which is doubt.
  @inline(never)
  private func skipStranger(
    _ place: inout AnyKeyOrderCursor, _ key: UnsafePointer<UInt8>, _ bits: inout UInt64
  ) -> Bool {
    place.start = key
    guard place.skipText(withEscapes: false) else { return false }
    let name = UnsafeRawBufferPointer(start: key, count: place.start - key - 1)
    // A longer one may be known and yet not in the table.
    guard name.count <= QuotedTable<KeyMeaning>.longest else { return false }
    let bit = 1 &<< (SymbolTable.hash(name) &>> 58)
    if bits & bit != 0 || !place.skipColon() { return false }
    bits |= bit
    guard let end = canonical.memory.pointee.containers.end(ofValueAt: place.start) else {
      return false
    }
    place.start = end
    return true
  }

  /// The session's name: that of the line before, or a new one.
  @inline(__always)
  private mutating func anySession(
    _ place: inout AnyKeyOrderCursor, _ block: ParsedBlock, _ parsed: Cell<ParsedLine>
  ) -> Bool {
    guard place.skip(0x22) else { return false }
    let last = canonical.memory.pointee.sessions.last
    if last.count > 0, place.stands(last.start, last.count), place.start[last.count] == 0x22 {
      parsed.value.session = last.number
      place.start += last.count &+ 1
      return true
    }
    let name = place.start
    guard place.skipText(withEscapes: false),
      let number = canonical.memory.pointee.sessions.number(of: name, place.start - name - 1, block)
    else { return false }
    parsed.value.session = number
    return true
  }

  /// A part of the header, as it stands in the writer's own layout as well.
  @inline(never)
  private func header(
    _ place: inout AnyKeyOrderCursor, _ key: UnsafePointer<KeyMeaning>, _ block: ParsedBlock,
    _ parsed: Cell<ParsedLine>
  ) -> Bool {
    let headers = canonical.memory.headers
    let field = canonical.memory.pointee.layout.fields + Int(key.pointee.mark)
    if parsed.value.extra < 0 {
      headers.pointee.begin()
      parsed.value.extra = 0
    }
    if field.pointee.rule.type == .string, !place.skip(0x22) { return false }
    let event = parsed.event
    // The writer's own header begins with `app`, and is begun by it.
    let end =
      field.pointee.name == .app
      ? headers.pointee.textEnd(place.start, .app)
      : canonical.headerValueEnd(place.start, field, block, event)
    guard let end else { return false }
    place.start = end
    return true
  }

  /// Amounts and containers, of which the event keeps nothing; only their bytes must be right.
  @inline(never)
  private static func rare(
    _ place: inout AnyKeyOrderCursor, _ action: KeyMeaning.Action,
    _ event: UnsafeMutablePointer<Event>,
    _ canonical: CanonicalParser
  ) -> Bool {
    if action == .amount {
      let value = place.digits()
      event.pointee.amount = Double(value)
      return value >= 0
    }
    let containers = canonical.memory.pointee.containers
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
    _ place: inout AnyKeyOrderCursor, _ keyStart: UnsafePointer<UInt8>, _ line: UnsafePointer<UInt8>
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
