internal import AdSession
internal import JSONLines

/// Turns the fields of a scanned line into an event, by the vocabulary.
///
/// It visits the fields once, in any order, and keeps the first thing that is wrong; what takes
/// precedence is decided at the end. Nothing is allocated for a whole record but its texts'
/// entries in the block.
struct RecordDecoder {
  let keys = Names.keys
  let kinds = Names.kinds
  let words = Names.words
  let table = FieldTable.shared
  /// Reads lines in the writer's own layout.
  let canonical = CanonicalParser()
  var wall = WallClockCache()
  /// The last arrays that have nothing but strings.
  var strings = BytesCache()

  /// What is wrong with the line, as far as the visit has come.
  struct State {
    var seen: UInt64 = 0
    /// The first field of a wrong type or form, by place; -1 for none.
    var wrong = -1
    /// The field of a `crc` that cannot be right; -1 for none.
    var badChecksum = -1
    var session: UInt32 = 0
  }

  /// Forgets what belongs to the block before.
  func beginBlock() { canonical.beginBlock() }

  /// Decodes a line that the scanner found whole; returns its fault if it is no record.
  @inline(__always)
  mutating func decode(
    _ line: UnsafePointer<UInt8>, _ length: Int, _ fields: FieldList, _ block: ParsedBlock,
    into parsed: Cell<ParsedLine>
  ) -> LineFault? {
    var state = State()
    let event = parsed.event
    var index = 0
    if expectedEnvelope(line, fields, block, event, &state) {
      index = 6
    } else {
      event.pointee.kind = kind(of: fields, line, block)
    }
    let rules = table.rules + Int(event.pointee.kind.rawValue) &* FieldTable.width
    while index < fields.count {
      let field = fields[index]
      let key = number(ofKey: field, line, block)
      if key < UInt8(truncatingIfNeeded: FieldTable.width) {
        let rule = rules[Int(key)]
        if rule.type != .none, field.type != .null {
          let ok = store(rule, key, Source(line: line, field: field), block, &event.pointee)
          note(ok, rule.bit, index, &state)
        }
      } else if key != NameTable.none, field.type != .null {
        envelope(
          key, index, Source(line: line, field: field), fields.count, block, &event.pointee, &state)
      }
      index &+= 1
    }
    parsed.value.session = state.session
    parsed.value.hasChecksum = state.seen & 1 &<< 62 != 0
    let missing = table.required[Int(event.pointee.kind.rawValue)] & ~state.seen
    if missing != 0 || state.wrong >= 0 || state.badChecksum >= 0 {
      return fault(state, missing, event.pointee, fields, line, length, block)
    }
    return nil
  }

  /// Marks a field as seen, or as the first wrong one.
  @inline(__always)
  func note(_ ok: Bool, _ bit: UInt8, _ index: Int, _ state: inout State) {
    state.seen |= 1 &<< UInt64(bit)
    if !ok && state.wrong < 0 { state.wrong = index }
  }

  /// The kind that `event` names; it stands sixth where a recorder of this format wrote the line.
  @inline(__always)
  private func kind(
    of fields: FieldList, _ line: UnsafePointer<UInt8>, _ block: ParsedBlock
  ) -> EventKind {
    if fields.count > 5 {
      let field = fields[5]
      if number(ofKey: field, line, block) == EnvelopeKey.event {
        return kind(Source(line: line, field: field), block)
      }
    }
    return searchKind(fields, line, block)
  }

  @inline(never)
  private func searchKind(
    _ fields: FieldList, _ line: UnsafePointer<UInt8>, _ block: ParsedBlock
  ) -> EventKind {
    for index in 0..<fields.count
    where number(ofKey: fields[index], line, block) == EnvelopeKey.event {
      return kind(Source(line: line, field: fields[index]), block)
    }
    return .unknown
  }

  @inline(__always)
  func kind(_ source: Source, _ block: ParsedBlock) -> EventKind {
    guard source.field.type == .string else { return .unknown }
    let text = source.text(block)
    let number = kinds.find(text.start, text.count)
    return number == NameTable.none ? .unknown : EventKind(rawValue: number) ?? .unknown
  }

  /// The number of a key, which the scanner knows unless the key has escapes.
  @inline(__always)
  func number(
    ofKey field: Field, _ line: UnsafePointer<UInt8>, _ block: ParsedBlock
  ) -> UInt8 {
    field.keyHasEscapes ? numberOfEscapedKey(field, line, block) : field.keyNumber
  }

  @inline(never)
  private func numberOfEscapedKey(
    _ field: Field, _ line: UnsafePointer<UInt8>, _ block: ParsedBlock
  ) -> UInt8 {
    let raw = UnsafeRawBufferPointer(
      start: line + Int(field.keyStart), count: Int(field.keyEnd - field.keyStart))
    var text: [UInt8] = []
    unescape(raw, into: &text)
    let kept = block.keep(text)
    guard let start = kept.baseAddress else { return NameTable.none }
    return keys.find(start.assumingMemoryBound(to: UInt8.self), kept.count)
  }
}

/// A field in the bytes of its line.
struct Source {
  var line: UnsafePointer<UInt8>
  var field: Field

  @inline(__always) var start: UnsafePointer<UInt8> { line + Int(field.valueStart) }
  @inline(__always) var count: Int { Int(field.valueEnd &- field.valueStart) }
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

  var value: JSONValue { JSONValue(bytes, type: field.type, hasEscapes: field.valueHasEscapes) }

  /// The text of a string; where it has escapes, what they stand for, kept in the block.
  @inline(__always)
  func text(_ block: ParsedBlock) -> (start: UnsafePointer<UInt8>, count: Int) {
    field.valueHasEscapes ? unescaped(block) : (start, count)
  }

  @inline(never)
  private func unescaped(_ block: ParsedBlock) -> (start: UnsafePointer<UInt8>, count: Int) {
    var text: [UInt8] = []
    unescape(bytes, into: &text)
    let kept = block.keep(text)
    guard let start = kept.baseAddress else { return (line, 0) }
    return (start.assumingMemoryBound(to: UInt8.self), kept.count)
  }

  /// The value of an integer that fits in 64 bits.
  @inline(__always)
  func integer() -> Int64? {
    guard field.type == .integer else { return nil }
    let count = count
    guard count < 18 else { return parseInteger(bytes) }
    let start = start
    let isNegative = start.pointee == 0x2D
    var index = isNegative ? 1 : 0
    var value: Int64 = 0
    while index < count {
      value = value &* 10 &+ Int64(start[index] &- 48)
      index &+= 1
    }
    return isNegative ? 0 &- value : value
  }
}
