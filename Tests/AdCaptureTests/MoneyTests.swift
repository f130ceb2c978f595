import AdCapture
import Foundation
import PropertyTesting
import Testing

struct MoneyTests {
  @Test(arguments: [
    ("0", 0), ("-0", 0), ("1", 1_000_000), ("0.1", 100_000), ("0.0125", 12_500),
    ("+2.5", 2_500_000), ("-0.000001", -1), ("0.1234565", 123_456), ("0.1234575", 123_458),
    ("0.12345650000001", 123_457), ("-0.1234565", -123_456), ("0.0000005", 0),
    ("0.00000051", 1), (".5", 500_000), ("5.", 5_000_000),
    ("9223372036854.775807", .max), ("-9223372036854.775808", .min),
  ])
  func `an amount is a number of micros, halves to the even one`(text: String, micros: Int64) {
    #expect(Money.micros(ofDecimal: text) == micros)
  }

  @Test(arguments: [
    "", "-", ".", "NaN", "1e3", "1,5", " 1", "1 ", "0x1", "--1", "1.2.3", "١",
    "9223372036854.775808", "-9223372036854.775809", "9223372036854.7758075",
    "99999999999999999999999999999999999999",
  ])
  func `what is no number of micros is none`(text: String) {
    #expect(Money.micros(ofDecimal: text) == nil)
  }

  @Test func `an amount of a decimal number comes through exactly`() throws {
    try check("micros, decimal and text say the same", CheckSettings(cases: 2_000)) { trial in
      let micros = trial.choices.int(Int64.min + 1...Int64.max)
      let exact = NSDecimalNumber(
        mantissa: micros.magnitude, exponent: -6, isNegative: micros < 0)
      trial.expect(
        Money.micros(ofDecimal: exact.description(withLocale: nil)) == micros,
        "\(exact.description(withLocale: nil)) is \(micros) micros")
    }
  }
}
