internal import AdSession
internal import JSONLines

/// The values of fields in canonical lines.
extension CanonicalParser {
  /// Reads the value of a field, from its first byte (of a text: from after the quote), and stores
  /// it; returns false if another pass must read the line.
  @inline(__always)
  func value(
    _ cursor: inout CanonicalCursor, _ field: UnsafePointer<CanonicalField>, _ block: ParsedBlock,
    _ parsed: Cell<ParsedLine>
  ) -> Bool {
    let event = parsed.event
    let action = field.pointee.action
    // The most frequent action comes first; a jump table would cost more.
    if action == .symbol {
      let (number, end) = memory.value.texts.number(cursor.start, field.pointee.memory, block)
      store(Symbol(id: number), field, event)
      cursor.start = end
      return number != 0
    }
    if action == .word { return word(&cursor, field, block, parsed) }
    if action == .boolean { return boolean(&cursor, field, event) }
    if action == .integer { return integer(&cursor, field, event) }
    if action == .text { return text(&cursor) }
    if action == .freeText { return freeText(&cursor, field, block, parsed) }
    guard let end = rareValueEnd(cursor.start, field, event) else { return false }
    cursor.start = end
    return true
  }

  @inline(__always)
  private func store<Value>(
    _ value: Value, _ field: UnsafePointer<CanonicalField>, _ event: UnsafeMutablePointer<Event>
  ) {
    (UnsafeMutableRawPointer(event) + Int(field.pointee.offset))
      .assumingMemoryBound(to: Value.self).pointee = value
  }

  @inline(__always)
  private func word(
    _ cursor: inout CanonicalCursor, _ field: UnsafePointer<CanonicalField>, _ block: ParsedBlock,
    _ parsed: Cell<ParsedLine>
  ) -> Bool {
    let list = UInt64(field.pointee.rule.list)
    if let name = memory.value.layout.word(cursor.start) {
      guard name.pointee.lists &>> list & 1 != 0 else { return false }
      store(name.pointee.word, field, parsed.event)
      cursor.start += name.pointee.count
      return true
    }
    guard list == 0 else { return false }
    store(Word.unrecognised, field, parsed.event)
    return field.pointee.rule.freeText != 0
      ? freeText(&cursor, field, block, parsed) : text(&cursor)
  }

  @inline(__always)
  private func boolean(
    _ cursor: inout CanonicalCursor, _ field: UnsafePointer<CanonicalField>,
    _ event: UnsafeMutablePointer<Event>
  ) -> Bool {
    guard let value = cursor.boolean() else { return false }
    event.pointee.flagsPresent |= field.pointee.rule.flag
    if value { event.pointee.flags |= field.pointee.rule.flag }
    return true
  }

  /// A text that the event does not store.
  @inline(__always)
  private func text(_ cursor: inout CanonicalCursor) -> Bool {
    guard let text = ContainerScanner.stringEnd(from: cursor.start) else { return false }
    cursor.start = text.end + 1
    return true
  }

  /// A free text, which the session keeps beside the event.
  @inline(never)
  private func freeText(
    _ cursor: inout CanonicalCursor, _ field: UnsafePointer<CanonicalField>, _ block: ParsedBlock,
    _ parsed: Cell<ParsedLine>
  ) -> Bool {
    let start = cursor.start
    let number = field.pointee.rule.freeText
    guard text(&cursor) else { return false }
    let plain = memory.value.texts.number(start, Event.SymbolSlot.text.rawValue, block).number
    if plain != 0 {
      parsed.value.freeTexts[number] = plain
      return true
    }
    let bytes = UnsafeRawBufferPointer(start: start, count: cursor.start - 1 - start)
    let text = JSONValue(bytes, type: .string, hasEscapes: true)
    parsed.value.freeTexts[number] = block.addText(block.keepText(text.utf8 ?? []))
    return true
  }

  @inline(__always)
  private func integer(
    _ cursor: inout CanonicalCursor, _ field: UnsafePointer<CanonicalField>,
    _ event: UnsafeMutablePointer<Event>
  ) -> Bool {
    guard let value = cursor.integer() else { return false }
    let present = field.pointee.present
    if present != 0 {
      store(value, field, event)
      event.pointee.numbersPresent |= present
    }
    return true
  }

  /// The address after a value; `nil` if another pass must read the line.
  @inline(never)
  private func rareValueEnd(
    _ start: UnsafePointer<UInt8>, _ field: UnsafePointer<CanonicalField>,
    _ event: UnsafeMutablePointer<Event>
  ) -> UnsafePointer<UInt8>? {
    switch field.pointee.action {
    case .amount: amountEnd(start, event)
    case .container: containerEnd(start, field.pointee.rule)
    default: nil
    }
  }

  /// The address after a container that the event does not store; only its bytes must be valid.
  private func containerEnd(
    _ start: UnsafePointer<UInt8>, _ rule: FieldRule
  ) -> UnsafePointer<UInt8>? {
    let containers = memory.value.containers
    return rule.type == .objects
      ? containers.end(ofObjectsAt: start) : containers.end(ofObjectAt: start)
  }

  private func amountEnd(
    _ start: UnsafePointer<UInt8>, _ event: UnsafeMutablePointer<Event>
  ) -> UnsafePointer<UInt8>? {
    var end = start
    while end - start < 40, end[0] != 0x2C, end[0] != 0x7D, end[0] > 0x20 { end += 1 }
    guard let value = parseDecimal(UnsafeRawBufferPointer(start: start, count: end - start)) else {
      return nil
    }
    event.pointee.amount = value
    return end
  }

  /// The address after the `crc` whose field begins at `end` and whose digits begin at `digits`;
  /// `nil` if it is not right.
  @inline(never)
  func checksumEnd(
    _ line: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ digits: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8>? {
    guard digits[8] == 0x22,
      let stated = CRC32C.parse(hex: UnsafeRawBufferPointer(start: digits, count: 8)),
      stated == CRC32C.of(UnsafeRawBufferPointer(start: line, count: end - line))
    else { return nil }
    return digits + 9
  }
}
