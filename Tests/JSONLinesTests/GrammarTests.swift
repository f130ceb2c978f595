import JSONLines
import Testing

@Suite struct GrammarTests {
  static let valid: [String] = [
    "{}", " {} ", "\t{\t}\t\r", #"{"":0}"#, #"{"a":""}"#, #"{"a":null}"#, #"{"a":true,"b":false}"#,
    #"{"a":0}"#, #"{"a":-0}"#, #"{"a":-0.0e-0}"#, #"{"a":1E+400}"#,
    #"{"a":123456789012345678901234567890}"#,
    #"{"a":0.1}"#, #"{"a":10}"#, #"{"a":1e0}"#, #"{"a":12345678}"#, #"{"a":1234567,"b":123456789}"#,
    #"{"a":[]}"#, #"{"a":[[]]}"#, #"{"a":[{}]}"#, #"{"a":{"b":[{"c":{}}]}}"#,
    #"{"a":[1,"2",true,null,[3],{"d":4}]}"#,
    #"{"a":"\"\\\/\b\f\n\r\t\u0000\uFFFF"}"#, #"{"a":"\uD83D\uDE00"}"#, #"{"a":"\ud800\udc00"}"#,
    #"{"a":"\#u{7F}\#u{80}\#u{7FF}\#u{800}\#u{FFFF}\#u{10000}\#u{10FFFF}"}"#, #"{"é":"日本語"}"#,
    #"{ "a" : 1 , "b" : [ 1 , 2 ] , "c" : { "d" : null } }"#, #"{"a":"// no comment"}"#,
    #"{"a":"\u2028"}"#,
    #"{"a":1,"A":2,"a ":3,"":4}"#, #"{"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}]}"#,
  ]

  static let invalid: [String] = [
    "", " ", "\r", "{", "}", "{}{}", "{} x", "{},", "{]", "[}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#,
    #"{,"a":1}"#,
    #"{"a" 1}"#, #"{"a"::1}"#, #"{"a":1 "b":2}"#, #"{"a":1,,"b":2}"#, #"{a:1}"#, #"{'a':1}"#,
    #"{1:1}"#, #"{"a":'b'}"#,
    #"{"a":[1,]}"#, #"{"a":[,1]}"#, #"{"a":[1 2]}"#, #"{"a":[1}"#, #"{"a":{"b":1]}"#, #"{"a":[}"#,
    #"{"a":[1:2]}"#,
    #"{"a":{"b"}}"#, #"{"a":{"b":}}"#, #"{"a":{"b":1,}}"#, #"{"a":{1}}"#, #"{"a":{]}"#, "[1",
    "[\"a\"",
    #"{"a":01}"#, #"{"a":-01}"#, #"{"a":00}"#, #"{"a":-}"#, #"{"a":+1}"#, #"{"a":.5}"#,
    #"{"a":1.}"#, #"{"a":1.e5}"#,
    #"{"a":1e}"#, #"{"a":1e+}"#, #"{"a":1e-}"#, #"{"a":0x10}"#, #"{"a":1_000}"#, #"{"a":1.2.3}"#,
    #"{"a":1e5.5}"#,
    #"{"a":--1}"#, #"{"a":0123456789}"#, #"{"a":NaN}"#, #"{"a":Infinity}"#, #"{"a":-Infinity}"#,
    #"{"a":１}"#,
    #"{"a":tru}"#, #"{"a":True}"#, #"{"a":truee}"#, #"{"a":nul}"#, #"{"a":fals}"#,
    #"{"a":undefined}"#, #"{"a":nulll}"#,
    #"{"a":"b}"#, #"{"a":"b\"}"#, #"{"a":"\x41"}"#, #"{"a":"\'"}"#, #"{"a":"\u12"}"#,
    #"{"a":"\u12G4"}"#, #"{"a":"\U0041"}"#,
    #"{"a":"\a"}"#, #"{"a":"\#u{1}"}"#, #"{"a":"\#u{1F}"}"#, "{\"a\":\"\t\"}", "{\"a\":\"\r\"}",
    "{\"\t\":1}",
    #"{"a":"\ud800"}"#, #"{"a":"\ud800x"}"#, #"{"a":"\ud800\n"}"#, #"{"a":"\ud800\ud800"}"#,
    #"{"a":"\udc00"}"#,
    #"{"a":"\udc00\ud800"}"#, #"{"a":"\ud800\u0041"}"#, #"{"\ud800":1}"#, #"{"\udfff":1}"#,
    #"{"a":"\ud83d\ude0"}"#,
    "\u{FEFF}{}", "{\u{A0}}", "{\u{C}}", "{\u{B}\"a\":1}", "{}\u{2028}", #"{"a":1}/* c */"#,
    #"{"a":1}// c"#, "\\u007b}",
    "{\n}", "\n{}", "{\"a\":\n1}", "{\"a\":\"\n\"}", "{}\n", #"{"a":[1],"b":[2}"#,
    #"{"a":"x""b":1}"#, #"{"a":1"b":2}"#,
  ]

  @Test(arguments: valid)
  func `a line that is a valid JSON object is accepted`(_ text: String) {
    #expect(fault(text) == nil)
  }

  @Test(arguments: invalid)
  func `a line that violates the JSON grammar is not-json`(_ text: String) {
    #expect(fault(text)?.code == .notJSON)
  }

  @Test(arguments: [
    "1", "-1.5", "true", "null", #""a""#, "[]", #"[{"a":1}]"#, " [1] ", "\t\"{}\"\r",
  ])
  func `a line with a JSON value that is not an object is not-an-object`(_ text: String) {
    let offset = text.utf8.prefix { $0 == 0x20 || $0 == 0x09 }.count
    #expect(fault(text)?.code == .notAnObject)
    #expect(fault(text)?.byte == offset)
  }

  @Test func `every sample line of a journal is accepted`() {
    for line in Samples.lines { #expect(fault(line) == nil) }
  }

  @Test func `a single byte as a value is accepted only if it is a digit`() {
    for byte in UInt8.min...UInt8.max {
      let accepted = fault(Array(#"{"a":"#.utf8) + [byte] + Array("}".utf8)) == nil
      #expect(accepted == (0x30...0x39).contains(byte), "byte \(byte)")
    }
  }

  @Test func `a single byte as a string is accepted only if it is ASCII without need of escape`() {
    for byte in UInt8.min...UInt8.max {
      let accepted = fault(Array(#"{"a":""#.utf8) + [byte] + Array("\"}".utf8)) == nil
      #expect(
        accepted == (byte >= 0x20 && byte < 0x80 && byte != 0x22 && byte != 0x5C), "byte \(byte)")
    }
  }

  @Test func `a string of any length is accepted`() {
    for length in 0...100 {
      for tail in ["", "é", "\\n", "😀", "\\ud83d\\ude00"] {
        let text = #"{"k":""# + String(repeating: "x", count: length) + tail + #"","n":1}"#
        #expect(fault(text) == nil)
        #expect(fault(String(text.dropLast(8)))?.code == .notJSON)
      }
    }
  }

  @Test func `a number with any number of digits is accepted`() {
    for length in 1...40 {
      let digits = String(repeating: "7", count: length)
      for number in [digits, "-" + digits, digits + "." + digits, digits + "e-" + digits] {
        #expect(fault(#"{"a":\#(number)}"#) == nil)
        #expect(fault(#"{"a":0\#(number)}"#)?.code == .notJSON)
      }
    }
  }
}
