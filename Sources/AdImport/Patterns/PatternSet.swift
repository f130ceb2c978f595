/// Finds the first row of several tables that matches a message.
struct PatternSet: Sendable {
  /// The rows of all tables, in order, without the facts.
  let rows: [PatternRow]
  /// The rows that find facts in the messages of the other rows.
  private let facts: [PatternRow]
  private let automaton: LiteralAutomaton
  /// For each text of the automaton, the rows that need it.
  private let rowsOfText: [[Int]]
  /// One bit for each row that is tried for every message.
  private let always: [UInt64]

  /// The number of bytes of a message that are read.
  static let longest = 4096

  /// Joins tables; the rows of the first one come first.
  init(_ tables: [PatternTable]) {
    var rows: [PatternRow] = []
    for table in tables {
      for row in table.rows where row.meaning != .fact {
        rows.append(PatternRow(row, number: rows.count))
      }
    }
    var facts: [PatternRow] = []
    for table in tables {
      for row in table.rows where row.meaning == .fact {
        facts.append(PatternRow(row, number: rows.count + facts.count))
      }
    }
    self.facts = facts
    var always = [UInt64](repeating: 0, count: (rows.count + 63) / 64)
    var texts: [[UInt8]] = []
    var rowsOfText: [[Int]] = []
    var numbers: [[UInt8]: Int] = [:]
    for row in rows {
      if row.pattern.literals.isEmpty { Self.add(row.number, to: &always) }
      for text in row.pattern.literals {
        if let number = numbers[text] {
          rowsOfText[number].append(row.number)
        } else {
          numbers[text] = texts.count
          texts.append(text)
          rowsOfText.append([row.number])
        }
      }
    }
    self.rows = rows
    self.always = always
    self.rowsOfText = rowsOfText
    automaton = LiteralAutomaton(texts)
  }

  /// The first row that matches a message; nil if there is none.
  ///
  /// Only the rows with a text in the message are tried. O(length) if there is none.
  ///
  /// - Parameter scans: What was learned from the messages before.
  func first(
    in bytes: [UInt8], _ message: Range<Int>, tag: Range<Int>, _ scans: inout PatternScans
  ) -> PatternMatch? {
    let message = Self.cut(message, of: bytes)
    var tried = always
    automaton.search(bytes, message) { text in
      for row in rowsOfText[text] { Self.add(row, to: &tried) }
    }
    for word in tried.indices {
      var bits = tried[word]
      while bits != 0 {
        let row = rows[word * 64 + bits.trailingZeroBitCount]
        bits &= bits - 1
        guard row.accepts(tag: tag, bytes), scans.matches(row, bytes, message),
          var match = Self.match(row, bytes, message, tag)
        else { continue }
        addFacts(to: &match, message, &scans)
        return match
      }
    }
    return nil
  }

  /// Searches a message for the facts of the SDK of its row, and for those of all SDKs.
  private func addFacts(
    to match: inout PatternMatch, _ message: Range<Int>, _ scans: inout PatternScans
  ) {
    guard case .event = match.row.meaning else { return }
    for fact in facts where fact.sdk == nil || fact.sdk == match.row.sdk {
      let fields = fact.pattern.fields + fact.constants.map { $0.0 }
      if fields.allSatisfy({ match.text($0) != nil }) { continue }
      guard scans.matches(fact, match.bytes, message),
        let slots = fact.pattern.match(in: match.bytes, message)
      else { continue }
      match.facts.append((fact, slots))
    }
  }

  /// The first row that matches a message, with every row tried; for tests.
  func firstOfAll(in bytes: [UInt8], _ message: Range<Int>, tag: Range<Int>) -> PatternMatch? {
    let message = Self.cut(message, of: bytes)
    for row in rows {
      if let match = Self.match(row, bytes, message, tag) { return match }
    }
    return nil
  }

  private static func match(
    _ row: PatternRow, _ bytes: [UInt8], _ message: Range<Int>, _ tag: Range<Int>
  ) -> PatternMatch? {
    guard row.accepts(tag: tag, bytes), let slots = row.pattern.match(in: bytes, message) else {
      return nil
    }
    return PatternMatch(row: row, bytes: bytes, slots: slots)
  }

  private static func add(_ row: Int, to rows: inout [UInt64]) {
    rows[row / 64] |= 1 << UInt64(row % 64)
  }

  /// The beginning of a message, whole characters.
  private static func cut(_ message: Range<Int>, of bytes: [UInt8]) -> Range<Int> {
    guard message.count > longest else { return message }
    var end = message.lowerBound + longest
    while end > message.lowerBound + longest - 3, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return message.lowerBound..<end
  }
}

/// The automata of the rows that were tried so far.
struct PatternScans {
  private var scans: [PatternScan?] = []

  /// Whether a row of a set matches a message.
  mutating func matches(_ row: PatternRow, _ bytes: [UInt8], _ message: Range<Int>) -> Bool {
    while scans.count <= row.number { scans.append(nil) }
    if scans[row.number] == nil { scans[row.number] = PatternScan(row.pattern) }
    return scans[row.number]?.matches(bytes, message) ?? false
  }
}

/// A message that matches a row.
struct PatternMatch {
  let row: PatternRow
  fileprivate let bytes: [UInt8]
  private let slots: [Int?]
  /// The facts found in the message, with the places of their groups.
  fileprivate var facts: [(row: PatternRow, slots: [Int?])] = []

  fileprivate init(row: PatternRow, bytes: [UInt8], slots: [Int?]) {
    self.row = row
    self.bytes = bytes
    self.slots = slots
  }

  /// The letters and spaces that the expression matched, ASCII letters as small ones.
  var words: [UInt8] {
    guard let start = slots[0], let end = slots[1] else { return [] }
    return bytes[start..<end].map { $0 &- 65 < 26 ? $0 | 32 : $0 }
      .filter { $0 &- 97 < 26 || $0 == 0x20 || $0 >= 0x80 }
  }

  /// The text of a field: that of its group if it is not empty, or else the row's constant.
  func text(_ field: PatternField) -> String? {
    if let text = text(field, of: row, slots) { return text }
    for fact in facts {
      if let text = text(field, of: fact.row, fact.slots) { return text }
    }
    return nil
  }

  private func text(_ field: PatternField, of row: PatternRow, _ slots: [Int?]) -> String? {
    if let index = row.pattern.fields.firstIndex(of: field) {
      if let start = slots[2 * index + 2], let end = slots[2 * index + 3], start < end {
        return bytes.text(start..<end)
      }
    }
    return row.constants.first { $0.0 == field }?.1
  }
}
