import AdReports
import AdSession
import JSONLines
import Testing

struct CSVRowsTests {
  private static let names = String(decoding: CSVRows.header, as: UTF8.self).dropLast()
    .split(separator: ",").map(String.init)

  private func row(_ record: String) -> String {
    var rows = CSVRows()
    return record.utf8.withContiguousStorageIfAvailable {
      let line = JSONValue(objectOfLine: UnsafeRawBufferPointer($0))
      return String(decoding: rows.row(of: line), as: UTF8.self)
    } ?? ""
  }

  /// The row of a note with fields, without the envelope, its trailing commas and its line feed.
  private func cells(_ fields: String) -> String {
    let row = row(
      #"{"v":1,"session":"s","seq":1,"t":0,"wall":"2026-11-20T09:15:02.123Z","event":"note",\#(fields)}"#
    )
    let start = "s,1,0,2026-11-20T09:15:02.123Z,note,"
    return row.hasPrefix(start) && row.hasSuffix("\n")
      ? String(row.dropFirst(start.count).dropLast()) : row
  }

  /// The content of the cell of a column, if all others are empty.
  private func cell(_ name: String, _ value: String) throws -> String {
    let column = try #require(Self.names.firstIndex(of: name)) - 5
    let text = cells("\"\(name)\":\(value)")
    let before = String(repeating: ",", count: column)
    let after = String(repeating: ",", count: Self.names.count - 6 - column)
    #expect(text.hasPrefix(before) && text.hasSuffix(after))
    return String(text.dropFirst(before.count).dropLast(after.count))
  }

  @Test func `The columns are the envelope, the vocabulary and one for other fields`() {
    #expect(
      Self.names
        == ["session", "seq", "t", "wall", "event"] + FieldName.allCases.map(\.name) + ["other"])
  }

  @Test(arguments: [
    (#""plain text""#, "plain text"), (#""a,b""#, #""a,b""#), (#""say \"no\"""#, #""say ""no""""#),
    (#""two\nlines""#, "\"two\nlines\""), (#""a\rb""#, "\"a\rb\""),
    (#""\u00e9\ud83d\ude00""#, "é😀"),
    (#""""#, "\"\""), ("null", ""), (#""a\u0000b""#, "a\u{FFFD}b"),
  ])
  func `A text is quoted if it contains special characters`(value: String, cell text: String) throws
  {
    #expect(try cell("text", value) == text)
  }

  @Test(arguments: [
    ("latency_ms", "-5"), ("amount", "1.50"), ("amount", "1e400"),
    ("count", "99999999999999999999"),
    ("test", "true"),
  ])
  func `Numbers and booleans are written as in the journal`(name: String, value: String) throws {
    #expect(try cell(name, value) == value)
  }

  @Test func `Lists and objects are written as JSON`() throws {
    #expect(
      try cell("waterfall", #"[{"adapter":"A, \"x\"","latency_ms":12}]"#)
        == #""[{""adapter"":""A, \""x\"""",""latency_ms"":12}]""#)
    #expect(try cell("captures", "[]") == "[]")
  }

  @Test(arguments: ["=1+1", "+1", "-1", "@SUM(A1)", "|x", "%x", "'quoted", "＝1"])
  func `A text that a spreadsheet could evaluate as a formula gets an apostrophe`(text: String)
    throws
  {
    #expect(try cell("text", "\"\(text)\"") == "'\(text)")
  }

  @Test(arguments: [
    ("::error::x", "\\u{3a}:error::x"), ("##vso[x]", "\\u{23}#vso[x]"), ("a##[x]", "a\\u{23}#[x]"),
    (#"a\n::x"#, "\"a\n\\u{3a}:x\""), ("{x", "{x"), ("a#b", "a#b"),
  ])
  func `A text that a CI service would run as a command is escaped`(text: String, cell: String)
    throws
  {
    #expect(try self.cell("text", "\"\(text)\"") == cell)
  }

  @Test func `A text that begins with a control character gets an apostrophe and quotes`() throws {
    #expect(try cell("text", #""\t=1""#) == "\"'\t=1\"")
    #expect(try cell("text", #""\r=1""#) == "\"'\r=1\"")
    #expect(try cell("text", #""a=1""#) == "a=1")
  }

  @Test func `Fields without a column are an object in the last column`() {
    let empty = String(repeating: ",", count: Self.names.count - 6)
    #expect(
      cells(#""new":"a\"b","news":[1,null],"crc":"00000000""#)
        == empty + #""{""new"":""a\""b"",""news"":[1,null]}""#)
    #expect(
      row(#"{"v":2}"#) == String(repeating: ",", count: Self.names.count - 1)
        + "\"{\"\"v\"\":2}\"\n")
  }

  @Test func `The SQL of a table has the type of each column, in order`() throws {
    let sql = CSVRows.schema(of: "it's.csv")
    #expect(
      sql.hasPrefix("CREATE OR REPLACE VIEW records AS SELECT * FROM read_csv(\n'it''s.csv',\n"))
    let columns = sql.matches(of: /\n  '(\w+)': '(\w+)'/)
    #expect(columns.map { String($0.1) } == Self.names)
    let types = Dictionary(uniqueKeysWithValues: columns.map { (String($0.1), String($0.2)) })
    #expect(types["error_code"] == "BIGINT" && types["t"] == "BIGINT" && types["seq"] == "BIGINT")
    #expect(types["amount"] == "DOUBLE" && types["cold"] == "BOOLEAN")
    #expect(types["wall"] == "TIMESTAMPTZ" && types["unit"] == "VARCHAR")
    #expect(types["waterfall"] == "VARCHAR" && types["other"] == "VARCHAR")
  }

  @Test func `A field has the same type in all kinds, so that a column has one`() {
    var types: [String: FieldEntry.ValueType] = [:]
    for field in Vocabulary.entries.flatMap(\.fields) {
      #expect(types[field.name.name, default: field.type] == field.type, "\(field.name)")
      types[field.name.name] = field.type
    }
  }

  @Test func `White space and a byte-order mark around a record are ignored`() {
    #expect(row("\u{FEFF} { \"seq\" : 7 } \r") == row(#"{"seq":7}"#))
  }
}
