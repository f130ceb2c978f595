/// Takes apart what frameworks and loggers write before a message, inside the layout of a line.
enum LogMessage {
  /// Moves the beginning of the message behind prefixes, and takes the facts in them.
  ///
  /// The prefixes give a tag, a process and a time to a line without one. The message of a line of
  /// a stack becomes empty: it only names functions.
  static func narrow(_ line: inout LogLine, _ bytes: [UInt8]) {
    var cursor = LogCursor(bytes)
    let end = line.message.upperBound
    for _ in 0..<8 {
      if line.message.isEmpty { return }
      if StackLine.isStack(line.message, bytes) {
        line.message = line.message.lowerBound..<line.message.lowerBound
        return
      }
      cursor.goBack(to: line.message.lowerBound)
      let found = skipPrefix(&cursor, &line)
      cursor.skipSpaces()
      guard found, cursor.index <= end else { break }
      line.message = cursor.index..<max(cursor.index, min(end, line.message.upperBound))
    }
    unquote(&line, bytes)
  }

  private static func skipPrefix(_ cursor: inout LogCursor, _ line: inout LogLine) -> Bool {
    let start = cursor.index
    if skipName(&cursor, &line) { return true }
    cursor.goBack(to: start)
    if skipLogcat(&cursor, &line) { return true }
    cursor.goBack(to: start)
    if skipWebConsole(&cursor, &line) { return true }
    cursor.goBack(to: start)
    if skipTime(&cursor, &line) { return true }
    cursor.goBack(to: start)
    if skipLevel(&cursor) || skipLocation(&cursor) { return true }
    cursor.goBack(to: start)
    return false
  }

  // MARK: Names

  private static let names: [(prefix: StaticString, length: Int)] = [
    ("flutter: ", 7), ("Unity: ", 5), ("ReactNativeJS: ", 13), ("chromium: ", 8),
    ("Capacitor/Console: ", 17), ("JS: ", 2), ("Ads: ", 3),
  ]

  /// Skips the tag of a framework: `flutter: `, `[Ads] `, `[javascript] `.
  private static func skipName(_ cursor: inout LogCursor, _ line: inout LogLine) -> Bool {
    let start = cursor.index
    for name in names where cursor.skip(name.prefix) {
      if line.tag.isEmpty { line.tag = start..<start + name.length }
      return true
    }
    // Visual Studio writes the tag of `logcat` in brackets; other tags look like those of apps.
    guard cursor.skip("[Ads] ") || cursor.skip("[javascript] ") else { return false }
    if line.tag.isEmpty { line.tag = start + 1..<cursor.index - 2 }
    return true
  }

  /// Skips `I/flutter (4711): `.
  private static func skipLogcat(_ cursor: inout LogCursor, _ line: inout LogLine) -> Bool {
    guard let inner = LogcatLayout.brief(&cursor), !inner.message.isEmpty else { return false }
    if line.tag.isEmpty { line.tag = inner.tag }
    if line.process == 0 { line.process = inner.process }
    cursor.goBack(to: inner.message.lowerBound)
    return true
  }

  /// Skips `[INFO:CONSOLE(12)] "`, and `File: … - Line 12 - Msg: ` of Capacitor.
  private static func skipWebConsole(_ cursor: inout LogCursor, _ line: inout LogLine) -> Bool {
    let bytes = cursor.bytes
    if cursor.skip("File: ") {
      guard let mark = bytes.firstIndex(of: " - Msg: ", in: cursor.index..<bytes.count) else {
        return false
      }
      cursor.goBack(to: mark + 8)
      return true
    }
    guard cursor.skip("["), let origin = cursor.text(before: "]", within: 80),
      bytes.firstIndex(of: ":CONSOLE", in: origin) != nil, cursor.skip(" ")
    else { return false }
    if cursor.skip("\"") {
      let behind = cursor.index..<line.message.upperBound
      if let close = bytes.firstIndex(of: "\", source:", in: behind) {
        line.message = behind.lowerBound..<close
      }
    }
    return true
  }

  // MARK: Times and levels

