/// The layouts of Xcode's console.
///
/// | form | looks like |
/// |---|---|
/// | `NSLog` | `2026-11-20 10:15:02.123456+0100 App[437:73707] message` |
/// | `NSLog` without its time | `App[437:73707] message` |
/// | metadata | `Type: Error \| Timestamp: 2026-11-20 10:15:02.123456+01:00 \| Process: App \| …` |
///
/// Xcode 15 and later copy the metadata on the line behind the message.
enum XcodeConsole {
  static let envelopes = [
    LogEnvelope("Xcode console", .iOS, isDated: true, { plain(&$0) }),
    LogEnvelope("Xcode console without times", .iOS, { timeless(&$0) }),
    LogEnvelope("Xcode metadata", .iOS, trait: .followsMessage) { metadata(&$0) },
  ]

  static func plain(_ cursor: inout LogCursor) -> LogLine? {
    guard let time = cursor.time() else { return nil }
    cursor.skipSpaces()
    if UnifiedLog.isTyped(cursor) { return nil }
    var line = LogLine()
    line.time = time
    guard UnifiedLog.readProcess(&cursor, &line) else { return nil }
    UnifiedLog.readOrigin(&cursor, &line)
    line.message = cursor.rest
    return line
  }

  static func timeless(_ cursor: inout LogCursor) -> LogLine? {
    guard let byte = cursor.current, LogByte.isLetter(byte) || byte >= 0x80 else { return nil }
    var line = LogLine()
    guard UnifiedLog.readProcess(&cursor, &line), cursor.isAtEnd || cursor.skip(" "),
      !cursor.bytes[line.name].contains(where: LogCursor.isSpace)
    else { return nil }
    UnifiedLog.readOrigin(&cursor, &line)
    line.message = cursor.rest
    return line
  }

  static func metadata(_ cursor: inout LogCursor) -> LogLine? {
    let start = cursor.index
    guard
      cursor.bytes.hasPrefix("Type: ", at: start)
        || cursor.bytes.hasPrefix("Timestamp: ", at: start)
    else { return nil }
    var line = LogLine()
    var fields = 0
    while !cursor.isAtEnd {
      guard let key = cursor.text(before: ":", within: 40) else { return nil }
      cursor.skipSpaces()
      let end = cursor.bytes.firstIndex(of: "|", in: cursor.index..<cursor.bytes.count)
      let value = cursor.index..<(end ?? cursor.bytes.count)
      readField(key, LogCursor.trimmed(value, of: cursor.bytes), &line, cursor)
      cursor.goBack(to: end.map { $0 + 1 } ?? cursor.bytes.count)
      cursor.skipSpaces()
      fields += 1
    }
    line.message = cursor.bytes.count..<cursor.bytes.count
    return fields > 1 ? line : nil
  }

  private static func readField(
    _ key: Range<Int>, _ value: Range<Int>, _ line: inout LogLine, _ cursor: LogCursor
  ) {
    var cursor = cursor
    cursor.goBack(to: value.lowerBound)
    let bytes = cursor.bytes
    if bytes.isEqual(key, "Timestamp") {
      line.time = cursor.time()
    } else if bytes.isEqual(key, "Process") {
      line.name = value
    } else if bytes.isEqual(key, "PID") {
      line.process = cursor.process() ?? 0
    } else if bytes.isEqual(key, "Library") {
      line.library = value
    } else if bytes.isEqual(key, "Subsystem"), line.library.isEmpty {
      line.library = value
    }
  }
}
