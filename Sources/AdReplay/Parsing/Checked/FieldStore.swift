internal import AdSession
internal import JSONLines

extension RecordDecoder {
  /// Puts the value of one of the kind's fields into the event; false if its type is wrong.
  @inline(__always)
  mutating func store(
    _ rule: FieldRule, _ key: UInt8, _ source: Source, _ block: ParsedBlock, _ event: inout Event
  ) -> Bool {
    switch rule.type {
    case .string:
      guard source.field.type == .string else { return false }
      storeText(rule, key, source, block, &event)
      return true
    case .integer: return storeInteger(rule, source, &event)
    case .boolean:
      guard source.field.type == .boolean else { return false }
      event.flagsPresent |= rule.flag
      if source.start.pointee == 0x74 { event.flags |= rule.flag }
      return true
    default: return storeRare(rule, source, &event)
    }
  }

  @inline(__always)
  private func storeText(
    _ rule: FieldRule, _ key: UInt8, _ source: Source, _ block: ParsedBlock, _ event: inout Event
  ) {
    switch rule.storage {
    case .symbol(let slot):
      let text = source.text(block)
      event[slot] = Symbol(id: block.addText(text.start, text.count))
    case .word(let slot):
      let text = source.text(block)
      storeWord(rule, slot, key, text.start, text.count, block, &event)
    default: countIfUnknown(rule, key, source, block)
    }
  }

  @inline(__always)
  private func storeWord(
    _ rule: FieldRule, _ slot: Event.WordSlot, _ key: UInt8, _ text: UnsafePointer<UInt8>,
    _ count: Int,
    _ block: ParsedBlock, _ event: inout Event
  ) {
    let found = words.find(text, count)
    let isListed = rule.list == 0 || table.lists[Int(rule.list)].contains(found)
    if !isListed {
      block.unknownValues[Int(key)] &+= 1
      // There is one suppression per `why`, whatever that says.
      if event.kind == .suppressionBegan || event.kind == .suppressionEnded {
        event.text = Symbol(id: block.addText(text, count))
      }
    }
    event[slot] = isListed ? Word(rawValue: found) ?? .unrecognised : .unrecognised
  }

  /// Counts a listed value of a field that events do not keep (`build` of the header).
  private func countIfUnknown(
    _ rule: FieldRule, _ key: UInt8, _ source: Source, _ block: ParsedBlock
  ) {
    guard rule.list != 0 else { return }
    let text = source.text(block)
    if !table.lists[Int(rule.list)].contains(words.find(text.start, text.count)) {
      block.unknownValues[Int(key)] += 1
    }
  }

  @inline(__always)
  private func storeInteger(_ rule: FieldRule, _ source: Source, _ event: inout Event) -> Bool {
    guard let value = source.integer() else { return false }
    if case .number(let slot) = rule.storage { event[slot] = value }
    return true
  }

  /// Decimal numbers and containers.
  @inline(never)
  private mutating func storeRare(_ rule: FieldRule, _ source: Source, _ event: inout Event) -> Bool
  {
    switch rule.type {
    case .number:
      guard let value = source.value.decimal else { return false }
      if rule.storage == .amount { event.amount = value }
      return true
    case .object: return source.field.type == .object
    case .strings: return isArrayOfStrings(source)
    case .objects: return isArray(source, of: .object)
    default: return true
    }
  }

  private mutating func isArrayOfStrings(_ source: Source) -> Bool {
    if strings.place(of: source.bytes) != nil { return true }
    guard isArray(source, of: .string) else { return false }
    _ = strings.keep(source.bytes)
    return true
  }

  private func isArray(_ source: Source, of type: ValueType) -> Bool {
    guard source.field.type == .array else { return false }
    var cursor = JSONCursor(source.value)
    while let element = cursor.next() {
      if element.value.type != type { return false }
    }
    return true
  }
}
