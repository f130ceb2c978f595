internal import AdSession
internal import JSONLines

/// The values of fields in the writer's own layout.
extension OwnReader {
  /// Reads the value of a field, from its first byte (of a text: from behind the quote), and puts it
  /// where it belongs; false where the general path must look.
  @inline(__always)
  func value(
    _ place: inout OwnPlace, _ field: UnsafePointer<OwnField>, _ block: ParsedBlock,
    _ event: UnsafeMutablePointer<Event>
  ) -> Bool {
    switch field.pointee.action {
    case .symbol:
      let number = memory.pointee.texts.number(&place, field.pointee.memory, block)
      store(Symbol(id: number), field, event)
      return number != 0
    case .word: return word(&place, field, event)
    case .boolean:
      guard let value = place.truth() else { return false }
      event.pointee.flagsPresent |= field.pointee.rule.flag
      if value { event.pointee.flags |= field.pointee.rule.flag }
      return true
    case .integer: return integer(&place, field, event)
    case .text: return text(&place)
    default: return rareValue(&place, field, block, event)
    }
  }

  @inline(__always)
  private func store<Value>(
    _ value: Value, _ field: UnsafePointer<OwnField>, _ event: UnsafeMutablePointer<Event>
  ) {
    (UnsafeMutableRawPointer(event) + Int(field.pointee.place))
      .assumingMemoryBound(to: Value.self).pointee = value
  }

  @inline(__always)
  private func word(
    _ place: inout OwnPlace, _ field: UnsafePointer<OwnField>, _ event: UnsafeMutablePointer<Event>
  ) -> Bool {
    let list = UInt64(field.pointee.rule.list)
    if let name = words.find(place.start) {
      guard name.pointee.lists &>> list & 1 != 0,
        let word = Word(rawValue: name.pointee.number)
      else { return false }
      store(word, field, event)
      place.start += name.pointee.count
      return true
    }
    guard list == 0, text(&place) else { return false }
    store(Word.unrecognised, field, event)
    return true
  }

  @inline(__always)
  private func text(_ place: inout OwnPlace) -> Bool {
    guard let count = place.text() else { return false }
    place.start += count &+ 1
    return true
  }

  @inline(__always)
  private func integer(
    _ place: inout OwnPlace, _ field: UnsafePointer<OwnField>, _ event: UnsafeMutablePointer<Event>
  ) -> Bool {
    guard let value = place.integer() else { return false }
    let present = field.pointee.present
    if present != 0 {
      store(value, field, event)
      event.pointee.numbersPresent |= present
    }
    return true
  }

  @inline(never)
  private func rareValue(
    _ place: inout OwnPlace, _ field: UnsafePointer<OwnField>, _ block: ParsedBlock,
    _ event: UnsafeMutablePointer<Event>
  ) -> Bool {
    switch field.pointee.action {
    case .amount: return amount(&place, event)
    case .container: return container(&place, field.pointee.rule) != nil
    case .header: return headerValue(&place, field, block, event)
    default: return false
    }
  }

  /// A container of which the event keeps nothing; only its bytes must be right.
  func container(_ place: inout OwnPlace, _ rule: FieldRule) -> UnsafeRawBufferPointer? {
    let start = place.start
    let end =
      rule.type == .objects
      ? containers.end(ofObjectsAt: start) : containers.end(ofObjectAt: start)
    guard let end else { return nil }
    place.start = end
    return UnsafeRawBufferPointer(start: start, count: end - start)
  }

  private func amount(_ place: inout OwnPlace, _ event: UnsafeMutablePointer<Event>) -> Bool {
    let start = place.start
    var end = start
    while end - start < 40, end[0] != 0x2C, end[0] != 0x7D, end[0] > 0x20 { end += 1 }
    guard let value = parseDecimal(UnsafeRawBufferPointer(start: start, count: end - start)) else {
      return false
    }
    event.pointee.numberA = Int64(bitPattern: value.bitPattern)
    event.pointee.numbersPresent |= 1
    place.start = end
    return true
  }

  /// The value of a `crc` whose field begins at `end`; the place is then behind its quote.
  @inline(__always)
  func checksum(
    _ line: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ place: inout OwnPlace
  ) -> Bool {
    guard place.start[8] == 0x22,
      let said = CRC32C.parse(hex: UnsafeRawBufferPointer(start: place.start, count: 8)),
      said == CRC32C.of(UnsafeRawBufferPointer(start: line, count: end - line))
    else { return false }
    place.start += 9
    return true
  }
}
