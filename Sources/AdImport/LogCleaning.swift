/// Removes what terminals, editors and web pages add to the lines of a log.
enum LogCleaning {
  /// The number of bytes of a line that are read.
  static let longest = 65_536

  /// A line without colours, quotation marks of Markdown, rich-text tags of Unity, HTML entities,
  /// links that Markdown made of tags, invisible characters and `[  +12 ms]` of `flutter run -v`.
  static func cleaned(_ line: [UInt8]) -> [UInt8] {
    let bytes = line.count > longest ? Array(line.prefix(longest)) : line
    let part = withoutQuotation(bytes)
    var index = part.lowerBound
    var isLink = false
    while index < part.upperBound {
      if isSpecial(bytes[index]), mark(in: bytes, at: index, &isLink) != nil { break }
      index += 1
    }
    if index == part.upperBound { return part.count == bytes.count ? bytes : Array(bytes[part]) }
    return rewritten(bytes, part, from: index)
  }

  private static func rewritten(
    _ bytes: [UInt8], _ part: Range<Int>, from first: Int
  ) -> [UInt8] {
    var clean = Array(bytes[part.lowerBound..<first])
    clean.reserveCapacity(part.count)
    var index = first
    var isLink = false
    while index < part.upperBound {
      if isSpecial(bytes[index]), let mark = mark(in: bytes, at: index, &isLink) {
        if mark.byte > 0 { clean.append(mark.byte) }
        index += mark.length
      } else {
        clean.append(bytes[index])
        index += 1
      }
    }
    return Array(clean[withoutQuotation(clean)])
  }

  /// The part of a line without `> `, `[  +12 ms] ` and the back-quotes of Markdown.
  private static func withoutQuotation(_ bytes: [UInt8]) -> Range<Int> {
    var cursor = LogCursor(bytes)
    var start = 0
    cursor.skipSpaces()
    while cursor.skip("> ") || cursor.skip(">> ") || cursor.current == 0x3E && bytes.count == 1 {
      if cursor.current == 0x3E { cursor.advance() }
      start = cursor.index
      cursor.skipSpaces()
    }
    if skipFlutterTime(&cursor) { start = cursor.index }
    if let starred = starred(cursor) { return starred }
    guard cursor.current == 0x60, bytes.count - cursor.index > 4 else { return start..<bytes.count }
    let quoted = LogCursor.trimmed(cursor.index..<bytes.count, of: bytes)
    guard bytes[quoted.upperBound - 1] == 0x60, bytes[quoted.lowerBound + 1] != 0x60 else {
      return start..<bytes.count
    }
    return quoted.lowerBound + 1..<quoted.upperBound - 1
  }

  /// The part of a line between the stars that a mail writes for bold text; nil if there are none.
  private static func starred(_ cursor: LogCursor) -> Range<Int>? {
    let part = cursor.rest
    guard part.count > 2, cursor.current == 0x2A, LogByte.isDigit(cursor.bytes[part.lowerBound + 1])
    else { return nil }
    let isClosed = cursor.bytes[part.upperBound - 1] == 0x2A
    return part.lowerBound + 1..<part.upperBound - (isClosed ? 1 : 0)
  }

  /// Skips `[  +12 ms] ` or `[        ] `.
  private static func skipFlutterTime(_ cursor: inout LogCursor) -> Bool {
    let start = cursor.index
    if cursor.skip("[") {
      let spaces = cursor.spaces()
      if spaces >= 4, cursor.skip("] ") { return true }
      if cursor.skip("+"), cursor.number(digits: 1...9) != nil {
        _ = cursor.skip(",") && cursor.number(digits: 3...3) != nil
        if cursor.skip(" ms] ") || cursor.skip("ms] ") { return true }
      }
    }
    cursor.goBack(to: start)
    return false
  }

  /// Skips a mark that a paste can have before a line: that of a list, or the number of the line.
  ///
  /// Only a known layout behind it shows that it is one.
  static func skipPasteMark(_ cursor: inout LogCursor) -> Bool {
    let start = cursor.index
    if !cursor.skipAny(["- ", "* ", "+ ", "\u{2022} ", "| ", "\u{2502} ", "*"]) {
      let number = cursor.number(digits: 1...6)
      // The copy of the first line can lack the beginning of the year.
      if cursor.index - start < 4, cursor.skip("-") { return true }
      guard number != nil else {
        cursor.goBack(to: start)
        return false
      }
      _ = cursor.skipAny([":", ".", "|", ")"])
      guard cursor.current.map(LogCursor.isSpace) ?? false else {
        cursor.goBack(to: start)
        return false
      }
    }
    cursor.skipSpaces()
    if cursor.skip("| ") || cursor.skip("\u{2502} ") { cursor.skipSpaces() }
    return true
  }

  // MARK: Marks

