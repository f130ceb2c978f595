import JSONLines
import Testing

@Suite struct NumberParsingTests {
  @Test(
    arguments: [
      ("0", 0), ("-0", 0), ("7", 7), ("-7", -7), ("15123", 15123),
      ("9223372036854775807", Int64.max),
      ("-9223372036854775808", Int64.min), ("-9223372036854775807", -Int64.max),
      ("1844674407370955161", 1_844_674_407_370_955_161),
    ] as [(String, Int64)])
  func `a 64-bit integer is parsed`(_ text: String, _ value: Int64) {
    #expect(text.bytes { parseInteger($0) } == value)
  }

  @Test(arguments: [
    "9223372036854775808", "-9223372036854775809", "18446744073709551616",
    "99999999999999999999999", "", "-", "--1",
    "+1", "1.0", "1e3", "1a", " 1", "18446744073709551615",
  ])
  func `parsing an integer rejects other text and values beyond 64 bits`(_ text: String) {
    #expect(text.bytes { parseInteger($0) } == nil)
  }

  @Test func `unsigned digits are parsed up to 64 bits`() {
    #expect("18446744073709551615".bytes { parseUnsignedDigits($0) } == UInt64.max)
    #expect("18446744073709551616".bytes { parseUnsignedDigits($0) } == nil)
    #expect("00012".bytes { parseUnsignedDigits($0) } == 12)
    #expect("-1".bytes { parseUnsignedDigits($0) } == nil)
    #expect("".bytes { parseUnsignedDigits($0) } == nil)
  }

  @Test(
    arguments: [
      ("0", 0), ("1", 1), ("-1.5", -1.5), ("15123.0", 15123), ("1e3", 1000), ("1E+3", 1000),
      ("2.5e-1", 0.25), ("0.1", 0.1),
      ("0.3", 0.3), ("123456789012345678", 123_456_789_012_345_680), ("1e22", 1e22), ("1e23", 1e23),
      ("8.5e-23", 8.5e-23),
      ("9007199254740993", 9_007_199_254_740_992),
      ("9007199254740992.9999", 9_007_199_254_740_993.0),
      ("1.7976931348623157e308", Double.greatestFiniteMagnitude),
      ("5e-324", Double.leastNonzeroMagnitude),
      ("2.2250738585072011e-308", Double.leastNormalMagnitude.nextDown),
      ("2.4703282292062328e-324", Double.leastNonzeroMagnitude),
      ("2.4703282292062327e-324", 0), ("1e-400", 0), ("0e999999999999", 0),
      ("0.000000000000000000000000000000000000001", 1e-39),
      ("179769313486231570000000000000000000000e270", 1.7976931348623157e308),
    ] as [(String, Double)])
  func `a decimal is parsed to the nearest double`(_ text: String, _ value: Double) {
    #expect(text.bytes { parseDecimal($0) } == value)
  }

  @Test func `a parsed negative zero keeps its sign`() {
    #expect("-0.0".bytes { parseDecimal($0) }?.sign == .minus)
    #expect("-0".bytes { parseDecimal($0) }?.sign == .minus)
  }

  @Test(arguments: [
    "1e400", "-1e400", "1e99999999999999999999", "1.7976931348623159e308", "", "-", ".5", "1.",
    "1e", "01", "0x1p3",
    "nan", "inf", "1 ", " 1", "+1", "1_0", "1e+",
  ])
  func `parsing a decimal rejects other text and values beyond a double`(_ text: String) {
    #expect(text.bytes { parseDecimal($0) } == nil)
  }

  @Test func `a decimal with thousands of digits is parsed`() {
    let text = "0." + String(repeating: "0", count: 20_000) + "1e20001"
    #expect(text.bytes { parseDecimal($0) } == 1)
    #expect((String(repeating: "9", count: 5_000) + "e-4999").bytes { parseDecimal($0) } == 10)
    #expect(("1." + String(repeating: "3", count: 5_000)).bytes { parseDecimal($0) } == 4.0 / 3)
  }

  @Test func `a double is parsed from its description`() {
    var numbers = SeededNumbers(seed: 42)
    for _ in 0..<20_000 {
      let value = Double(bitPattern: numbers.next())
      guard value.isFinite else { continue }
      #expect(value.description.bytes { parseDecimal($0) } == value)
    }
  }

  @Test func `short decimals are parsed as by the standard library`() {
    var numbers = SeededNumbers(seed: 43)
    for _ in 0..<20_000 {
      let text = "\(numbers.below(1_000_000)).\(numbers.below(1_000_000))e\(numbers.below(60) - 30)"
      #expect(text.bytes { parseDecimal($0) } == Double(text))
    }
  }
}
