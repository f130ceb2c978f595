/// The layouts of Android Studio's Logcat window.
///
/// | form | looks like |
/// |---|---|
/// | old | `2026-11-20 10:15:02.123 4711-4712/com.example.app I/Ads: message` |
/// | standard | `2026-11-20 10:15:02.123  4711-4712  Ads   com.example.app   I  message` |
/// | compact | `10:15:02.123  Ads   I  message`, `10:15:02.123  I  message` |
/// | without times | `Ads   com.example.app   I  message` |
/// | start of a process | `--- PROCESS STARTED (4711) for package com.example.app ---` |
///
/// Old lines can lack the time and the package (`4711-4712/? I/Ads: message`), standard lines the
/// package.
enum AndroidStudioConsole {
  static let envelopes = [
    LogEnvelope("Android Studio", .android, isDated: true, { standard(&$0) }),
    LogEnvelope("Android Studio before 2022", .android, { old(&$0) }),
    LogEnvelope("Android Studio compact", .android, { compact(&$0) }),
    LogEnvelope("Android Studio without times", .android, { timeless(&$0) }),
    LogEnvelope("Android Studio process", .android, trait: .hasNoMessage, { process(&$0) }),
  ]

  static func old(_ cursor: inout LogCursor) -> LogLine? {
    var line = LogLine()
    line.time = cursor.time()
    if line.time == nil { skipCutTime(&cursor) }
    _ = cursor.skip(":")
    cursor.skipSpaces()
    guard let process = ids(&cursor), cursor.skip("/") else { return nil }
    let name = cursor.word()
    cursor.skipSpaces()
    guard cursor.level(), cursor.skip("/"), let tag = cursor.text(before: ":", within: 120) else {
      return nil
    }
    line.process = process
    line.name = known(name, cursor.bytes)
    line.tag = LogCursor.trimmed(tag, of: cursor.bytes)
    line.message = cursor.rest
    return line
  }

  /// Skips the end of a time whose beginning a copy left out: `:02.123`, `15:02.123`.
  private static func skipCutTime(_ cursor: inout LogCursor) {
    let start = cursor.index
    while let byte = cursor.current, LogByte.isDigit(byte) || byte == 0x3A || byte == 0x2E {
      cursor.advance()
    }
    if cursor.current != 0x20 || !cursor.bytes[start..<cursor.index].contains(0x3A) {
      cursor.goBack(to: start)
    }
  }

  static func standard(_ cursor: inout LogCursor) -> LogLine? {
    guard let time = cursor.time() else { return nil }
    cursor.skipSpaces()
    guard let process = ids(&cursor), cursor.spaces() > 0 else { return nil }
    guard var line = columns(&cursor, gap: 1), !line.tag.isEmpty else { return nil }
    line.time = time
    line.process = process
    return line
  }

  static func compact(_ cursor: inout LogCursor) -> LogLine? {
    guard let time = cursor.timeOfDay(), cursor.spaces() > 0 else { return nil }
    guard var line = columns(&cursor, gap: 1) else { return nil }
    line.time = time
    return line
  }

  static func timeless(_ cursor: inout LogCursor) -> LogLine? {
    guard let first = cursor.current, LogByte.isWord(first), !LogByte.isDigit(first) else {
      return nil
    }
    let start = cursor.index
    guard let line = columns(&cursor, gap: 2), line.tag.count != 1 else { return nil }
    // Not `default   10:15:02.123   I  …`, nor a word of a level of another console.
    cursor.goBack(to: start)
    return FrameworkConsole.skipLevelWord(&cursor) ? nil : line
  }

  static func process(_ cursor: inout LogCursor) -> LogLine? {
    guard cursor.skip("---") else { return nil }
    while cursor.skip("-") {}
    let isStart = cursor.skip(" PROCESS STARTED (")
    guard isStart || cursor.skip(" PROCESS ENDED (") else { return nil }
    guard let process = cursor.process(), cursor.skip(") for package ") else { return nil }
    var line = LogLine()
    line.process = process
    line.name = cursor.word()
    line.message = line.name.lowerBound..<line.name.lowerBound
    return line
  }

  /// Reads `4711-4712`.
  private static func ids(_ cursor: inout LogCursor) -> Int? {
    guard let process = cursor.process(), cursor.skip("-"), cursor.process() != nil else {
      return nil
    }
    return process
  }

  /// The range of a package; empty for an unknown one: `?`, `pid-4711`.
  private static func known(_ name: Range<Int>, _ bytes: [UInt8]) -> Range<Int> {
    bytes.isEqual(name, "?") || bytes.hasPrefix("pid-", at: name.lowerBound)
      ? name.lowerBound..<name.lowerBound : name
  }

  /// Reads `Ads   com.example.app   I  message`; the tag and the package are optional.
  ///
  /// The level is the first word that is a letter of a level with wide spaces around it. Where the
  /// copy has no wide spaces, it is the first such letter with at least `gap` spaces around it.
  private static func columns(_ cursor: inout LogCursor, gap: Int) -> LogLine? {
    let start = cursor.index
    guard let level = level(cursor, gap: max(gap, 2)) ?? (gap < 2 ? level(cursor, gap: 1) : nil)
    else { return nil }
    var line = LogLine()
    cursor.goBack(to: level + 1)
    line.message = cursor.rest
    readTag(LogCursor.trimmed(start..<level, of: cursor.bytes), &line, cursor.bytes)
    return line
  }

  /// The index of the letter of the level, in the first 150 bytes.
  private static func level(_ cursor: LogCursor, gap: Int) -> Int? {
    let bytes = cursor.bytes
    var spaces = gap
    for index in cursor.index..<min(bytes.count, cursor.index + 150) {
      let byte = bytes[index]
      if LogCursor.isSpace(byte) {
        spaces = byte == 0x09 ? gap : spaces + 1
        continue
      }
      let isWide = spaces >= gap && isWide(bytes, behind: index, gap)
      if isWide && LogCursor.isLevel(byte) { return index }
      spaces = 0
    }
    return nil
  }

  /// Whether spaces follow an index, or the end of the line.
  private static func isWide(_ bytes: [UInt8], behind index: Int, _ gap: Int) -> Bool {
    var end = index + 1
    while end < bytes.count, end <= index + gap, LogCursor.isSpace(bytes[end]) {
      if bytes[end] == 0x09 { return true }
      end += 1
    }
    return end > index + gap || end == bytes.count
  }

  /// Splits `Ads   com.example.app`.
  private static func readTag(_ part: Range<Int>, _ line: inout LogLine, _ bytes: [UInt8]) {
    line.tag = part
    guard let space = bytes[part].lastIndex(where: LogCursor.isSpace) else { return }
    let name = space + 1..<part.upperBound
    let isWide = LogCursor.isSpace(bytes[space - 1]) || bytes[space] == 0x09
    guard isWide || isPackage(name, bytes) else { return }
    line.tag = LogCursor.trimmed(part.lowerBound..<space, of: bytes)
    line.name = known(name, bytes)
  }

  private static func isPackage(_ part: Range<Int>, _ bytes: [UInt8]) -> Bool {
    bytes.hasPrefix("pid-", at: part.lowerBound)
      || LogByte.isLower(bytes[part.lowerBound]) && bytes[part].contains(UInt8(ascii: "."))
  }
}
