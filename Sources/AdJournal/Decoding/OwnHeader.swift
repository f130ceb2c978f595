internal import AdSession
internal import JSONLines

/// What `session.began` and `config.changed` say in the writer's own layout.
extension OwnReader {
  /// Reads a field of the header, or a policy; false where the general path must look.
  func headerValue(
    _ place: inout OwnPlace, _ field: UnsafePointer<OwnField>, _ block: ParsedBlock,
    _ event: UnsafeMutablePointer<Event>
  ) -> Bool {
    let name = field.pointee.name
    if name == .policy { return policy(&place, field) }
    // A header begins with its first field, which it must have.
    if name == .app { memory.pointee.headers.begin() }
    guard let header = memory.pointee.headers.header else { return false }
    switch field.pointee.rule.type {
    case .string: return headerText(&place, field, header)
    case .integer:
      guard let value = place.integer() else { return false }
      HeaderDecoder.setNumber(name, value, header)
      if field.pointee.rule.storage == .numberA {
        event.pointee.numberA = value
        event.pointee.numbersPresent |= 1
      }
    case .boolean:
      guard let value = place.truth() else { return false }
      HeaderDecoder.setTruth(name, value, header)
    case .strings: return captures(&place, name, block, header)
    default: return false
    }
    return true
  }

  private func policy(_ place: inout OwnPlace, _ field: UnsafePointer<OwnField>) -> Bool {
    guard let bytes = container(&place, field.pointee.rule) else { return false }
    memory.pointee.headers.policy = HeaderDecoder.policy(JSONValue(bytes, type: .object))
    return true
  }

  private func headerText(
    _ place: inout OwnPlace, _ field: UnsafePointer<OwnField>, _ header: Header
  ) -> Bool {
    guard let count = place.text() else { return false }
    if field.pointee.rule.list != 0 {
      guard let word = words.find(place.start), let build = Word(rawValue: word.pointee.number),
        word.pointee.lists &>> UInt64(field.pointee.rule.list) & 1 != 0
      else { return false }
      header.build = build
    } else {
      let text = memory.pointee.headers.text(place.start, count)
      HeaderDecoder.setText(field.pointee.name, text, header)
    }
    place.start += count + 1
    return true
  }

  /// A list of classes that another header had as well.
  private func captures(
    _ place: inout OwnPlace, _ name: FieldName, _ block: ParsedBlock, _ header: Header
  ) -> Bool {
    let end = UnsafePointer(block.buffer.assumingMemoryBound(to: UInt8.self)) + block.count
    let bytes = UnsafeRawBufferPointer(start: place.start, count: end - place.start)
    guard name == .captures,
      let (classes, count) = memory.pointee.headers.captures.known(atBeginningOf: bytes)
    else { return false }
    header.captures = classes
    place.start += count
    return true
  }

  /// The header of a line that the general path found to be a whole `session.began`.
  func header(_ fields: FieldList, in line: UnsafeRawBufferPointer) -> Header {
    HeaderDecoder.header(fields, in: line, &memory.pointee.headers.captures)
  }

  /// Adds what a whole line said to the block.
  @inline(never)
  func finish(_ parsed: UnsafeMutablePointer<ParsedLine>, _ block: ParsedBlock) {
    if let header = memory.pointee.headers.end(parsed.pointee.event.kind) {
      parsed.pointee.extra = Int32(block.headers.count)
      block.headers.append(header)
    } else {
      parsed.pointee.extra = Int32(block.policies.count)
      block.policies.append(memory.pointee.headers.policy)
    }
  }
}

/// What headers of lines before said: those of one app and one device have most texts in common.
struct HeaderMemo {
  /// The header of the line that is being read; nil until it has its first field.
  private(set) var header: Header?
  /// The policy of that line, if it has one.
  var policy: [PolicySetting] = []
  /// The lists of classes.
  var captures = CapturesMemo()

  private struct Text {
    /// The bytes, zeros behind them.
    var bytes: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    var count = 0
    var string = ""
  }

  private var texts = [Text](repeating: Text(), count: 1 << Int(Self.slotBits))
  private static let slotBits: UInt64 = 6
  /// Longer texts are made anew each time.
  private static let longest = 32

  mutating func begin() {
    header = Header()
    if !policy.isEmpty { policy = [] }
  }

  /// The header of a whole line, which nobody changes from here on; nil for another kind.
  mutating func end(_ kind: EventKind) -> Header? {
    guard kind == .sessionBegan, let ended = header else { return nil }
    if !policy.isEmpty { ended.policy = policy }
    header = nil
    return ended
  }

  /// A plain text as a string, the one that was made before if there is one.
  mutating func text(_ start: UnsafePointer<UInt8>, _ count: Int) -> String {
    guard count <= Self.longest else { return Self.string(start, count) }
    let bytes = (
      Self.word(start, 0, count), Self.word(start, 8, count), Self.word(start, 16, count),
      Self.word(start, 24, count)
    )
    let mixed = (bytes.0 ^ bytes.1 &* 3 ^ bytes.2 &* 5) &* 0xD6E8_FEB8_6659_FD93
    let slot = Int(truncatingIfNeeded: mixed &>> (64 &- Self.slotBits))
    if texts[slot].count == count, texts[slot].bytes == bytes { return texts[slot].string }
    let string = Self.string(start, count)
    texts[slot] = Text(bytes: bytes, count: count, string: string)
    return string
  }

  private static func string(_ start: UnsafePointer<UInt8>, _ count: Int) -> String {
    String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// Eight bytes of a text of `count` bytes; zero beyond its end.
  private static func word(_ text: UnsafePointer<UInt8>, _ offset: Int, _ count: Int) -> UInt64 {
    let word = Octets.load(text + offset)
    let rest = count - offset
    if rest >= 8 { return word }
    return rest <= 0 ? 0 : word & ~(~0 &<< UInt64(truncatingIfNeeded: rest &* 8))
  }
}
