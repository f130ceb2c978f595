/// The layouts of `logcat` with the level before the tag, and those of `flutter run`.
///
/// | form | looks like |
/// |---|---|
/// | `time` | `11-20 10:15:02.123 I/Ads( 4711): message`, also with a colon behind the time |
/// | `brief` | `I/Ads( 4711): message` |
/// | `flutter run` | `I/flutter (4711): message` |
/// | `tag` | `I/Ads: message`, or the end of `threadtime`: `I Ads     : message` |
/// | `process` | `I( 4711) message  (Ads)` |
/// | `thread` | `I( 4711: 4712) message` |
/// | `long` | `[ 11-20 10:15:02.123  4711: 4712 I/Ads ]`, the message on the next line |
enum LogcatLayout {
  static let envelopes = [
    LogEnvelope("logcat brief", .android, { brief(&$0) }),
    LogEnvelope("logcat time", .android, isDated: true, { timed(&$0) }),
    LogEnvelope("logcat tag", .android, { tagged(&$0) }),
    LogEnvelope("logcat process", .android, { process(&$0) }),
    LogEnvelope("logcat long", .android, { long(&$0) }),
  ]

  /// Reads `I/Ads( 4711): message`.
  static func brief(_ cursor: inout LogCursor) -> LogLine? {
    guard cursor.level(), cursor.skip("/") else { return nil }
    let start = cursor.index
    var line = LogLine()
    // A tag can contain round brackets; the last ones before the colon have the process.
    while let before = cursor.text(before: "(", within: 120) {
      guard let process = lastProcess(&cursor), cursor.skip(")") else { continue }
      cursor.skipSpaces()
      guard cursor.skip(":") || cursor.isAtEnd else { continue }
      line.process = process
      line.tag = LogCursor.trimmed(start..<before.upperBound, of: cursor.bytes)
      line.message = cursor.rest
      return line
    }
    return nil
  }

  /// Reads ` 4711`, or `10123: 4711` with the user of `-v uid`.
  private static func lastProcess(_ cursor: inout LogCursor) -> Int? {
    cursor.skipSpaces()
    let first = cursor.process()
    guard first != nil, cursor.skip(":") else { return first }
    cursor.skipSpaces()
    return cursor.process()
  }

  /// Reads `11-20 10:15:02.123: I/Ads( 4711): message`, also with the tag only.
  static func timed(_ cursor: inout LogCursor) -> LogLine? {
    guard let time = cursor.time() else { return nil }
    _ = cursor.skip(":")
    cursor.skipSpaces()
    let start = cursor.index
    guard var line = brief(&cursor) ?? tagged(&cursor, from: start) else { return nil }
    line.time = time
    return line
  }

  private static func tagged(_ cursor: inout LogCursor, from start: Int) -> LogLine? {
    cursor.goBack(to: start)
    return tagged(&cursor)
  }

  /// Reads `I/Ads: message`, or `I Ads     : message`.
  static func tagged(_ cursor: inout LogCursor) -> LogLine? {
    guard cursor.level(), let mark = cursor.current, cursor.skip("/") || cursor.skip(" "),
      let tag = cursor.text(before: ":", within: 80), isTag(tag, cursor.bytes),
      mark == UInt8(ascii: "/") || isPadded(tag, cursor.bytes), cursor.isAtEnd || cursor.skip(" ")
    else { return nil }
    var line = LogLine()
    line.tag = LogCursor.trimmed(tag, of: cursor.bytes)
    line.message = cursor.rest
    return line
  }

  /// Whether a tag has the spaces with which `threadtime` fills eight columns.
  private static func isPadded(_ tag: Range<Int>, _ bytes: [UInt8]) -> Bool {
    tag.count == 8 && bytes[tag.upperBound - 1] == 0x20 && bytes[tag.lowerBound] != 0x20
  }

  /// Whether a text is a tag without a process behind it, and not the end of a word (`I/O`).
  private static func isTag(_ tag: Range<Int>, _ bytes: [UInt8]) -> Bool {
    let words = LogCursor.trimmed(tag, of: bytes)
    if words.isEmpty || bytes.isEqual(words, "O") || bytes.hasPrefix("O ", at: words.lowerBound) {
      return false
    }
    // `tag` pads nothing: words behind a space are text, except in a padded tag.
    return !bytes[words].contains { LogCursor.isSpace($0) || $0 == 0x28 || $0 == 0x29 }
  }

  /// Reads `I( 4711) message  (Ads)`, or `I( 4711: 4712) message`.
  static func process(_ cursor: inout LogCursor) -> LogLine? {
    guard cursor.level(), cursor.skip("(") else { return nil }
    cursor.skipSpaces()
    guard let process = cursor.process() else { return nil }
    var isThread = false
    if cursor.skip(":") {
      isThread = true
      cursor.skipSpaces()
      guard cursor.process() != nil else { return nil }
    }
    guard cursor.skip(")"), cursor.isAtEnd || cursor.skip(" ") else { return nil }
    var line = LogLine()
    line.process = process
    line.message = cursor.rest
    if !isThread { takeTag(of: &line, cursor.bytes) }
    return line
  }

  /// Moves `(Ads)` behind a message to the tag.
  private static func takeTag(of line: inout LogLine, _ bytes: [UInt8]) {
    let part = line.message
    guard bytes[part].last == UInt8(ascii: ")"),
      let open = bytes[part].lastIndex(of: UInt8(ascii: "(")), open > part.lowerBound,
      LogCursor.isSpace(bytes[open - 1])
    else { return }
    line.tag = LogCursor.trimmed(open + 1..<part.upperBound - 1, of: bytes)
    line.message = LogCursor.trimmed(part.lowerBound..<open, of: bytes)
  }

  /// Skips the user of `-v uid` in `10123: 4711: 4712` or `u0_a12: 4711: 4712`.
  private static func skipUser(_ cursor: inout LogCursor) {
    let start = cursor.index
    let first = cursor.text(before: ":", within: 20)
    let behind = cursor.index
    let isThird = cursor.spaces() >= 0 && cursor.process() != nil && cursor.skip(":")
    cursor.goBack(to: first != nil && isThird ? behind : start)
    cursor.skipSpaces()
  }

  /// Reads `[ 11-20 10:15:02.123  4711: 4712 I/Ads ]`.
  static func long(_ cursor: inout LogCursor) -> LogLine? {
    guard cursor.skip("[ ") else { return nil }
    var line = LogLine()
    guard let time = LogcatColumns.time(&cursor) else { return nil }
    line.time = time.value
    cursor.skipSpaces()
    skipUser(&cursor)
    guard let process = cursor.process(), cursor.skip(":") else { return nil }
    cursor.skipSpaces()
    guard !cursor.word().isEmpty else { return nil }
    cursor.skipSpaces()
    guard cursor.level(), cursor.skip("/"), let tag = cursor.text(before: "]", within: 120) else {
      return nil
    }
    line.process = process
    line.tag = LogCursor.trimmed(tag, of: cursor.bytes)
    line.message = cursor.rest
    return line
  }
}
