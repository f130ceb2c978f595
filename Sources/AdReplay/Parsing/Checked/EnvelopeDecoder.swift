internal import AdSession
internal import JSONLines

extension RecordDecoder {
  /// A bit of the fields seen that says that the line has a `crc`.
  static let checksumBit: UInt8 = 62

  /// Takes over the first six fields where they are the envelope as a writer of this format puts
  /// it, version 1, and all is right with them; else takes over nothing and says no.
  @inline(__always)
  mutating func expectedEnvelope(
    _ line: UnsafePointer<UInt8>, _ fields: FieldList, _ block: ParsedBlock,
    _ event: UnsafeMutablePointer<Event>, _ state: inout State
  ) -> Bool {
    guard fields.count >= 6, fields[0].keyNumber == EnvelopeKey.version,
      fields[1].keyNumber == EnvelopeKey.session, fields[2].keyNumber == EnvelopeKey.seq,
      fields[3].keyNumber == EnvelopeKey.time, fields[4].keyNumber == EnvelopeKey.wall,
      fields[5].keyNumber == EnvelopeKey.event
    else { return false }
    let version = Source(line: line, field: fields[0])
    let kindName = Source(line: line, field: fields[5])
    guard version.field.type == .integer, version.count == 1, version.start.pointee == 0x31,
      fields[1].type == .string,
      let seq = Source(line: line, field: fields[2]).integer(), seq >= 1,
      let t = Source(line: line, field: fields[3]).integer(), t >= 0,
      fields[4].type == .string, !fields[4].valueHasEscapes, kindName.field.type == .string
    else { return false }
    let clock = Source(line: line, field: fields[4])
    guard let wall = wall.parse(clock.start, clock.count),
      session(Source(line: line, field: fields[1]), block, &state)
    else { return false }
    event.pointee.seq = seq
    event.pointee.t = t
    event.pointee.wall = wall
    event.pointee.kind = kind(kindName, block)
    state.seen = 0b11_1111
    return true
  }

  /// Takes over one field of the envelope.
  @inline(never)
  mutating func envelope(
    _ key: UInt8, _ index: Int, _ source: Source, _ count: Int, _ block: ParsedBlock,
    _ event: inout Event, _ state: inout State
  ) {
    let ok: Bool
    switch key {
    case EnvelopeKey.version: ok = version(source, block)
    case EnvelopeKey.session: ok = session(source, block, &state)
    case EnvelopeKey.seq:
      let seq = source.integer() ?? 0
      ok = seq >= 1
      event.seq = seq
    case EnvelopeKey.time:
      let t = source.integer() ?? -1
      ok = t >= 0
      event.t = t
    case EnvelopeKey.wall: ok = wall(source, block, &event)
    case EnvelopeKey.event: ok = source.field.type == .string
    default:
      ok = true
      state.seen |= 1 &<< UInt64(Self.checksumBit)
      if index &+ 1 != count || !checksumHolds(source) { state.badChecksum = index }
      return
    }
    let bit = key &- EnvelopeKey.version
    state.seen |= 1 &<< UInt64(bit)
    if !ok && state.wrong < 0 { state.wrong = index }
  }

  @inline(__always)
  private func version(_ source: Source, _ block: ParsedBlock) -> Bool {
    guard let version = source.integer() else { return false }
    if version > block.highestVersion { block.highestVersion = version }
    return true
  }

  @inline(__always)
  private mutating func wall(_ source: Source, _ block: ParsedBlock, _ event: inout Event) -> Bool {
    guard source.field.type == .string else { return false }
    let text = source.text(block)
    guard let wall = wall.parse(text.start, text.count) else { return false }
    event.wall = wall
    return true
  }

  @inline(__always)
  private func session(_ source: Source, _ block: ParsedBlock, _ state: inout State) -> Bool {
    guard source.field.type == .string else { return false }
    let text = source.text(block)
    let sessions = canonical.memory.sessions
    guard let number = sessions.pointee.number(of: text.start, text.count, block) else {
      return false
    }
    state.session = number
    return true
  }

  /// Whether this last field is `,"crc":"…"` and its value that of every byte before it.
  private func checksumHolds(_ source: Source) -> Bool {
    let field = source.field
    let start = Int(field.keyStart) - 2
    guard field.type == .string, !field.keyHasEscapes, !field.valueHasEscapes, start >= 0,
      source.line[start] == 0x2C, source.line[start + 1] == 0x22,
      source.line[Int(field.keyEnd) + 1] == 0x3A,
      let said = CRC32C.parse(hex: source.bytes)
    else { return false }
    return said == CRC32C.of(UnsafeRawBufferPointer(start: source.line, count: start))
  }
}
