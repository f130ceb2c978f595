internal import AdSession
internal import JSONLines

/// Reads a line that is laid out to the byte as this format's writer lays it out, in one pass:
/// ``RecordEncoder``'s envelope, then the kind's fields in the order of the vocabulary, no spaces,
/// plain texts, `crc` at the end if at all.
///
/// It may only say yes: a line that it takes is valid and means what the general path would make of
/// it, and whatever it does not know by heart goes there. It reads behind the line at most as far as
/// the padding of a block, and never past a byte that no such line has.
struct OwnReader {
  /// Whoever has it keeps what the pointers below point to.
  private let owner = OwnMemory()
  let memory: UnsafeMutablePointer<OwnMemory.Contents>
  let kinds = LineLayout.shared.kinds
  let words = LineLayout.shared.words
  private let rows = LineLayout.shared.rows
  /// Reads containers of which the event keeps nothing.
  let containers = ContainerScanner()

  init() { memory = owner.contents }

  /// Forgets what belongs to the block before.
  func beginBlock() {
    memory.pointee.sessions.beginBlock()
    memory.pointee.texts.beginBlock()
  }

  /// Makes a line one with nothing in it, by whole words.
  @inline(__always)
  func clear(_ parsed: UnsafeMutablePointer<ParsedLine>) {
    UnsafeMutableRawPointer(parsed).copyMemory(
      from: memory.pointee.blank, byteCount: MemoryLayout<ParsedLine>.size)
  }

  /// Decodes the line that begins here and returns its length; -1 where the general path must look.
  ///
  /// Only texts may have been added to the block in that case, which harms nothing.
  @inline(never)
  func decode(
    _ line: UnsafePointer<UInt8>, _ block: ParsedBlock,
    into parsed: UnsafeMutablePointer<ParsedLine>
  ) -> Int {
    let event = parsed.pointer(to: \.event).unsafelyUnwrapped
    guard var place = envelope(line, block, event), let name = kinds.find(place.start) else {
      return -1
    }
    place.start += name.pointee.count
    let row = rows + Int(name.pointee.number)
    event.pointee.kind = row.pointee.kind
    guard let seen = fields(&place, row.pointee.start, line, block, parsed) else { return -1 }
    let length = place.start + 1 - line
    guard place.start[0] == 0x7D, place.start[1] == 0x0A, row.pointee.required & ~seen == 0,
      length <= Limits.lineBytes
    else { return -1 }
    parsed.pointee.session = memory.pointee.sessions.last.number
    if row.pointee.isRare { finish(parsed, block) }
    return length
  }

  /// Reads the envelope up to the quote before the kind; nil where it is not laid out so.
  @inline(__always)
  private func envelope(
    _ line: UnsafePointer<UInt8>, _ block: ParsedBlock, _ event: UnsafeMutablePointer<Event>
  ) -> OwnPlace? {
    memory.pointee.headCount = 0
    guard let start = memory.pointee.sessions.skipOpening(line, block) else { return nil }
    var place = OwnPlace(start: start)
    guard place.start[0] &- 0x31 < 9, let seq = place.digits(),
      Octets.load(place.start) & 0xFF_FFFF_FFFF == OwnPieces.time
    else { return nil }
    place.start += 5
    guard let t = place.digits(), place.skip(OwnPieces.wall),
      let wall = memory.pointee.clock.parse(place.start),
      Octets.load(place.start + 24) == OwnPieces.event,
      Octets.load(place.start + 28) == OwnPieces.eventEnd
    else { return nil }
    place.start += 36
    event.pointee.seq = seq
    event.pointee.t = t
    event.pointee.wall = wall
    memory.pointee.head = LineHash.head(seq, t, wall)
    memory.pointee.headCount = place.start - line
    return place
  }

  /// Notes for ``hash(_:_:)`` whether a line begins with the envelope as a writer puts it.
  @inline(never)
  func noteEnvelope(_ line: UnsafePointer<UInt8>, _ block: ParsedBlock) {
    var event = Event()
    _ = envelope(line, block, &event)
  }

  /// The hash of the line that was looked at last.
  @inline(__always)
  func hash(_ line: UnsafeRawPointer, _ count: Int) -> UInt64 {
    let done = memory.pointee.headCount
    return LineHash.of(
      line, count, head: done == 0 ? 0 : memory.pointee.head, standingFor: done)
  }

  /// Reads the fields, as far as they come in the order of the vocabulary, and returns the bits of
  /// those seen; nil where the general path must look.
  ///
  /// A field that is absent costs nothing where it was absent the last time.
  @inline(__always)
  private func fields(
    _ place: inout OwnPlace, _ row: Int, _ line: UnsafePointer<UInt8>, _ block: ParsedBlock,
    _ parsed: UnsafeMutablePointer<ParsedLine>
  ) -> UInt64? {
    var field = memory.pointee.fields + row
    var seen: UInt64 = 0b11_1111
    while place.start[0] == 0x2C {
      let start = place.start
      var next = Self.next(field)
      if !next.pointee.stands(at: start) {
        guard let other = Self.search(field, start) else { return nil }
        next = other
      }
      field = next
      place.start += field.pointee.count
      if field.pointee.action == .checksum {
        guard checksum(line, start, &place) else { return nil }
        parsed.pointee.hasChecksum = true
      } else {
        guard value(&place, field, block, parsed.pointer(to: \.event).unsafelyUnwrapped) else {
          return nil
        }
      }
      seen |= field.pointee.bit
    }
    return seen
  }

  /// The field that came after this one the last time.
  @inline(__always)
  private static func next(_ field: UnsafeMutablePointer<OwnField>)
    -> UnsafeMutablePointer<OwnField>
  {
    (UnsafeMutableRawPointer(field) + field.pointee.next).assumingMemoryBound(to: OwnField.self)
  }

  /// The field after this one that stands here; it is expected the next time.
  @inline(never)
  private static func search(
    _ field: UnsafeMutablePointer<OwnField>, _ place: UnsafePointer<UInt8>
  ) -> UnsafeMutablePointer<OwnField>? {
    var next = field + 1
    while !next.pointee.stands(at: place) {
      // What ends a row has no bytes.
      if next.pointee.count == 0 { return nil }
      next += 1
    }
    field.pointee.next = (next - field) * MemoryLayout<OwnField>.stride
    return next
  }
}
