package import AdSession

/// A fault in a pattern table.
package struct PatternTableError: Error {
  /// The name of the table's file.
  package let file: String
  /// The line and the column, in characters.
  package let location: TextLocation
  /// What is wrong and what is allowed.
  package let sentence: String
  /// The unknown name; empty if the fault is another one.
  package let name: String
  /// The names that are allowed instead of the unknown one.
  package let known: [String]

  /// `FILE:LINE:COLUMN: sentence`.
  package var description: String { "\(file):\(location): \(sentence)" }
}

/// A table of expressions and the meanings of the messages that match them.
package struct PatternTable: Sendable {
  let rows: [PatternRow]

  /// Parses the text of a table; O(length + instructions).
  ///
  /// - Parameter named: The name of the file in errors.
  package init(_ text: [UInt8], named file: String) throws(PatternTableError) {
    var reader = PatternTableReader(file: file)
    var start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while start < text.count {
      let feed = text[start...].firstIndex(of: 0x0A) ?? text.count
      let end = feed > start && text[feed - 1] == 0x0D ? feed - 1 : feed
      do throws(PatternFault) {
        try reader.take(text, start..<end)
      } catch {
        throw PatternTableError(
          file: file, location: TextLocation(ofByte: error.offset, in: text),
          sentence: error.sentence, name: error.name, known: error.known)
      }
      start = feed + 1
    }
    rows = reader.rows
  }
}

/// Reads the lines of a table; the offsets of its faults are those in the whole text.
private struct PatternTableReader {
  private let file: String
  private(set) var rows: [PatternRow] = []
  private var line = 0
  private var sdk: String?
  private var isOfSDK = false
  private var tags: [String] = []
  private var lets: [PatternLet] = []

  init(file: String) { self.file = file }

  private static let directives = ["sdk", "writer", "tag", "let"]

  mutating func take(_ text: [UInt8], _ part: Range<Int>) throws(PatternFault) {
    line += 1
    if LogCursor.trimmed(part, of: text).isEmpty || text[part.lowerBound] == UInt8(ascii: "#") {
      return
    }
    let columns = Self.columns(text, part)
    let name = text.text(columns[0])
    switch name {
    case "sdk": try readSDK(text, columns)
    case "writer": try readWriter(text, columns)
    case "tag": try readTag(text, columns)
    case "let": try readLet(text, columns)
    default: try readRow(text, columns)
    }
  }

  private static func columns(_ text: [UInt8], _ part: Range<Int>) -> [Range<Int>] {
    var columns: [Range<Int>] = []
    var start = part.lowerBound
    for index in part where text[index] == 0x09 {
      columns.append(start..<index)
      start = index + 1
    }
    columns.append(start..<part.upperBound)
    return columns
  }

  /// Throws if the line has another number of columns, or an empty one.
  private func check(
    _ columns: [Range<Int>], are count: Int, _ form: String
  ) throws(PatternFault) {
    if columns.count != count {
      let place = columns.count > count ? columns[count].lowerBound : columns[0].lowerBound
      throw PatternFault(
        offset: place,
        sentence: "\(columns.count) \(columns.count == 1 ? "column" : "columns") instead of "
          + "\(count); write \(form) with one tab between columns")
    }
    for column in columns where column.isEmpty {
      throw PatternFault(offset: column.lowerBound, sentence: "empty column; write \(form)")
    }
  }

  // MARK: Directives

  private mutating func readSDK(
    _ text: [UInt8], _ columns: [Range<Int>]
  ) throws(PatternFault) {
    try check(columns, are: 2, "'sdk', name")
    let isName = text[columns[1]].allSatisfy { $0 &- 97 < 26 || $0 &- 48 < 10 || $0 == 0x2D }
    guard isName else {
      throw PatternFault(
        offset: columns[1].lowerBound,
        sentence: "invalid SDK '\(text.text(columns[1]))'; allowed: small letters, digits, '-'")
    }
    let name = text.text(columns[1])
    sdk = name == "any" ? nil : name
  }

  private mutating func readWriter(
    _ text: [UInt8], _ columns: [Range<Int>]
  ) throws(PatternFault) {
    try check(columns, are: 2, "'writer', 'sdk' or 'app'")
    let name = text.text(columns[1])
    guard name == "sdk" || name == "app" else {
      throw PatternFault(
        offset: columns[1].lowerBound, sentence: "unknown writer '\(name)'; allowed: sdk, app",
        name: name, known: ["sdk", "app"])
    }
    isOfSDK = name == "sdk"
  }

  private mutating func readTag(
    _ text: [UInt8], _ columns: [Range<Int>]
  ) throws(PatternFault) {
    try check(columns, are: 2, "'tag', names separated by spaces, or '*'")
    let names = text[columns[1]].split(separator: 0x20).map { text.text($0.indices) }
    if names.isEmpty || names.count > 1 && names.contains("*") {
      throw PatternFault(
        offset: columns[1].lowerBound,
        sentence: "invalid tags; allowed: names separated by spaces, or only '*' for all lines")
    }
    tags = names == ["*"] ? [] : names
  }

