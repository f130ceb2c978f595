internal import JournalFormat
internal import AdSession
internal import JSONLines

/// The values of `session.began` and `config.changed` in canonical lines.
extension CanonicalParser {
  /// Reads a field of the header, or a policy, and returns the address after it; `nil` if another pass
  /// must read the line.
  func headerValueEnd(
    _ start: UnsafePointer<UInt8>, _ field: UnsafePointer<CanonicalField>, _ block: ParsedBlock,
    _ event: UnsafeMutablePointer<Event>
  ) -> UnsafePointer<UInt8>? {
    let headers = memory.headers
    let name = field.pointee.name
    // A header begins with its first field, which is required.
    if name == .app { headers.pointee.begin() }
    var cursor = CanonicalCursor(start: start)
    switch field.pointee.rule.type {
    case .string:
      if field.pointee.rule.list != 0 { return buildEnd(start, field, headers) }
      return headers.pointee.textEnd(start, name)
    case .integer:
      guard let value = cursor.integer() else { return nil }
      if case .number(let slot) = field.pointee.rule.storage { event.pointee[slot] = value }
      headers.pointee.parts.set(name, value)
    case .boolean:
      guard let value = cursor.boolean() else { return nil }
      headers.pointee.parts.set(name, value)
    case .object:
      guard let bytes = container(&cursor, field.pointee.rule) else { return nil }
      headers.pointee.parts.policy = PolicySetting.all(in: JSONValue(bytes, type: .object))
    default: return capturesEnd(start, name, block, headers)
    }
    return cursor.start
  }

  /// Moves past a part of the header, given by its field's index in the layout; returns false if another
  /// pass must read the line.
  @inline(never)
  func skipHeaderPart(
    _ cursor: inout LineCursor, _ index: Int, _ block: ParsedBlock, _ parsed: Cell<ParsedLine>
  ) -> Bool {
    let headers = memory.headers
    let field = memory.value.layout.fields + index
    if parsed.value.extra == nil {
      headers.pointee.begin()
      parsed.value.extra = 0
    }
    if field.pointee.rule.type == .string, !cursor.skip(0x22) { return false }
    let start = cursor.address
    // In a canonical line `app` comes first and begins the header.
    let end =
      field.pointee.name == .app
      ? headers.pointee.textEnd(start, .app) : headerValueEnd(start, field, block, parsed.event)
    guard let end else { return false }
    cursor = LineCursor(end)
    return true
  }

  private func buildEnd(
    _ start: UnsafePointer<UInt8>, _ field: UnsafePointer<CanonicalField>,
    _ headers: UnsafeMutablePointer<HeaderCache>
  ) -> UnsafePointer<UInt8>? {
    guard let word = memory.value.layout.word(start),
      word.pointee.lists &>> UInt64(field.pointee.rule.list) & 1 != 0
    else { return nil }
    headers.pointee.parts.build = word.pointee.word
    return start + word.pointee.count
  }

  /// A list of classes that an earlier header had.
  private func capturesEnd(
    _ start: UnsafePointer<UInt8>, _ name: FieldName, _ block: ParsedBlock,
    _ headers: UnsafeMutablePointer<HeaderCache>
  ) -> UnsafePointer<UInt8>? {
    let rest = UnsafeRawPointer(block.buffer) + block.count - UnsafeRawPointer(start)
    guard name == .captures,
      let (classes, count) = headers.pointee.captures.known(atBeginningOf: start, rest)
    else { return nil }
    headers.pointee.parts.captures = classes
    return start + count
  }

  /// Adds a list of classes that another pass decoded; later headers with the same list are canonical.
  func addCaptures(_ list: ByteView, _ classes: ClassSet) {
    memory.value.headers.captures.add(list, classes)
  }

  /// Adds the header or the policy of a valid line to the block.
  @inline(never)
  func finish(_ parsed: Cell<ParsedLine>, _ block: ParsedBlock) {
    if parsed.value.event.kind == .sessionBegan {
      block.add(memory.value.headers.end(), of: parsed)
    } else {
      block.add(memory.value.headers.parts.policy, of: parsed)
    }
  }
}

extension Header.Parts {
  fileprivate mutating func set(_ name: FieldName, _ number: Int64) {
    switch name {
    case .utcOffsetMin: utcOffsetMinutes = number
    case .launchCount: launchCount = number
    default: break
    }
  }

  fileprivate mutating func set(_ name: FieldName, _ truth: Bool) {
    switch name {
    case .multiScene: multiScene = truth
    case .testDevice: testDevice = truth
    case .checksums: checksums = truth
    default: break
    }
  }
}
