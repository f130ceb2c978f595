/// The layouts of the `log` tool of macOS.
///
/// | form | looks like |
/// |---|---|
/// | default | `2026-11-20 10:15:02.123456+0100 0x1f2a Default 0x0 437 0 App: (Lib) message` |
/// | compact | `2026-11-20 10:15:02.123 Df App[437:1f2a] (Lib) message` |
/// | syslog | `2026-11-20 10:15:02.123456+0100 phone App[437]: (Lib) message` |
///
/// `[subsystem:category]` may precede the message. `log stream` may have no column for the TTL.
enum UnifiedLog {
  static let envelopes = [
    LogEnvelope("log show", .iOS, isDated: true, { columns(&$0) }),
    LogEnvelope("log show compact", .iOS, isDated: true, { compact(&$0) }),
    LogEnvelope("log show syslog", .iOS, isDated: true, { syslog(&$0) }),
  ]

  static func columns(_ cursor: inout LogCursor) -> LogLine? {
    guard let time = cursor.time() else { return nil }
    cursor.skipSpaces()
    guard cursor.skip("0x"), !cursor.word().isEmpty, cursor.spaces() > 0,
      !cursor.word().isEmpty, cursor.spaces() > 0, cursor.skip("0x"), !cursor.word().isEmpty,
      cursor.spaces() > 0, let process = cursor.process(), cursor.spaces() > 0
    else { return nil }
    let start = cursor.index
    if cursor.process() == nil || cursor.spaces() == 0 { cursor.goBack(to: start) }
    guard let name = cursor.text(before: ":", within: 100) else { return nil }
    var line = LogLine()
    line.time = time
    line.process = process
    line.name = LogCursor.trimmed(name, of: cursor.bytes)
    readOrigin(&cursor, &line)
    line.message = cursor.rest
    return line
  }

  static func compact(_ cursor: inout LogCursor) -> LogLine? {
    guard let time = cursor.time() else { return nil }
    cursor.skipSpaces()
    guard isTyped(cursor) else { return nil }
    _ = cursor.word()
    cursor.skipSpaces()
    var line = LogLine()
    line.time = time
    guard readProcess(&cursor, &line) else { return nil }
    readOrigin(&cursor, &line)
    line.message = cursor.rest
    return line
  }

  static func syslog(_ cursor: inout LogCursor) -> LogLine? {
    guard let time = cursor.time() else { return nil }
    cursor.skipSpaces()
    var line = LogLine()
    line.time = time
    guard readProcessBehindHost(&cursor, &line), cursor.skip(":") else { return nil }
    readOrigin(&cursor, &line)
    line.message = cursor.rest
    return line
  }

  /// Whether the next word is the type of a compact line, with another word behind it.
  static func isTyped(_ cursor: LogCursor) -> Bool {
    var cursor = cursor
    return cursor.skipAny(types)
  }

  private static let types: [StaticString] = ["Df ", "Db ", "I ", "E ", "F ", "A ", "Er ", "Ft "]

  /// Reads `App[437:73707]`.
  static func readProcess(_ cursor: inout LogCursor, _ line: inout LogLine) -> Bool {
    guard let name = cursor.text(before: "[", within: 64), let process = cursor.process(),
      cursor.skip(":"), let thread = cursor.text(before: "]", within: 20), !thread.isEmpty
    else { return false }
    line.process = process
    line.name = LogCursor.trimmed(name, of: cursor.bytes)
    return !line.name.isEmpty
  }

  /// Reads `phone App(Library)[437]`, also with curly brackets, and without the phone.
  static func readProcessBehindHost(_ cursor: inout LogCursor, _ line: inout LogLine) -> Bool {
    let start = cursor.index
    guard let text = cursor.text(before: "[", within: 128), let process = cursor.process(),
      cursor.skip("]")
    else { return false }
    line.process = process
    let bytes = cursor.bytes
    var end = text.upperBound
    for (open, close) in [(0x28, 0x29), (0x7B, 0x7D)] as [(UInt8, UInt8)]
    where bytes[text].last == close {
      guard let first = bytes[text].firstIndex(of: open) else { return false }
      line.library = first + 1..<end - 1
      end = first
    }
    let names = LogCursor.trimmed(start..<end, of: bytes)
    let space = bytes[names].lastIndex(of: 0x20)
    line.name = (space.map { $0 + 1 } ?? names.lowerBound)..<names.upperBound
    return !line.name.isEmpty
  }

  /// Reads `(Library) [subsystem:category] `.
  static func readOrigin(_ cursor: inout LogCursor, _ line: inout LogLine) {
    cursor.skipSpaces()
    let start = cursor.index
    if cursor.skip("("), let library = cursor.text(before: ")", within: 80),
      isOneWord(library, cursor.bytes), cursor.spaces() > 0
    {
      line.library = library
    } else {
      cursor.goBack(to: start)
    }
    let behind = cursor.index
    if cursor.skip("["), let subsystem = cursor.text(before: ":", within: 80),
      isOneWord(subsystem, cursor.bytes), cursor.bytes[subsystem].contains(UInt8(ascii: ".")),
      let category = cursor.text(before: "]", within: 80), isCategory(category, cursor.bytes)
    {
      if line.library.isEmpty || isFoundation(line.library, cursor.bytes) {
        line.library = subsystem.lowerBound..<category.upperBound
      }
    } else {
      cursor.goBack(to: behind)
    }
  }

  private static func isOneWord(_ part: Range<Int>, _ bytes: [UInt8]) -> Bool {
    !part.isEmpty && !bytes[part].contains(where: LogCursor.isSpace)
  }

  private static func isCategory(_ part: Range<Int>, _ bytes: [UInt8]) -> Bool {
    !bytes[part].contains(UInt8(ascii: ":"))
  }

  /// Whether a library only passes on what others log.
  private static func isFoundation(_ part: Range<Int>, _ bytes: [UInt8]) -> Bool {
    bytes.isEqual(part, "CoreFoundation") || bytes.isEqual(part, "Foundation")
  }
}
