internal import AdSession
internal import JSONLines

/// Reads a canonical line, laid out to the byte as the writer of this format does, in one pass:
/// ``RecordEncoder``'s envelope, then the kind's fields in the order of the vocabulary, no spaces,
/// plain texts, `crc` at the end if at all.
///
/// It leaves `session.began` and `config.changed`, which have a header or thresholds, to the
/// checked decoder.
///
/// It only accepts lines: an accepted line is valid and means the same to the checked decoder, and
/// other passes read every other line. It reads no further than the padding of a block, and never
/// past a byte that cannot be in a canonical line.
struct CanonicalParser {
  /// Keeps the memory below alive.
  private let owner = CanonicalMemory()
  let memory: Cell<CanonicalMemory.Contents>

  init() { memory = owner.contents }

  /// Removes what belongs to the previous block.
  func beginBlock() {
    memory.value.sessions.beginBlock()
    memory.value.texts.beginBlock()
  }

  /// The number of a session's name, which is added to the block if it is new; `nil` if it is
  /// invalid.
  func session(_ name: ByteView, _ block: ParsedBlock) -> UInt32? {
    guard let start = name.raw.baseAddress else { return nil }
    let bytes = start.assumingMemoryBound(to: UInt8.self)
    return memory.value.sessions.number(of: bytes, name.count, block)
  }

  /// Makes a line empty, sixteen bytes at a time, except for the first fields, which every record
  /// sets.
  @inline(__always)
  func clear(_ parsed: Cell<ParsedLine>) {
    let blank = UnsafeRawPointer(memory.value.blank.address)
    let line = UnsafeMutableRawPointer(parsed.address)
    var offset = Event.NumberSlot.first.offset
    while offset < MemoryLayout<ParsedLine>.stride &- 8 {
      let bytes = blank.loadUnaligned(fromByteOffset: offset, as: SIMD2<UInt64>.self)
      line.storeBytes(of: bytes, toByteOffset: offset, as: SIMD2<UInt64>.self)
      offset &+= 16
    }
    if offset < MemoryLayout<ParsedLine>.stride {
      let bytes = blank.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      line.storeBytes(of: bytes, toByteOffset: offset, as: UInt64.self)
    }
  }

  /// Decodes the line at an offset of a block and returns its length; `nil` if it is not canonical.
  ///
  /// In that case texts may have been added to the block, which is harmless.
  @inline(__always)
  func decode(lineAt offset: Int, of block: ParsedBlock, into parsed: Cell<ParsedLine>) -> Int? {
    let line = (block.buffer + offset).assumingMemoryBound(to: UInt8.self)
    return decode(UnsafePointer(line), block, into: parsed)
  }

  @inline(__always)
  private func decode(
    _ line: UnsafePointer<UInt8>, _ block: ParsedBlock,
    into parsed: Cell<ParsedLine>
  ) -> Int? {
    let event = parsed.event
    guard let cursor = envelope(line, block, event),
      let row = memory.value.layout.kind(cursor.start)
    else { return nil }
    event.pointee.kind = row.pointee.kind
    parsed.value.session = memory.value.sessions.last.number
    return fields(cursor.start + row.pointee.nameCount, row, line, block, parsed)
  }

  /// Reads the envelope up to the quote before the kind; `nil` if it is not canonical.
  @inline(__always)
  private func envelope(
    _ line: UnsafePointer<UInt8>, _ block: ParsedBlock, _ event: UnsafeMutablePointer<Event>
  ) -> CanonicalCursor? {
    guard let start = memory.value.sessions.skipOpening(line, block) else { return nil }
    var cursor = CanonicalCursor(start: start)
    guard let seq = cursor.digits(isPositive: true),
      SWAR.load(cursor.start) & 0xFF_FFFF_FFFF == CanonicalPieces.time
    else { return nil }
    cursor.start += 5
    guard let t = cursor.digits(), cursor.skip(CanonicalPieces.wall),
      let wall = memory.value.clock.parse(cursor.start),
      SWAR.load(cursor.start + 24) == CanonicalPieces.event,
      SWAR.load(cursor.start + 28) == CanonicalPieces.eventEnd
    else { return nil }
    cursor.start += 36
    event.pointee.seq = seq
    event.pointee.t = t
    event.pointee.wall = wall
    return cursor
  }

  /// Reads the fields, as far as they come in the order of the vocabulary, and returns the length
  /// of the line; `nil` if it is not canonical.
  ///
  /// A field that is absent costs nothing if it was absent in the previous line of the kind.
  @inline(__always)
  private func fields(
    _ start: UnsafePointer<UInt8>, _ row: UnsafePointer<CanonicalKind>,
    _ line: UnsafePointer<UInt8>,
    _ block: ParsedBlock, _ parsed: Cell<ParsedLine>
  ) -> Int? {
    var cursor = CanonicalCursor(start: start)
    var field = Self.field(memory.value.fields, row.pointee.start)
    var seen: UInt64 = 0b11_1111
    while cursor.start[0] == 0x2C {
      let start = cursor.start
      var next = Self.field(field, field.pointee.next)
      if !next.pointee.matches(at: start) {
        guard let other = Self.search(field, start) else { return nil }
        next = other
      }
      field = next
      cursor.start += field.pointee.count
      if field.pointee.action == .checksum {
        guard let end = checksumEnd(line, start, cursor.start) else { return nil }
        cursor.start = end
        parsed.value.hasChecksum = true
        break
      }
      guard value(&cursor, field, block, parsed) else { return nil }
      seen |= field.pointee.rule.requiredBit
    }
    let length = cursor.start + 1 - line
    guard cursor.start[0] == 0x7D, cursor.start[1] == 0x0A, row.pointee.required & ~seen == 0,
      length <= Limits.lineBytes
    else { return nil }
    return length
  }

  /// The field at a distance in bytes.
  @inline(__always)
  private static func field(
    _ field: UnsafeMutablePointer<CanonicalField>, _ distance: Int
  ) -> UnsafeMutablePointer<CanonicalField> {
    (UnsafeMutableRawPointer(field) + distance).assumingMemoryBound(to: CanonicalField.self)
  }

  /// The field after this one that is at an address; the next line is expected to have it too.
  @inline(never)
  private static func search(
    _ field: UnsafeMutablePointer<CanonicalField>, _ address: UnsafePointer<UInt8>
  ) -> UnsafeMutablePointer<CanonicalField>? {
    var next = field + 1
    while !next.pointee.matches(at: address) {
      // The end of a row has no bytes.
      if next.pointee.count == 0 { return nil }
      next += 1
    }
    field.pointee.next = (next - field) * MemoryLayout<CanonicalField>.stride
    return next
  }
}
