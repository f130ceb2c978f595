import JSONLines
import Testing

@Suite struct UnescapeTests {
  private func unescaped(_ raw: String) -> String {
    var text: [UInt8] = []
    raw.bytes { unescape($0, into: &text) }
    return String(decoding: text, as: UTF8.self)
  }

  @Test(arguments: [
    ("", ""), ("plain", "plain"), (#"\"\\\/\b\f\n\r\t"#, "\"\\/\u{8}\u{C}\n\r\t"),
    (#"\u0041\u00e9\u65E5\uFFFF"#, "Aé日\u{FFFF}"),
    (#"\ud83d\ude00"#, "😀"), (#"\uD800\uDC00\uDBFF\uDFFF"#, "\u{10000}\u{10FFFF}"),
    (#"a\u0000b"#, "a\u{0}b"),
    (#"é\n日"#, "é\n日"), (#"\\u0041"#, #"\u0041"#),
  ])
  func `escape sequences are replaced by their characters`(_ raw: String, _ text: String) {
    #expect(unescaped(raw) == text)
  }

  @Test(arguments: [
    (#"\ud800"#, "\u{FFFD}"), (#"\udc00x"#, "\u{FFFD}x"), (#"\ud800\u0041"#, "\u{FFFD}A"),
    (#"\"#, "\u{FFFD}"),
    (#"\u12"#, "\u{FFFD}12"), (#"\q"#, "\u{FFFD}"),
  ])
  func `invalid escape sequences become replacement characters`(_ raw: String, _ text: String) {
    #expect(unescaped(raw) == text)
  }

  @Test func `unescaped text is appended to existing text`() {
    var text: [UInt8] = [0x3E]
    #"\n"#.bytes { unescape($0, into: &text) }
    #expect(text == [0x3E, 0x0A])
  }

  @Test func `any text is unchanged after escaping and unescaping`() {
    var numbers = SeededNumbers(seed: 5)
    for _ in 0..<2_000 {
      var text = ""
      for _ in 0..<numbers.below(20) {
        let value = UInt32(numbers.below(numbers.below(2) == 0 ? 0x80 : 0x11_0000))
        if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
      }
      var writer = JSONWriter()
      writer.string(text)
      let inner = String(decoding: writer.bytes.dropFirst().dropLast(), as: UTF8.self)
      #expect(unescaped(inner) == text)
      #expect(fault(#"{"a":\#(String(decoding: writer.bytes, as: UTF8.self))}"#) == nil)
    }
  }
}