  /// Skips `[10:15:02.123] ` or `2026-11-20T10:15:02.123Z: `.
  private static func skipTime(_ cursor: inout LogCursor, _ line: inout LogLine) -> Bool {
    let isBracketed = cursor.skip("[") || cursor.skip("(")
    guard let byte = cursor.current, LogByte.isDigit(byte),
      let time = cursor.time() ?? cursor.timeOfDay()
    else { return false }
    if isBracketed { guard cursor.skip("]") || cursor.skip(")") else { return false } }
    let isMarked = cursor.skipAny([":", " -", " |", ","])
    guard cursor.current.map(LogCursor.isSpace) ?? false || isBracketed && isMarked else {
      return false
    }
    guard !cursor.isAtEnd else { return false }
    if line.time == nil { line.time = time }
    return true
  }

  private static let levels: [StaticString] = [
    "log", "debug", "info", "warning", "warn", "error", "verbose", "trace", "notice", "fatal",
  ]

  /// Skips `[log] - `, `INFO: `, `DEBUG  `, `Debug [`.
  private static func skipLevel(_ cursor: inout LogCursor) -> Bool {
    let isBracketed = cursor.skip("[")
    let start = cursor.index
    while let byte = cursor.current, LogByte.isLetter(byte) { cursor.advance() }
    let word = start..<cursor.index
    guard 3...7 ~= word.count, isLevel(word, cursor.bytes) else { return false }
    if isBracketed {
      guard cursor.skip("]") else { return false }
      _ = cursor.skipAny([" - ", " : ", ":", " |"])
      return !cursor.isAtEnd
    }
    if cursor.bytes.hasPrefix(" [", at: cursor.index) { return true }
    guard cursor.bytes[word].allSatisfy(LogByte.isUpper) else { return false }
    let isSeparated = cursor.skipAny([": ", " - ", " | ", "  "]) || isStatement(word, cursor.bytes)
    return isSeparated && !cursor.isAtEnd
  }

  /// Whether a word cannot begin a sentence in capitals, as `ERROR CODE 3` does.
  private static func isStatement(_ word: Range<Int>, _ bytes: [UInt8]) -> Bool {
    bytes.hasPrefix(" ", at: word.upperBound)
      && (bytes.isEqual(word, "DEBUG") || bytes.isEqual(word, "INFO")
        || bytes.isEqual(word, "VERBOSE") || bytes.isEqual(word, "TRACE"))
  }

  private static func isLevel(_ word: Range<Int>, _ bytes: [UInt8]) -> Bool {
    levels.contains { level in
      level.utf8CodeUnitCount == word.count
        && word.indices.allSatisfy {
          bytes[$0] | 32 == level.utf8Start[$0 - word.lowerBound]
        }
    }
  }

  /// Skips the place of a statement in a source file: `main.js:95 `.
  ///
  /// If there is none, the cursor does not move.
  private static func skipLocation(_ cursor: inout LogCursor) -> Bool {
    let start = cursor.index
    if let file = cursor.text(before: ":", within: 60),
      let dot = cursor.bytes[file].lastIndex(of: UInt8(ascii: ".")),
      extensions.contains(where: { cursor.bytes.isEqual(dot..<file.upperBound, $0) }),
      !cursor.bytes[file].contains(where: LogCursor.isSpace), cursor.number(digits: 1...6) != nil
    {
      if cursor.skip(":") { _ = cursor.number(digits: 1...6) }
      _ = cursor.skip(":")
      if cursor.skip(" "), !cursor.isAtEnd { return true }
    }
    cursor.goBack(to: start)
    return false
  }

  private static let extensions: [StaticString] = [
    ".js", ".ts", ".tsx", ".jsx", ".dart", ".swift", ".kt", ".java", ".cs", ".m", ".mm", ".hx",
  ]

  // MARK: Quotes

