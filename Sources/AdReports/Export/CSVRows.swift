internal import AdSession
public import JSONLines

/// Converts records to rows of a CSV table (RFC 4180), for spreadsheets and databases.
///
/// Each row ends with a line feed. The columns are always the same: the envelope, every field of
/// the vocabulary in its order, and `other`, a JSON object of the fields without a column. `crc`
/// and a `v` of 1 are left out. The cell of an absent field is empty, that of an empty text is
/// `""`. Keep one instance for all records: it reuses its memory.
public struct CSVRows {
  private static let names =
    ["session", "seq", "t", "wall", "event"] + FieldName.allCases.map { $0.name }
  private static let columns = Dictionary(
    uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
  /// The characters with which a formula begins in a spreadsheet, and the apostrophe that escapes
  /// one.
  private static let beginsFormula = Set("=+-@|%\t\r\n＝＋－＠'".unicodeScalars)

  private var cells = [JSONValue?](repeating: nil, count: names.count)
  private var other = JSONWriter()
  private var row: [UInt8] = []

  /// Creates a converter.
  public init() {}

  /// The first row: the names of the columns.
  public static var header: [UInt8] {
    Array(((names + ["other"]).joined(separator: ",") + "\n").utf8)
  }

  /// The SQL that makes the view `records` of a table in DuckDB, with the type of each column.
  ///
  /// DuckDB guesses the types of columns, and takes an empty column for text.
  ///
  /// - Parameter path: The file of the table, as the database finds it.
  public static func schema(of path: String) -> String {
    let typed = (names + ["other"]).map { "  '\($0)': '\(types[$0] ?? "VARCHAR")'" }
    return """
      CREATE OR REPLACE VIEW records AS SELECT * FROM read_csv(
      '\(path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''"))',
      auto_detect = false, header = true, delim = ',', quote = '"', escape = '"', new_line = '\\n',
      allow_quoted_nulls = false, max_line_size = 4194304, columns = {
      \(typed.joined(separator: ",\n"))
      });

      """
  }

  /// The types of the columns that are no texts, by name.
  private static let types: [String: String] = {
    var types = ["seq": "BIGINT", "t": "BIGINT", "wall": "TIMESTAMPTZ"]
    for field in Vocabulary.entries.flatMap({ $0.fields }) {
      switch field.type {
      case .integer: types[field.name.name] = "BIGINT"
      case .number: types[field.name.name] = "DOUBLE"
      case .boolean: types[field.name.name] = "BOOLEAN"
      case .string, .strings, .objects, .object: break
      }
    }
    return types
  }()

  /// A text as a cell: in quotes if it needs them, with an apostrophe before a formula.
  package static func cell(of text: String) -> String {
    if isPrintable(text.utf8) { return text }
    var rows = CSVRows()
    rows.append(text: text)
    return String(decoding: rows.row, as: UTF8.self)
  }

  /// The row of a valid record.
  public mutating func row(of record: JSONValue) -> [UInt8] {
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

  /// Stores the fields of a record in the cells of their columns.
  private mutating func sort(_ record: JSONValue) {
    for column in cells.indices { cells[column] = nil }
    other.clear()
    record.forEachMember { member in
      if let column = Self.columns[member.name] {
        cells[column] = member.value
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

  /// Appends a text; an apostrophe before it prevents that a spreadsheet evaluates it as a formula.
  ///
  /// A text that begins with an apostrophe gets another one, so a reader can remove the first one.
  /// NUL becomes U+FFFD, because many readers stop at NUL; a workflow command is escaped as in
  /// text.
  private mutating func append(text: String) {
    let isFormula = text.unicodeScalars.first.map(Self.beginsFormula.contains) ?? false
    let text = TerminalEscaping.withoutCommands(text)
    let whole = text.utf8.contains(0) ? String(text.map { $0 == "\0" ? "\u{FFFD}" : $0 }) : text
    append(Array((isFormula ? "'" + whole : whole).utf8))
  }

  /// Whether a text needs neither an apostrophe nor quotes; true for nearly all texts of a journal.
  private static func isPrintable(_ text: some Collection<UInt8>) -> Bool {
    guard let first = text.first else { return false }
    let isWord = UInt8(ascii: "0")...UInt8(ascii: "9") ~= first || 0x61...0x7A ~= first | 0x20
    return isWord && !text.contains(UInt8(ascii: "#")) && isPlain(text)
  }

  /// Whether a cell needs no quotes.
  private static func isPlain(_ cell: some Collection<UInt8>) -> Bool {
    !cell.isEmpty && !cell.contains { $0 == 0x22 || $0 < 0x20 || $0 == 0x2C }
  }

  /// Appends a cell, in quotes if it needs them.
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
