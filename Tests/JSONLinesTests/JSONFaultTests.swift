import JSONLines
import Testing

@Suite struct JSONFaultTests {
  static let deep = String(repeating: "[", count: 40)

  @Test func `fault codes have the names and the order of the journal format`() {
    #expect(
      JSONFault.Code.allCases.map(\.name) == [
        "too-long", "nul-padding", "not-utf8", "too-deep", "not-json", "duplicate-key",
        "not-an-object",
      ])
  }

  @Test func `a line with several faults reports the first in the order of codes`() {
    let invalidUTF8: [UInt8] = [0xFF]
    let long = [UInt8](repeating: 0x20, count: Limits.lineBytes)
    #expect(fault(long + [0] + invalidUTF8)?.code == .tooLong)
    #expect(fault(Array("{[".utf8) + invalidUTF8 + [0])?.code == .nulPadding)
    #expect(fault(Array(Self.deep.utf8) + invalidUTF8)?.code == .notUTF8)
    #expect(fault("nonsense é".utf8 + invalidUTF8)?.code == .notUTF8)
    #expect(fault(Self.deep + "}")?.code == .tooDeep)
    #expect(fault("}" + Self.deep)?.code == .notJSON)
    #expect(fault(#"{"a":1,"a":2,}"#)?.code == .notJSON)
    #expect(fault(#"[{"a":1,"a":2}]"#)?.code == .duplicateKey)
  }

  @Test func `a line of 1 MiB is allowed and one byte more is too long`() {
    let frame = #"{"a":""}"#
    let filler = String(repeating: "x", count: Limits.lineBytes - frame.utf8.count)
    #expect(fault(#"{"a":"\#(filler)"}"#) == nil)
    let tooLong = fault(#"{"a":"\#(filler)x"}"#)
    #expect(tooLong?.code == .tooLong)
    #expect(tooLong?.byte == 1_048_576)
    #expect(tooLong?.because == "the line has 1048577 bytes; the limit is 1048576")
  }

  @Test(arguments: [("[", "]"), (#"{"k":"#, "}")])
  func `32 levels are allowed and one more is too deep`(_ open: String, _ close: String) {
    func nested(_ levels: Int) -> String {
      let inner = (0..<levels - 1).map { _ in open }.joined()
      return #"{"a":"# + inner + "1" + String(repeating: close, count: levels - 1) + "}"
    }
    #expect(fault(nested(32)) == nil)
    #expect(fault(nested(33))?.code == .tooDeep)
    #expect(fault(nested(33))?.byte == 5 + 31 * open.utf8.count)
    #expect(
      fault(nested(33))?.because == "nested more than 32 levels deep")
  }

  @Test func `nesting depth counts open containers, not brackets`() {
    let flat = (0..<100).map { _ in "[[]]" }.joined(separator: ",")
    #expect(fault(#"{"a":[\#(flat)]}"#) == nil)
  }

  @Test func `an empty container at nesting level 33 is too deep`() {
    let open = String(repeating: "[", count: 32)
    #expect(fault(#"{"a":"# + open + String(repeating: "]", count: 32) + "}")?.code == .tooDeep)
    #expect(fault(#"{"a":"# + open.dropLast() + String(repeating: "]", count: 31) + "}") == nil)
  }

  @Test func `a NUL byte anywhere in a line is nul-padding`() {
    #expect(fault([0, 0, 0])?.byte == 0)
    #expect(fault(Array("{}".utf8) + [0])?.byte == 2)
    #expect(fault(#"{"a":"\#u{0}"}"#)?.because == "found a NUL byte")
    #expect(fault(#"{"a":"\u0000"}"#) == nil)
  }

  @Test(
    arguments: [
      ([0x80], 0), ([0xBF], 0), ([0xC0, 0x80], 0), ([0xC1, 0xBF], 0), ([0xC2], 0),
      ([0xC2, 0x20], 0),
      ([0xE0, 0x80, 0x80], 0), ([0xE0, 0x9F, 0xBF], 0), ([0xED, 0xA0, 0x80], 0),
      ([0xED, 0xBF, 0xBF], 0),
      ([0xE2, 0x82], 0), ([0xE2, 0x28, 0xA1], 0), ([0xF0, 0x80, 0x80, 0x80], 0),
      ([0xF0, 0x8F, 0xBF, 0xBF], 0),
      ([0xF4, 0x90, 0x80, 0x80], 0), ([0xF5, 0x80, 0x80, 0x80], 0),
      ([0xF8, 0x88, 0x80, 0x80, 0x80], 0),
      ([0xFE], 0), ([0xFF], 0), ([0xF0, 0x9F, 0x98], 0), ([0xC3, 0xA9, 0x80], 2),
      ([0xC3, 0xA9, 0xC3], 2),
    ] as [([UInt8], Int)])
  func `the fault of ill-formed UTF-8 is at the first byte of the sequence`(
    _ bytes: [UInt8], _ offset: Int
  ) {
    let start = Array(#"{"a":""#.utf8)
    let found = fault(start + bytes + Array(#""}"#.utf8))
    #expect(found?.code == .notUTF8)
    #expect(found?.byte == start.count + offset)
  }

  @Test func `the first and last scalar of every UTF-8 length is accepted`() {
    for scalar in [
      "\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}",
    ] {
      #expect(fault(#"{"\#(scalar)":"\#(scalar)\#(scalar)"}"#) == nil)
    }
  }

  @Test func `a non-ASCII character outside strings is not-json`() {
    #expect(fault("{é}")?.code == .notJSON)
    #expect(fault("{é}")?.because == "expected a key in quotes or `}`, found byte 0xC3")
  }
}

private func + (text: String.UTF8View, bytes: [UInt8]) -> [UInt8] {
  Array(text) + bytes
}
