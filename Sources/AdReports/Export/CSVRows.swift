internal import AdSession
internal import JSONLines

/// Records as rows of a table (RFC 4180, each row ends with a line feed), for spreadsheets and databases.
///
/// The columns are always the same: the envelope, every field of the vocabulary in its order, and
/// `other`, a JSON object of the fields that have no column. Only `crc`, which is of the line and not
/// of what it says, and a `v` of 1 are left out. An absent field is an empty cell, an empty text `""`.
/// Keep one to reuse its memory.
public struct CSVRows {
  private static let names =
    ["session", "seq", "t", "wall", "event"] + FieldName.allCases.map(\.name)
  private static let places = Dictionary(
    uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
  /// What makes a spreadsheet take a text for a formula, and the mark that keeps it from that.
  private static let beginsFormula = Set("=+-@\t\r\n＝＋－＠'".unicodeScalars)

  private var cells = [JSONValue?](repeating: nil, count: names.count)
  private var other = JSONWriter()
  private var row: [UInt8] = []

  /// Makes rows.
  public init() {}

  /// The names of the columns as the first row.
  public static var header: [UInt8] {
    Array(((names + ["other"]).joined(separator: ",") + "\n").utf8)
  }

  /// The row of a whole record.
  public mutating func row(of record: UnsafeRawBufferPointer) -> [UInt8] {
    sort(record)
    row.removeAll(keepingCapacity: true)
    for cell in cells {
      if let cell { append(cell) }
      row.append(UInt8(ascii: ","))
    }
    if !other.bytes.isEmpty { append(other.bytes) }
    row.append(UInt8(ascii: "\n"))
    return row
  }

  /// Puts the fields of a record into the cells of their columns.
  private mutating func sort(_ record: UnsafeRawBufferPointer) {
    for place in cells.indices { cells[place] = nil }
    other.clear()
    JSONValue.record(in: record).forEachMember { member in
      if let place = Self.places[member.name] {
        cells[place] = member.value
      } else if member.name != "crc", member.name != "v" || member.value.integer != 1 {
        if other.bytes.isEmpty { other.beginObject() }
        other.key(member.name)
        other.copy(member.value)
      }
    }
    if !other.bytes.isEmpty { other.endObject() }
  }

  private mutating func append(_ value: JSONValue) {
    switch value.type {
    case .null: return
    case .string where !value.hasEscapes && Self.isPrintable(value.bytes):
      row.append(contentsOf: value.bytes)
    case .string: append(text: value.string ?? "")
    case .integer, .decimal, .boolean: row.append(contentsOf: value.bytes)
    case .object, .array: append(Array(value.bytes))
    }
  }

  /// Appends a text: one that a spreadsheet could take for a formula behind an apostrophe.
  ///
  /// So one that begins with an apostrophe, and apostrophes can be taken away again. NUL becomes
  /// U+FFFD: many readers stop at it.
  private mutating func append(text: String) {
    let isFormula = text.unicodeScalars.first.map(Self.beginsFormula.contains) ?? false
    let whole = text.utf8.contains(0) ? String(text.map { $0 == "\0" ? "\u{FFFD}" : $0 }) : text
    append(Array((isFormula ? "'" + whole : whole).utf8))
  }

  /// Whether a text is surely no formula and needs no quotes, as nearly all of a journal.
  private static func isPrintable(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let first = text.first else { return false }
    let isWord = UInt8(ascii: "0")...UInt8(ascii: "9") ~= first || first | 0x20 >= 0x61
    return isWord && first < 0x7F && isPlain(text)
  }

  /// Whether a cell needs no quotes.
  private static func isPlain(_ cell: some Collection<UInt8>) -> Bool {
    !cell.isEmpty && !cell.contains { $0 == 0x22 || $0 < 0x20 || $0 == 0x2C }
  }

  /// Appends a cell, in quotes where they are needed.
  private mutating func append(_ cell: [UInt8]) {
    if Self.isPlain(cell) { return row.append(contentsOf: cell) }
    let quote = UInt8(ascii: "\"")
    row.append(quote)
    for byte in cell {
      if byte == quote { row.append(quote) }
      row.append(byte)
    }
    row.append(quote)
  }
}
