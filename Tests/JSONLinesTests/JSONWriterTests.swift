import JSONLines
import Testing

@Suite struct JSONWriterTests {
  private func written(_ body: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    body(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test func `a writer emits compact JSON with commas between members`() {
    let text = written { writer in
      for seq in 1...2 {
        writer.beginObject()
        writer.key("v")
        writer.integer(1)
        writer.key("seq")
        writer.integer(Int64(seq))
        writer.key("captures")
        writer.beginArray()
        for name in ["load", "present"] { writer.string(name) }
        writer.endArray()
        writer.key("policy")
        writer.beginObject()
        writer.key("ratio" as String)
        writer.decimal(0.5)
        writer.key("on")
        writer.boolean(true)
        writer.endObject()
        writer.key("none")
        writer.null()
        writer.key("empty")
        writer.beginArray()
        writer.endArray()
        writer.endObject()
        writer.endLine()
      }
    }
    func line(_ seq: Int) -> String {
      #"{"v":1,"seq":\#(seq),"captures":["load","present"],"policy":{"ratio":0.5,"on":true},"none":null,"empty":[]}"#
        + "\n"
    }
    #expect(text == line(1) + line(2))
  }

  @Test func `a written string escapes only the characters that JSON requires`() {
    #expect(written { $0.string("a\"b\\c/d") } == #""a\"b\\c/d""#)
    #expect(written { $0.string("\u{8}\u{C}\n\r\t") } == #""\b\f\n\r\t""#)
    #expect(written { $0.string("\u{0}\u{1}\u{1F}\u{7F}") } == "\"\\u0000\\u0001\\u001f\u{7F}\"")
    #expect(written { $0.string("é日本😀\u{2028}") } == "\"é日本😀\u{2028}\"")
    #expect(written { $0.key("a\"b" as String) } == #""a\"b":"#)
  }

  @Test func `a written string replaces bytes that are not UTF-8`() {
    for bytes in [[0x61, 0xFF, 0x62], [0xC3], [0xED, 0xA0, 0x80], [0xF5, 0x22, 0x0A]] as [[UInt8]] {
      let text = written { writer in bytes.withUnsafeBytes { writer.string($0) } }
      #expect(text.contains("\u{FFFD}"))
      #expect(fault(#"{"a":\#(text)}"#) == nil)
    }
    let text = written { writer in
      ([0x61, 0xFF, 0x22] as [UInt8]).withUnsafeBytes { writer.string($0) }
    }
    #expect(text == "\"a\u{FFFD}\\\"\"")
  }

  @Test(
    arguments: [
      (0, "0"), (7, "7"), (-7, "-7"), (10, "10"), (1_000_000, "1000000"),
      (Int64.max, "9223372036854775807"),
      (Int64.min, "-9223372036854775808"),
    ] as [(Int64, String)])
  func `an integer is written without leading zeros`(_ value: Int64, _ text: String) {
    #expect(written { $0.integer(value) } == text)
  }

  @Test(
    arguments: [
      (15123, "15123.0"), (0, "0.0"), (-0.0, "-0.0"), (0.1, "0.1"), (1e21, "1e+21"),
      (Double.leastNonzeroMagnitude, "5e-324"), (1.0 / 3, "0.3333333333333333"),
      (Double.infinity, "null"), (-Double.infinity, "null"), (Double.nan, "null"),
    ] as [(Double, String)])
  func `a decimal is written as the shortest text that parses to the same value`(
    _ value: Double, _ text: String
  ) {
    #expect(written { $0.decimal(value) } == text)
  }

  @Test func `a written decimal is valid JSON of type decimal and parses to the same value`() {
    var numbers = SeededNumbers(seed: 8)
    var scanner = LineScanner()
    for _ in 0..<5_000 {
      let value = Double(bitPattern: numbers.next())
      guard value.isFinite else { continue }
      let line = Array(#"{"a":\#(written { $0.decimal(value) })}"#.utf8)
      #expect(scanner.scan(bytes: line) == nil)
      let field = scanner.fields[0]
      #expect(field.type == .decimal)
      #expect(line.withUnsafeBytes { field.value(in: $0).decimal } == value)
    }
  }

  @Test func `clearing a writer removes its output and keeps its memory`() {
    var writer = JSONWriter(reserving: 100)
    writer.string("x")
    writer.clear()
    #expect(writer.bytes.isEmpty && writer.bytes.capacity >= 100)
    writer.integer(1)
    #expect(writer.bytes == [0x31])
  }

  @Test func `a raw JSON value is written unchanged`() {
    let text = written { writer in
      writer.beginArray()
      #"{"a":1}"#.bytes { writer.raw($0) }
      writer.integer(2)
      writer.endArray()
    }
    #expect(text == #"[{"a":1},2]"#)
  }
}