  /// Removes the quotation marks around a text that React Native logs: `'message', { … }`.
  private static func unquote(_ line: inout LogLine, _ bytes: [UInt8]) {
    let part = line.message
    guard part.count > 2, bytes[part.lowerBound] == 0x27,
      bytes.isEqual(line.tag, "ReactNativeJS") || bytes.isEqual(line.tag, "javascript")
        || line.has(.quotesText),
      let close = bytes[part.dropFirst()].firstIndex(of: 0x27)
    else { return }
    line.message = part.lowerBound + 1..<(close + 1 == part.upperBound ? close : part.upperBound)
  }
}

/// Recognizes the lines of a stack behind a message.
enum StackLine {
  /// Whether a message is a line of a stack.
  ///
  /// | written by | looks like |
  /// |---|---|
  /// | Unity | `Ads.Manager:OnAdLoaded(Object, EventArgs)`, `(Filename: Ads.cs Line: 37)` |
  /// | C#, Java, JavaScript | `at com.example.Ads.onAdLoaded(Ads.java:12)` |
  /// | Dart | `#0      Ads.onAdLoaded (package:ads/ads.dart:12:3)` |
  static func isStack(_ part: Range<Int>, _ bytes: [UInt8]) -> Bool {
    var cursor = LogCursor(bytes)
    cursor.goBack(to: part.lowerBound)
    // A logger draws a box around its message and the place of the statement.
    if cursor.skip("\u{2502}") { cursor.skipSpaces() }
    if cursor.skip("(Filename: ") || cursor.skip("<asynchronous suspension>") { return true }
    if cursor.skip("at ") { return isCall(&cursor) }
    if cursor.skip("#") {
      return cursor.number(digits: 1...4) != nil && cursor.spaces() > 0
        && (bytes.firstIndex(of: "(package:", in: part) ?? bytes.firstIndex(of: "(dart:", in: part))
          != nil
    }
    return isUnityCall(part, bytes)
  }

  /// Reads `com.example.Ads.onAdLoaded(`, also with a space before the bracket.
  private static func isCall(_ cursor: inout LogCursor) -> Bool {
    guard let name = cursor.text(before: "(", within: 300) else { return isPlace(cursor) }
    let words = LogCursor.trimmed(name, of: cursor.bytes)
    return !words.isEmpty && !cursor.bytes[words].contains(where: LogCursor.isSpace)
  }

  /// Whether one word follows, with the number of a line or a column at its end.
  private static func isPlace(_ cursor: LogCursor) -> Bool {
    let rest = cursor.rest
    guard let colon = cursor.bytes[rest].lastIndex(of: 0x3A), colon + 1 < rest.upperBound else {
      return false
    }
    return cursor.bytes[colon + 1..<rest.upperBound].allSatisfy(LogByte.isDigit)
      && !cursor.bytes[rest].contains(where: LogCursor.isSpace)
  }

  /// Whether a line is `Type:Method(Types)`, in which the types have capitals.
  private static func isUnityCall(_ part: Range<Int>, _ bytes: [UInt8]) -> Bool {
    guard let first = bytes[part].first, LogByte.isWord(first),
      let colon = bytes[part].prefix(200).firstIndex(of: UInt8(ascii: ":")),
      let open = bytes[colon..<part.upperBound].prefix(200).firstIndex(of: UInt8(ascii: "(")),
      let close = bytes[open..<part.upperBound].firstIndex(of: UInt8(ascii: ")")), open > colon + 1
    else { return false }
    let type = bytes[part.lowerBound..<colon]
    let end = LogCursor.trimmed(close + 1..<part.upperBound, of: bytes)
    guard end.isEmpty || bytes.hasPrefix("(at ", at: end.lowerBound) else { return false }
    guard LogByte.isUpper(first) || type.contains(UInt8(ascii: ".")),
      !bytes[part.lowerBound..<open].contains(where: { $0 == 0x20 || $0 == 0x5B })
    else { return false }
    let method = bytes[colon + 1]
    let types = bytes[open + 1..<close].split(separator: UInt8(ascii: ","))
    guard
      !types.isEmpty || LogByte.isUpper(method) || method == UInt8(ascii: ".")
        || method == UInt8(ascii: "<")
    else { return false }
    return types.allSatisfy { type in
      type.first { $0 != 0x20 }.map { LogByte.isUpper($0) } ?? true
    }
  }
}
