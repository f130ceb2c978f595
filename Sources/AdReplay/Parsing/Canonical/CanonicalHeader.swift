internal import JournalFormat
internal import AdSession
internal import JSONLines

/// What `session.began` and `config.changed` say in the writer's own layout.
extension CanonicalParser {
  /// Reads a field of the header, or a policy, and returns the byte behind it; nil where the general
  /// path must look.
  func headerValueEnd(
    _ start: UnsafePointer<UInt8>, _ field: UnsafePointer<CanonicalField>, _ block: ParsedBlock,
    _ event: UnsafeMutablePointer<Event>
  ) -> UnsafePointer<UInt8>? {
    let headers = memory.headers
    let name = field.pointee.name
    // A header begins with its first field, which it must have.
    if name == .app { headers.pointee.begin() }
    var place = CanonicalCursor(start: start)
    switch field.pointee.rule.type {
    case .string:
      if field.pointee.rule.list != 0 { return buildEnd(start, field, headers) }
      return headers.pointee.textEnd(start, name)
    case .integer:
      guard let value = place.integer() else { return nil }
      if case .number(let slot) = field.pointee.rule.storage { event.pointee[slot] = value }
      headers.pointee.parts.set(name, value)
    case .boolean:
      guard let value = place.truth() else { return nil }
      headers.pointee.parts.set(name, value)
    case .object:
      guard let bytes = container(&place, field.pointee.rule) else { return nil }
      headers.pointee.parts.policy = PolicySetting.all(in: JSONValue(bytes, type: .object))
    default: return capturesEnd(start, name, block, headers)
    }
    return place.start
  }

  private func buildEnd(
    _ start: UnsafePointer<UInt8>, _ field: UnsafePointer<CanonicalField>,
    _ headers: UnsafeMutablePointer<HeaderCache>
  ) -> UnsafePointer<UInt8>? {
    guard let word = memory.pointee.layout.word(start),
      word.pointee.lists &>> UInt64(field.pointee.rule.list) & 1 != 0
    else { return nil }
    headers.pointee.parts.build = word.pointee.word
    return start + word.pointee.count
  }

  /// A list of classes that another header had as well.
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

  /// The header of a line that the general path found to be a whole `session.began`.
  func header(_ fields: FieldList, in line: UnsafeRawBufferPointer) -> Header {
    HeaderDecoder.header(fields, in: line, &memory.pointee.headers.captures)
  }

  /// Adds what a whole line said to the block.
  @inline(never)
  func finish(_ parsed: Cell<ParsedLine>, _ block: ParsedBlock) {
    if parsed.value.event.kind == .sessionBegan {
      parsed.value.extra = Int32(block.headers.count)
      block.add(memory.pointee.headers.end())
    } else {
      parsed.value.extra = Int32(block.policies.count)
      block.add(memory.pointee.headers.parts.policy)
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
