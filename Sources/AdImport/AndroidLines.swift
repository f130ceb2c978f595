/// Parses the line layouts of `logcat`.
///
/// | form | looks like |
/// |---|---|
/// | `threadtime` | `11-20 10:15:02.123  4711  4711 I Ads     : message` |
/// | `time` | `11-20 10:15:02.123 I/Ads( 4711): message` |
/// | `brief` | `I/Ads( 4711): message`, without times |
/// | `long` | `[ 11-20 10:15:02.123  4711: 4711 I/Ads ]`, the message on the next line |
/// | Android Studio | `2026-11-20 10:15:02.123  4711-4711  Ads  com.example.app  I  message` |
/// | older Android Studio | `2026-11-20 10:15:02.123 4711-4711/com.example.app I/Ads: message` |
/// | Unity | `2026/11/20 10:15:02.123 4711 4711 Info Ads message` |
///
/// The lines may also contain a user, a year and a zone (`-v uid`, `-v year`, `-v zone`).
enum AndroidLines {
  static func line(_ bytes: [UInt8]) -> LogLine? {
    var cursor = LogCursor(bytes)
    var line = LogLine()
    let isLong = cursor.skip("[ ")
    line.time = cursor.time()
    _ = cursor.skip(":")
    cursor.skipSpaces()
    let isRead =
      readSlashed(&cursor, &line, isLong: isLong)
      || line.time != nil
        && (readStudio(&cursor, &line) || isLong && readLong(&cursor, &line)
          || readColumns(&cursor, &line))
    guard isRead else { return nil }
    line.tag = LogCursor.trimmed(line.tag, of: bytes)
    line.message = cursor.rest
    line.isOfSDK = bytes[line.tag].elementsEqual("Ads".utf8)
    line.isOfMax = bytes[line.tag].elementsEqual("AppLovinSdk".utf8)
    return line
  }

  /// Reads `I/Ads( 4711): `.
  private static func readSlashed(
    _ cursor: inout LogCursor, _ line: inout LogLine, isLong: Bool
  ) -> Bool {
    let start = cursor.index
    if !isLong, readLevel(&cursor), let tag = cursor.text(before: "(") {
      cursor.skipSpaces()
      if let process = cursor.number(digits: 1...9), cursor.skip(")"), cursor.skip(":") {
        (line.process, line.tag) = (process, tag)
        return true
      }
    }
    cursor.goBack(to: start)
    return false
  }

  /// Reads `I/`.
  private static func readLevel(_ cursor: inout LogCursor) -> Bool {
    let start = cursor.index
    for level in levels where cursor.skip(level) {
      if cursor.skip("/") { return true }
      cursor.goBack(to: start)
    }
    return false
  }

  private static let levels: [StaticString] = ["V", "D", "I", "W", "E", "F", "S"]

  /// Reads `4711-4711/com.example.app I/Ads: ` or `4711-4711  Ads  com.example.app  I  `.
  private static func readStudio(_ cursor: inout LogCursor, _ line: inout LogLine) -> Bool {
    let start = cursor.index
    if let process = cursor.number(digits: 1...9), cursor.skip("-"),
      cursor.number(digits: 1...9) != nil
    {
      line.process = process
      if cursor.skip("/") ? readOldStudio(&cursor, &line) : readNewStudio(&cursor, &line) {
        return true
      }
    }
    cursor.goBack(to: start)
    return false
  }

  private static func readOldStudio(_ cursor: inout LogCursor, _ line: inout LogLine) -> Bool {
    let name = cursor.word()
    cursor.skipSpaces()
    guard readLevel(&cursor), let tag = cursor.text(before: ":") else { return false }
    (line.name, line.tag) = (known(name, cursor.bytes), tag)
    return true
  }

  private static func readNewStudio(_ cursor: inout LogCursor, _ line: inout LogLine) -> Bool {
    cursor.skipSpaces()
    let tag = cursor.word()
    cursor.skipSpaces()
    let name = cursor.word()
    cursor.skipSpaces()
    guard isLevel(cursor.word(), cursor.bytes) else { return false }
    (line.name, line.tag) = (known(name, cursor.bytes), tag)
    return true
  }

  /// The range of a package name; empty for `?`, which Android Studio prints for an unknown one.
  private static func known(_ name: Range<Int>, _ bytes: [UInt8]) -> Range<Int> {
    bytes[name].elementsEqual("?".utf8) ? name.lowerBound..<name.lowerBound : name
  }

  /// Reads `4711: 4711 I/Ads ]`.
  private static func readLong(_ cursor: inout LogCursor, _ line: inout LogLine) -> Bool {
    guard let process = cursor.number(digits: 1...9), cursor.skip(":") else { return false }
    cursor.skipSpaces()
    _ = cursor.word()
    cursor.skipSpaces()
    guard readLevel(&cursor), let tag = cursor.text(before: "]") else { return false }
    (line.process, line.tag) = (process, tag)
    return true
  }

  /// Reads `4711  4711 I Ads     : `, optionally with a user before the process.
  private static func readColumns(_ cursor: inout LogCursor, _ line: inout LogLine) -> Bool {
    var numbers: [Range<Int>] = []
    var level = cursor.word()
    while !isLevel(level, cursor.bytes) {
      numbers.append(level)
      cursor.skipSpaces()
      level = cursor.word()
      if numbers.count > 3 || level.isEmpty { return false }
    }
    guard numbers.count >= 2,
      let process = Int(cursor.bytes.text(numbers[numbers.count - 2])), process >= 0
    else { return false }
    line.process = process
    cursor.skipSpaces()
    guard level.count == 1 else {
      line.tag = cursor.word()
      return true
    }
    guard let tag = cursor.text(before: ":") else { return false }
    line.tag = tag
    return true
  }

  private static func isLevel(_ word: Range<Int>, _ bytes: [UInt8]) -> Bool {
    if word.count == 1 { return levels.contains { $0.utf8Start[0] == bytes[word.lowerBound] } }
    return words.contains { bytes[word].elementsEqual($0.utf8) }
  }

  private static let words = ["Verbose", "Debug", "Info", "Warn", "Error", "Fatal"]
}