  /// Something to replace by one byte, or to remove (0).
  private typealias Mark = (length: Int, byte: UInt8)

  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x00, 0x1B, 0x26, 0x3C, 0x5B, 0x5C, 0x5D, 0x5E, 0xC2, 0xE2, 0xEF: true
    default: false
    }
  }

  /// The mark at an index; nil if there is none.
  private static func mark(in bytes: [UInt8], at index: Int, _ isLink: inout Bool) -> Mark? {
    switch bytes[index] {
    case 0x00: return (1, 0)
    case 0x1B: return escape(bytes, index)
    case 0x26: return entity(bytes, index)
    case 0x3C: return tag(bytes, index)
    case 0x5B: return colour(bytes, index) ?? link(bytes, index, &isLink)
    case 0x5C, 0x5E: return spelledEscape(bytes, index)
    case 0x5D:
      guard isLink, bytes.hasPrefix("](", at: index) else { return nil }
      isLink = false
      var cursor = LogCursor(bytes)
      cursor.goBack(to: index + 2)
      return cursor.text(before: ")", within: 200).map { ($0.upperBound + 1 - index, 0) }
    default: return character(bytes, index)
    }
  }

  /// An escape sequence of a terminal: `ESC[31m`, `ESC]0;…BEL`, `ESC(B`.
  private static func escape(_ bytes: [UInt8], _ index: Int) -> Mark {
    guard index + 1 < bytes.count else { return (1, 0) }
    var end = index + 2
    switch bytes[index + 1] {
    case 0x5B:
      while end < bytes.count, !(0x40...0x7E).contains(bytes[end]) { end += 1 }
    case 0x5D:
      while end < bytes.count, bytes[end] != 0x07, bytes[end] != 0x1B { end += 1 }
      if end + 1 < bytes.count, bytes[end] == 0x1B { end += 1 }
    case 0x28, 0x29: break
    default: return (2, 0)
    }
    return (min(end + 1, bytes.count) - index, 0)
  }

  /// A colour whose escape character is lost: `[31m`, `[38;5;12m`.
  private static func colour(_ bytes: [UInt8], _ index: Int) -> Mark? {
    var end = index + 1
    while end < bytes.count, end < index + 16, LogByte.isDigit(bytes[end]) || bytes[end] == 0x3B {
      end += 1
    }
    guard end > index + 1, end < bytes.count, bytes[end] == UInt8(ascii: "m"),
      end + 1 == bytes.count || bytes[end + 1] != UInt8(ascii: "]")
    else { return nil }
    return (end + 1 - index, 0)
  }

  /// A colour with a spelled escape character: `\^[[31m`, `^[[31m`, `\x1b[31m`, `\u001b[31m`.
  private static func spelledEscape(_ bytes: [UInt8], _ index: Int) -> Mark? {
    let spellings: [StaticString] = ["\\^[", "^[", "\\x1b", "\\x1B", "\\u001b", "\\u001B", "\\033"]
    for spelling in spellings where bytes.hasPrefix(spelling, at: index) {
      let bracket = index + spelling.utf8CodeUnitCount
      guard bracket < bytes.count, bytes[bracket] == 0x5B, let mark = colour(bytes, bracket) else {
        return nil
      }
      return (bracket + mark.length - index, 0)
    }
    return nil
  }

  /// The `[` in `I[/flutter]()`, which Markdown makes of `I/flutter`.
  private static func link(_ bytes: [UInt8], _ index: Int, _ isLink: inout Bool) -> Mark? {
    guard index > 0, index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "/"),
      LogCursor.isLevel(bytes[index - 1]), index < 2 || LogCursor.isSpace(bytes[index - 2])
    else { return nil }
    isLink = true
    return (1, 0)
  }

  private static let entities: [(text: StaticString, byte: UInt8)] = [
    ("&lt;", 0x3C), ("&gt;", 0x3E), ("&amp;", 0x26), ("&quot;", 0x22), ("&#39;", 0x27),
    ("&#34;", 0x22), ("&#x27;", 0x27), ("&apos;", 0x27), ("&nbsp;", 0x20), ("&#160;", 0x20),
  ]

  private static func entity(_ bytes: [UInt8], _ index: Int) -> Mark? {
    entities.first { bytes.hasPrefix($0.text, at: index) }
      .map { ($0.text.utf8CodeUnitCount, $0.byte) }
  }

  /// A rich-text tag of Unity (`<color=#72f7bd>`, `</color>`, `<b>`), or `<…>`.
  private static func tag(_ bytes: [UInt8], _ index: Int) -> Mark? {
    var cursor = LogCursor(bytes)
    cursor.goBack(to: index + 1)
    // `flutter run` on iOS writes this for the end of a colour.
    if cursor.skip("\u{2026}>") { return (cursor.index - index, 0) }
    _ = cursor.skip("/")
    guard cursor.skipAny(["color", "size", "b", "i"]) else { return nil }
    if cursor.skip("=") {
      guard cursor.text(before: ">", within: 32) != nil else { return nil }
    } else if !cursor.skip(">") {
      return nil
    }
    return (cursor.index - index, 0)
  }

  /// A space without break, a byte-order mark, an invisible character, the colon of old versions
  /// of Android Studio.
  private static func character(_ bytes: [UInt8], _ index: Int) -> Mark? {
    if bytes.hasPrefix("\u{A0}", at: index) { return (2, 0x20) }
    if bytes.hasPrefix("\u{FE55}", at: index) { return (3, 0x3A) }
    let invisible: [StaticString] = ["\u{FEFF}", "\u{200B}", "\u{200E}", "\u{200F}", "\u{2060}"]
    return invisible.contains { bytes.hasPrefix($0, at: index) } ? (3, 0) : nil
  }
}
