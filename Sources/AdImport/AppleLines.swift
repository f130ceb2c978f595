/// Parses the line layouts of consoles and logs on Apple's systems.
///
/// | written by | looks like |
/// |---|---|
/// | `NSLog` in Xcode's console | `2026-11-20 10:15:02.123456+0100 App[437:73707] message` |
/// | `log show` | `2026-11-20 10:15:02.123456+0100 0x1f2a Default 0x0 437 0 App: (Lib) message` |
/// | `log show --style compact` | `2026-11-20 10:15:02.123 Df App[437:1f2a] (Lib) message` |
/// | `log show --style syslog` | `2026-11-20 10:15:02.123456+0100 phone App[437]: (Lib) message` |
/// | the system log | `Nov 20 10:15:02 phone App(Lib)[437] <Notice>: message` |
///
/// `[subsystem:category]` may precede the message. The message of `NSLog` may be on the next line.
enum AppleLines {
  static func line(_ bytes: [UInt8]) -> LogLine? {
    var cursor = LogCursor(bytes)
    var line = LogLine()
    guard let time = cursor.time() else { return nil }
    line.time = time
    cursor.skipSpaces()
    guard readColumns(&cursor, &line) || readBrackets(&cursor, &line) else { return nil }
    readOrigin(&cursor, &line)
    line.message = cursor.rest
    if bytes[line.message].starts(with: "<Google".utf8) { line.isOfSDK = true }
    line.isOfMax = isOfMax(line.message, bytes)
    return line
  }

  /// Whether AppLovin's SDK wrote a message.
  static func isOfMax(_ message: Range<Int>, _ bytes: [UInt8]) -> Bool {
    bytes[message].starts(with: "[AppLovinSdk]".utf8)
  }

  /// Reads `0x1f2a Default 0x0 437 0 App: `.
  private static func readColumns(_ cursor: inout LogCursor, _ line: inout LogLine) -> Bool {
    let start = cursor.index
    if readThread(&cursor), let process = cursor.number(digits: 1...9) {
      cursor.skipSpaces()
      if cursor.number(digits: 1...9) != nil, let name = cursor.text(before: ":") {
        line.process = process
        line.name = LogCursor.trimmed(name, of: cursor.bytes)
        return true
      }
    }
    cursor.goBack(to: start)
    return false
  }

  private static func readThread(_ cursor: inout LogCursor) -> Bool {
    guard cursor.skip("0x") else { return false }
    _ = cursor.word()
    cursor.skipSpaces()
    _ = cursor.word()
    cursor.skipSpaces()
    guard cursor.skip("0x") else { return false }
    _ = cursor.word()
    cursor.skipSpaces()
    return true
  }

  /// Reads `App[437:73707] ` and the fields before it in some styles.
  private static func readBrackets(_ cursor: inout LogCursor, _ line: inout LogLine) -> Bool {
    let start = cursor.index
    while let before = cursor.text(before: "["), before.upperBound - start < 200 {
      let afterBracket = cursor.index
      guard let process = readProcess(&cursor) else {
        cursor.goBack(to: afterBracket)
        continue
      }
      line.process = process
      line.name = LogCursor.trimmed(start..<before.upperBound, of: cursor.bytes)
      let isSystemLog = cursor.skip(":") || readLevel(&cursor)
      narrowName(&line, cursor.bytes, isSystemLog: isSystemLog)
      return !line.name.isEmpty
    }
    return false
  }

  /// Reads ` <Notice>:`.
  private static func readLevel(_ cursor: inout LogCursor) -> Bool {
    let start = cursor.index
    if cursor.skip(" <"), cursor.text(before: ">") != nil, cursor.skip(":") { return true }
    cursor.goBack(to: start)
    return false
  }

  /// Reads `437:73707]`.
  private static func readProcess(_ cursor: inout LogCursor) -> Int? {
    guard let process = cursor.number(digits: 1...9) else { return nil }
    if cursor.skip("]") { return process }
    guard cursor.skip(":"), let thread = cursor.text(before: "]"), thread.count < 20 else {
      return nil
    }
    return process
  }

  /// Leaves out the phone's name and the type before the name, and the library behind it.
  private static func narrowName(_ line: inout LogLine, _ bytes: [UInt8], isSystemLog: Bool) {
    let words = bytes[line.name].split(separator: 0x20)
    let isTyped =
      words.first.map { word in types.contains { word.elementsEqual($0.utf8) } } ?? false
    if words.count > 1, isSystemLog || isTyped {
      line.name =
        (isSystemLog ? words[words.count - 1] : words[1]).startIndex..<line.name.upperBound
    }
    if bytes[line.name].last == UInt8(ascii: ")"),
      let open = bytes[line.name].lastIndex(of: UInt8(ascii: "("))
    {
      line.isOfSDK = bytes.contains("GoogleMobileAds", in: open..<line.name.upperBound)
      line.name = line.name.lowerBound..<open
    }
  }

  /// What a compact line calls the type of its message.
  private static let types = ["Df", "Db", "I", "E", "F", "A"]

  /// Reads `(Library) [subsystem:category] `.
  private static func readOrigin(_ cursor: inout LogCursor, _ line: inout LogLine) {
    cursor.skipSpaces()
    let brackets: [(open: StaticString, close: Unicode.Scalar)] = [("(", ")"), ("[", "]")]
    for bracket in brackets {
      let start = cursor.index
      guard cursor.skip(bracket.open), let origin = cursor.text(before: bracket.close),
        origin.count < 100, !cursor.bytes[origin].contains(0x20),
        bracket.close == ")" || cursor.bytes[origin].contains(UInt8(ascii: ":"))
      else {
        cursor.goBack(to: start)
        continue
      }
      if cursor.bytes.contains("GoogleMobileAds", in: origin) { line.isOfSDK = true }
      cursor.skipSpaces()
    }
  }
}
