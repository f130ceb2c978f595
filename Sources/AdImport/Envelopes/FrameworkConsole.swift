/// The layouts of consoles of frameworks for several systems.
///
/// | written by | looks like |
/// |---|---|
/// | `flutter run` on iOS | `flutter: message` |
/// | React Native's Metro | ` LOG  message`, ` (NOBRIDGE) WARN  message` |
/// | React Native on iOS | `2026-11-20 10:15:02.123 [info][tid:main][File.m:33] message` |
/// | Capacitor on iOS | `⚡️  [log] - message` |
enum FrameworkConsole {
  static let envelopes = [
    LogEnvelope("flutter run", nil, { flutter(&$0) }),
    LogEnvelope("Metro", nil, trait: .quotesText, { metro(&$0) }),
    LogEnvelope("React Native", .iOS, trait: .quotesText, isDated: true, { reactNative(&$0) }),
    LogEnvelope("Capacitor", .iOS, { capacitor(&$0) }),
  ]

  static func flutter(_ cursor: inout LogCursor) -> LogLine? {
    guard cursor.skip("flutter:") else { return nil }
    return line(cursor)
  }

  static func metro(_ cursor: inout LogCursor) -> LogLine? {
    if cursor.skip("(NOBRIDGE) ") || cursor.skip("(NO BRIDGE) ") { cursor.skipSpaces() }
    return skipLevelWord(&cursor) ? line(cursor) : nil
  }

  /// Skips a word of Metro and the wide space behind it.
  static func skipLevelWord(_ cursor: inout LogCursor) -> Bool {
    let start = cursor.index
    if cursor.skipAny(words), cursor.isAtEnd || cursor.spaces() >= 2 { return true }
    cursor.goBack(to: start)
    return false
  }

  private static let words: [StaticString] = ["LOG", "INFO", "WARN", "ERROR", "DEBUG", "TRACE"]

  static func reactNative(_ cursor: inout LogCursor) -> LogLine? {
    guard let time = cursor.time(), cursor.skip(" ["),
      let level = cursor.text(before: "]", within: 16), !level.isEmpty, cursor.skip("[tid:"),
      cursor.text(before: "]", within: 80) != nil
    else { return nil }
    let start = cursor.index
    if cursor.skip("["), cursor.text(before: "]", within: 80) == nil { cursor.goBack(to: start) }
    var line = line(cursor)
    line.time = time
    return line
  }

  static func capacitor(_ cursor: inout LogCursor) -> LogLine? {
    guard cursor.skip("\u{26A1}") else { return nil }
    _ = cursor.skip("\u{FE0F}")
    return line(cursor)
  }

  private static func line(_ cursor: LogCursor) -> LogLine {
    var line = LogLine()
    line.message = cursor.rest
    return line
  }
}
