internal import AdSession
internal import JSONLines

/// Reads a record with its keys in any order and white space anywhere, in one pass.
///
/// Each value is stored where its key requires before the kind is known; the kind then decides whether
/// the keys were right. Like the pass for canonical lines, it only accepts: it leaves rare lines to the
/// checked decoder (an escape in a key or in a stored text, `null` or a negative number in a field, any
/// fault).
struct AnyKeyOrderParser {
  private let canonical: CanonicalParser
  private let known = KnownKeys.shared

  init(_ canonical: CanonicalParser) { self.canonical = canonical }

  /// Decodes the line at an offset of a block and returns its length; `nil` if the checked decoder must
  /// read it.
  ///
  /// In that case texts may have been added to the block, which is harmless. The function is long
  /// because a call for each value would cost as much as the values.
  @inline(never)
  func decode(lineAt offset: Int, of block: ParsedBlock, into parsed: Cell<ParsedLine>) -> Int? {
    let memory = canonical.memory
    let start = block.cursor(at: offset)
    var cursor = start
    var seen = KeySet()
    var missedLists: UInt64 = 0
    var unknownKeys: UInt64 = 0
    guard cursor.skipOpening() else { return nil }
    repeat {
      let keyStart = cursor
      let key = known.keys.find(at: cursor)
      cursor.advance(by: key.count)
      guard seen.add(key.meaning.bit), cursor.skipColon() else {
        if key.count == 0, skipUnknown(&cursor, keyStart, &unknownKeys) { continue }
        return nil
      }
      switch key.meaning.action {
      case .integer:
        guard let value = cursor.digits(), key.meaning.allows(value) else { return nil }
        parsed.store(value, at: key.meaning.slot)
        parsed.value.event.numbersPresent |= UInt8(truncatingIfNeeded: key.meaning.mark)
      case .session:
        guard cursor.skip(0x22), let number = memory.value.sessions.number(at: &cursor, block)
        else { return nil }
        parsed.value.session = number
      case .wall:
        guard let wall = memory.value.clock.wall(at: &cursor) else { return nil }
        parsed.value.event.wall = wall
      case .event:
        guard cursor.skip(0x22) else { return nil }
        let kind = known.kinds.findWithoutBranches(at: cursor)
        if kind.count == 0 { return nil }
        parsed.value.event.kind = kind.meaning
        cursor.advance(by: kind.count)
      case .symbol:
        guard cursor.skip(0x22),
          let number = memory.value.texts.number(at: &cursor, key.meaning.textField, block)
        else { return nil }
        parsed.store(Symbol(id: number), at: key.meaning.slot)
      case .word:
        guard cursor.skip(0x22) else { return nil }
        let word = known.words.findWithoutBranches(at: cursor)
        parsed.store(word.meaning.word, at: key.meaning.slot)
        missedLists |= key.meaning.lists & ~word.meaning.lists
        cursor.advance(by: word.count)
        if word.count == 0, !cursor.skipText(withEscapes: false) { return nil }
      case .text: if !cursor.skip(0x22) || !cursor.skipText(withEscapes: true) { return nil }
      case .boolean:
        guard let value = cursor.boolean() else { return nil }
        parsed.value.event.flagsPresent |= key.meaning.mark
        if value { parsed.value.event.flags |= key.meaning.mark }
      case .checksum:
        guard Self.skipChecksum(&cursor, keyStart, start) else { return nil }
        parsed.value.hasChecksum = true
      case .amount, .objects, .object:
        if !skipRare(&cursor, key.meaning.action, parsed) { return nil }
      case .header:
        if !canonical.skipHeaderPart(&cursor, Int(key.meaning.mark), block, parsed) { return nil }
      case .unclear: return nil
      }
    } while cursor.skipComma()
    guard cursor.skipEnd(),
      known.demands[Int(parsed.value.event.kind.rawValue)].isMet(by: seen, missing: missedLists)
    else { return nil }
    let length = cursor.bytes(from: start).count
    if length > Limits.lineBytes { return nil }
    if parsed.value.event.kind == .sessionBegan {
      canonical.finish(parsed, block)
    } else {
      parsed.value.extra = nil
    }
    return length
  }

  /// Moves past a key that is not in the vocabulary, such as one of a newer recorder, and its value.
  ///
  /// `bits` has a bit of the hash of each unknown key. Two keys with one bit may be equal; the checked
  /// decoder finds out.
  @inline(never)
  private func skipUnknown(
    _ cursor: inout LineCursor, _ key: LineCursor, _ bits: inout UInt64
  ) -> Bool {
    cursor = key
    guard cursor.skipText(withEscapes: false) else { return false }
    let name = cursor.bytes(from: key).dropLast()
    // The table does not contain longer keys of the vocabulary.
    guard name.count <= QuotedTable<KeyMeaning>.longest else { return false }
    let bit = 1 &<< (SymbolTable.hash(name.raw) &>> 58)
    if bits & bit != 0 || !cursor.skipColon() { return false }
    bits |= bit
    return canonical.memory.value.containers.skipValue(&cursor)
  }

  /// Moves past an amount, or a container that the event does not keep.
  @inline(never)
  private func skipRare(
    _ cursor: inout LineCursor, _ action: KeyMeaning.Action, _ parsed: Cell<ParsedLine>
  ) -> Bool {
    let containers = canonical.memory.value.containers
    if action == .objects { return containers.skipObjects(&cursor) }
    if action == .object { return containers.skipObject(&cursor) }
    guard let value = cursor.digits() else { return false }
    parsed.value.event.amount = Double(value)
    return true
  }

  /// Moves past the value of `,"crc":"…"` if it is the checksum of all bytes before and the last value.
  @inline(never)
  private static func skipChecksum(
    _ cursor: inout LineCursor, _ keyStart: LineCursor, _ start: LineCursor
  ) -> Bool {
    let covered = keyStart.bytes(from: start)
    let isCompact = cursor.bytes(from: keyStart).count == 5  // crc":
    guard isCompact, covered[covered.count - 2] == 0x2C, cursor.skip(0x22) else { return false }
    let digits = cursor
    guard cursor.skipText(withEscapes: false),
      let checksum = CRC32C.parse(hex: cursor.bytes(from: digits).dropLast())
    else { return false }
    return checksum == CRC32C.of(covered.dropLast(2)) && !cursor.skipComma()
  }
}
