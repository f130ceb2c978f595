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
  func `an amount is converted to micros, with halves rounded to even`(text: String, micros: Int64)
  {
    #expect(Money.micros(ofDecimal: text) == micros)
  }

  @Test(arguments: [
    "", "-", ".", "NaN", "1e3", "1,5", " 1", "1 ", "0x1", "--1", "1.2.3", "١",
    "9223372036854.775808", "-9223372036854.775809", "9223372036854.7758075",
    "99999999999999999999999999999999999999",
  ])
  func `text that is not a number of micros is rejected`(text: String) {
    #expect(Money.micros(ofDecimal: text) == nil)
  }

  @Test func `the description of a decimal number is converted exactly`() throws {
    try check("the text of a decimal number has its micros", CheckSettings(cases: 2_000)) { trial in
      let micros = trial.choices.int(Int64.min + 1...Int64.max)
      let exact = NSDecimalNumber(
        mantissa: micros.magnitude, exponent: -6, isNegative: micros < 0)
      trial.expect(
        Money.micros(ofDecimal: exact.description(withLocale: nil)) == micros,
        "\(exact.description(withLocale: nil)) is \(micros) micros")
    }
  }

  @Test(arguments: [
    (0.0021, 2_100), (-0.5, -500_000), (2.1e-05, 21), (0.000_001_9, 2), (0.000_000_5, 0), (0, 0),
    (1_234.567_891, 1_234_567_891),
  ])
  func `an amount in binary is converted to the nearest micros`(amount: Double, micros: Int64) {
    #expect(Money.micros(of: amount) == micros)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e13, -1e13])
  func `a binary amount that is not a number of micros is rejected`(amount: Double) {
    #expect(Money.micros(of: amount) == nil)
  }
}