  private mutating func readLet(
    _ text: [UInt8], _ columns: [Range<Int>]
  ) throws(PatternFault) {
    try check(columns, are: 3, "'let', name, expression")
    let name = text.text(columns[1])
    let isName =
      text[columns[1]].allSatisfy { ScalarSet.isWord(UInt32($0)) }
      && !(text[columns[1].lowerBound] &- 48 < 10)
    guard isName else {
      throw PatternFault(
        offset: columns[1].lowerBound,
        sentence: "invalid name '\(name)'; allowed: letters, '_' and, behind them, digits")
    }
    if let other = lets.first(where: { $0.name == name }) {
      throw PatternFault(
        offset: columns[1].lowerBound,
        sentence: "'\(name)' is already defined in line \(other.line); choose another name")
    }
    do throws(PatternFault) {
      lets.append(try PatternLet(name, line: line, Array(text[columns[2]]), lets))
    } catch {
      throw error.moved(by: columns[2].lowerBound)
    }
  }

  // MARK: Rows

  private mutating func readRow(
    _ text: [UInt8], _ columns: [Range<Int>]
  ) throws(PatternFault) {
    let meaning = try meaning(text, columns[0])
    try check(columns, are: 4, "event, fields, expression, link")
    let constants = try constants(text, columns[1])
    let pattern = try pattern(text, columns[2])
    if pattern.isEmptyMatch {
      throw PatternFault(
        offset: columns[2].lowerBound,
        sentence: "the expression matches without any character; add a text that must occur")
    }
    let hasVersion =
      pattern.fields.contains(.version) || constants.contains { $0.0 == .version }
    if meaning == .version && !hasVersion {
      throw PatternFault(
        offset: columns[2].lowerBound,
        sentence: "no group '(?<version>…)'; a row 'version' needs it")
    }
    let link = text.text(columns[3])
    guard link == "-" || link.utf8.starts(with: "https://".utf8) else {
      throw PatternFault(
        offset: columns[3].lowerBound,
        sentence: "invalid link '\(link)'; allowed: an address with 'https://', or '-'")
    }
    rows.append(
      PatternRow(
        number: rows.count, sdk: sdk, isOfSDK: isOfSDK, tags: tags, meaning: meaning,
        constants: constants, pattern: pattern, link: link, place: "\(file):\(line)"))
  }

  private func pattern(
    _ text: [UInt8], _ column: Range<Int>
  ) throws(PatternFault) -> LinePattern {
    do throws(PatternFault) {
      return try LinePattern(Array(text[column]), lets: lets)
    } catch {
      throw error.moved(by: column.lowerBound)
    }
  }

  private func meaning(
    _ text: [UInt8], _ column: Range<Int>
  ) throws(PatternFault) -> RowMeaning {
    let name = text.text(column)
    switch name {
    case "note": return .note
    case "inner": return .inner
    case "ignore": return .ignore
    case "unknown": return .unknown
    case "fact": return .fact
    case "version": return .version
    case "test-device": return .testDevice
    default:
      let kind = Vocabulary.kind(named: name)
      if Self.isAllowed(kind) { return .event(kind) }
      throw PatternFault(
        offset: column.lowerBound,
        sentence: "unknown event '\(name)'; allowed: an event of the journal such as ad.loaded, "
          + "note, inner, ignore, unknown, fact, version, test-device, or a line with "
          + Self.directives.joined(separator: ", "),
        name: name, known: Self.known)
    }
  }

  /// Whether a log can contain an event: not what only a recorder knows.
  private static func isAllowed(_ kind: EventKind) -> Bool {
    switch kind {
    case .unknown, .sessionBegan, .sessionEnded, .sessionContinued, .sessionSealed,
      .sessionPreviousEnded, .configChanged, .recorderGap, .note:
      false
    default: true
    }
  }

  private static var known: [String] {
    let kinds = EventKind.allCases.filter { isAllowed($0) }
    return directives + ["note", "inner", "ignore", "unknown", "fact", "version", "test-device"]
      + kinds.compactMap { Vocabulary.entry(of: $0)?.name }
  }

  private func constants(
    _ text: [UInt8], _ column: Range<Int>
  ) throws(PatternFault) -> [(PatternField, String)] {
    if text.text(column) == "-" { return [] }
    var constants: [(PatternField, String)] = []
    for part in text[column].split(separator: 0x20) {
      guard let mark = part.firstIndex(of: UInt8(ascii: "=")), mark + 1 < part.endIndex else {
        throw PatternFault(
          offset: part.startIndex,
          sentence: "'\(text.text(part.indices))' is no constant; write 'field=value', or '-' for "
            + "none")
      }
      let name = text.text(part.startIndex..<mark)
      guard let field = PatternField.named(name) else {
        let known = PatternField.names
        throw PatternFault(
          offset: part.startIndex,
          sentence: "unknown field '\(name)'; allowed: \(known.joined(separator: ", "))",
          name: name, known: known)
      }
      if constants.contains(where: { $0.0 == field }) {
        throw PatternFault(offset: part.startIndex, sentence: "field '\(name)' is given twice")
      }
      let value = text.text(mark + 1..<part.endIndex)
      try check(field, value, at: mark + 1)
      constants.append((field, value))
    }
    return constants
  }

  private func check(
    _ field: PatternField, _ value: String, at offset: Int
  ) throws(PatternFault) {
    if field == .format && AdLabels.format(value) == nil {
      throw PatternFault(
        offset: offset,
        sentence: "unknown format '\(value)'; allowed: app_open, interstitial, rewarded, "
          + "rewarded_interstitial, banner, native")
    }
    if field == .code && Int64(value) == nil {
      throw PatternFault(
        offset: offset, sentence: "invalid code '\(value)'; allowed: a whole number")
    }
  }
}
