import JSONLines
import Testing

@Suite struct FaultMessageTests {
  static let messages: [(text: String, byte: Int, because: String)] = [
    ("", 0, "expected a value, found the end of the line"),
    ("{", 1, "expected a key in quotes or `}`, found the end of the line"),
    ("}", 0, "expected a value, found `}`"),
    ("{a", 1, "expected a key in quotes or `}`, found `a`"),
    (#"{"a":1,}"#, 7, "expected a key in quotes, found `}`"),
    (#"{"a" 1}"#, 5, "expected `:` after the key, found `1`"),
    (#"{"a":]}"#, 5, "expected a value, found `]`"),
    (#"{"a":[,]}"#, 6, "expected a value or `]`, found `,`"),
    (#"{"a":1 2}"#, 7, "expected `,` or `}`, found `2`"),
    (#"{"a":[1}"#, 7, "expected `,` or `]`, found `}`"),
    (#"{} {}"#, 3, "expected nothing after the value, found `{`"),
    (#"{"a":-}"#, 6, "expected a digit, found `}`"),
    (#"{"a":1.}"#, 7, "expected a digit, found `}`"),
    (#"{"a":01}"#, 6, "expected no digit after a leading zero, found `1`"),
    (#"{"a":trux}"#, 8, "expected the rest of `true`, `false` or `null`, found `x`"),
    (#"{"a":"\x"}"#, 7, #"expected one of `"\/bfnrtu` after the backslash, found `x`"#),
    (#"{"a":"\u12"}"#, 10, #"expected four hexadecimal digits after `\u`, found `"`"#),
    (
      #"{"a":"\ud800x"}"#, 12,
      #"expected a low surrogate (`\uDC00` to `\uDFFF`) after a high surrogate, found `x`"#
    ),
    (#"{"a":"\udc00"}"#, 6, #"expected a high surrogate before a low surrogate, found `\`"#),
    (
      "{\"a\":\"\u{1}\"}", 6,
      "expected control characters in strings to be escaped, found byte 0x01"
    ),
    (#"{"a":"b"#, 7, "expected the closing quote of a string, found the end of the line"),
    (
      #"{"a":1,"b":2,"\u0061":3}"#, 13,
      "duplicate key; the first one is at byte 1"
    ),
    ("[1]", 0, "expected an object, found an array"),
    (" null", 1, "expected an object, found null"),
    ("12", 0, "expected an object, found an integer"),
    (#""a""#, 0, "expected an object, found a string"),
  ]

  @Test(arguments: messages)
  func `the message of a fault names the expected and the found text`(
    _ text: String, _ byte: Int, _ because: String
  ) {
    let found = fault(text)
    #expect(found?.byte == byte)
    #expect(found?.because == because)
  }

  @Test func `the message of a byte that is not UTF-8 shows it in hexadecimal`() {
    let found = fault([0x7B, 0xFF, 0x7D])
    #expect(found?.because == "found byte 0xFF, which is not valid UTF-8 here")
  }
}
