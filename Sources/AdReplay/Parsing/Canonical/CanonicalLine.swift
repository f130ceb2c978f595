internal import AdSession
internal import JSONLines

/// Reads a line that is laid out to the byte as this format's writer lays it out, in one pass:
/// ``RecordEncoder``'s envelope, then the kind's fields in the order of the vocabulary, no spaces,
/// plain texts, `crc` at the end if at all.
///
/// It may only say yes: a line that it takes is valid and means what the general path would make of
/// it, and whatever it does not know by heart goes there. It reads behind the line at most as far as
/// the padding of a block, and never past a byte that no such line has.
struct CanonicalParser {
  /// Whoever has it keeps what the pointers below point to.
  private let owner = CanonicalMemory()
  let memory: UnsafeMutablePointer<CanonicalMemory.Contents>

  init() { memory = owner.contents }

  /// Forgets what belongs to the block before.
  func beginBlock() {
    memory.pointee.sessions.beginBlock()
    memory.pointee.texts.beginBlock()
  }

  /// Makes a line one with nothing in it, by sixteen bytes at a time, but for what every record has
  /// at the beginning.
  @inline(__always)
  func clear(_ parsed: Cell<ParsedLine>) {
    let blank = UnsafeRawPointer(memory.pointee.blank.address)
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

  /// Decodes the line that begins here and returns its length; -1 where the general path must look.
  ///
  /// Only texts may have been added to the block in that case, which harms nothing.
  @inline(__always)
  func decode(
    _ line: UnsafePointer<UInt8>, _ block: ParsedBlock,
    into parsed: Cell<ParsedLine>
  ) -> Int {
    let event = parsed.event
    guard let place = envelope(line, block, event),
      let row = memory.pointee.layout.kind(place.start)
    else { return -1 }
    event.pointee.kind = row.pointee.kind
    parsed.value.session = memory.pointee.sessions.last.number
    return fields(place.start + row.pointee.nameCount, row, line, block, parsed)
  }

  /// Reads the envelope up to the quote before the kind; nil where it is not laid out so.
  @inline(__always)
  private func envelope(
    _ line: UnsafePointer<UInt8>, _ block: ParsedBlock, _ event: UnsafeMutablePointer<Event>
  ) -> CanonicalCursor? {
    guard let start = memory.pointee.sessions.skipOpening(line, block) else { return nil }
    var place = CanonicalCursor(start: start)
    guard let seq = place.digits(isPositive: true),
      SWAR.load(place.start) & 0xFF_FFFF_FFFF == CanonicalPieces.time
    else { return nil }
    place.start += 5
    guard let t = place.digits(), place.skip(CanonicalPieces.wall),
      let wall = memory.pointee.clock.parse(place.start),
      SWAR.load(place.start + 24) == CanonicalPieces.event,
      SWAR.load(place.start + 28) == CanonicalPieces.eventEnd
    else { return nil }
    place.start += 36
    event.pointee.seq = seq
    event.pointee.t = t
    event.pointee.wall = wall
    return place
  }

  /// Reads the fields, as far as they come in the order of the vocabulary, and returns the length of
  /// the line; -1 where the general path must look.
  ///
  /// A field that is absent costs nothing where it was absent the last time.
  @inline(__always)
  private func fields(
    _ start: UnsafePointer<UInt8>, _ row: UnsafePointer<CanonicalKind>,
    _ line: UnsafePointer<UInt8>,
    _ block: ParsedBlock, _ parsed: Cell<ParsedLine>
  ) -> Int {
    var place = CanonicalCursor(start: start)
    var field = Self.field(memory.pointee.fields, row.pointee.start)
    var seen: UInt64 = 0b11_1111
    while place.start[0] == 0x2C {
      let start = place.start
      var next = Self.field(field, field.pointee.next)
      if !next.pointee.stands(at: start) {
        guard let other = Self.search(field, start) else { return -1 }
        next = other
      }
      field = next
      place.start += field.pointee.count
      if field.pointee.action == .checksum {
        guard let end = checksumEnd(line, start, place.start) else { return -1 }
        place.start = end
        parsed.value.hasChecksum = true
        break
      }
      guard value(&place, field, block, parsed.event) else {
        return -1
      }
      seen |= field.pointee.bit
    }
    let length = place.start + 1 - line
    guard place.start[0] == 0x7D, place.start[1] == 0x0A, row.pointee.required & ~seen == 0,
      length <= Limits.lineBytes
    else { return -1 }
    if row.pointee.isRare { finish(parsed, block) }
    return length
  }

  /// The field so many bytes further.
  @inline(__always)
  private static func field(
    _ field: UnsafeMutablePointer<CanonicalField>, _ distance: Int
  ) -> UnsafeMutablePointer<CanonicalField> {
    (UnsafeMutableRawPointer(field) + distance).assumingMemoryBound(to: CanonicalField.self)
  }

  /// The field after this one that stands here; it is expected the next time.
  @inline(never)
  private static func search(
    _ field: UnsafeMutablePointer<CanonicalField>, _ place: UnsafePointer<UInt8>
  ) -> UnsafeMutablePointer<CanonicalField>? {
    var next = field + 1
    while !next.pointee.stands(at: place) {
      // What ends a row has no bytes.
      if next.pointee.count == 0 { return nil }
      next += 1
    }
    field.pointee.next = (next - field) * MemoryLayout<CanonicalField>.stride
    return next
  }
}
