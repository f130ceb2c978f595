import AdRules
import Testing

@Suite struct `The rules about forwarded revenue` {
  private static let paid =
    "ad.paid ad=a unit=u format=banner value_micros=1840 currency=EUR precision=precise"

  private static func result(_ rule: String, _ lines: [String]) throws -> RuleResult {
    let script = Script(
      captures: "load revenue forwarding", lines: lines.joined(separator: "\n"))
    return try #require(script.journal.result(rule))
  }

  private static func forwarded(
    to service: String, _ micros: Int = 1840, _ currency: String = "EUR"
  )
    -> String
  {
    "revenue.forwarded ad=a unit=u to=\(service) value_micros=\(micros) currency=\(currency)"
  }

  @Test(arguments: [
    (
      forwarded(to: "firebase", 1_840_000_000),
      "1840000000 micros EUR were forwarded to firebase: a value in micros was taken for units"
    ),
    (
      forwarded(to: "adjust", 0),
      "0 micros EUR were forwarded to adjust: a value in units was taken for micros"
    ),
    (
      forwarded(to: "own", 1840, "USD"),
      "1840 micros USD were forwarded to the app's own server: the currency changed"
    ),
    (forwarded(to: "other", 1700, "USD"), "1700 micros USD were forwarded to another service"),
    (
      forwarded(to: "new_service", 1_840_000_001),
      "1840000001 micros EUR were forwarded to another service"
    ),
  ])
  func `the message of another value says what was paid and which mistake explains it`(
    forwarded: String, end: String
  ) throws {
    let lines = ["10 \(Self.paid)", "20 \(forwarded)"]
    let violations = try Self.result("forwarded-value-equals-paid", lines).violations
    #expect(violations.map(\.because) == ["banner ad a was paid 1840 micros EUR, but \(end)"])
  }

  @Test func `a value near the greatest integer is compared without overflow`() throws {
    let great = Self.paid.replacing("1840", with: "\(Int64.max)")
    let lines = ["10 \(great)", "20 \(Self.forwarded(to: "own", 5))"]
    let violations = try Self.result("forwarded-value-equals-paid", lines).violations
    #expect(
      violations.map(\.because) == [
        """
        banner ad a was paid 9223372036854775807 micros EUR, but 5 micros EUR were forwarded to the \
        app's own server
        """
      ])
  }

  @Test func `a value that equals any of several payments of the ad is kept`() throws {
    let second = Self.paid.replacing("1840", with: "2110")
    let lines = [
      "10 \(Self.paid)", "20 \(second)", "30 \(Self.forwarded(to: "firebase"))",
      "40 \(Self.forwarded(to: "firebase", 2110))",
    ]
    let result = try Self.result("forwarded-value-equals-paid", lines)
    #expect(result.verdict == .holds && result.activations == 2)
  }

  @Test func `each value that a service gets beyond the payments is a violation with its number`()
    throws
  {
    let lines = ["5 \(Self.forwarded(to: "own"))", "10 \(Self.paid)", "15 \(Self.paid)"]
    let again = (1...4).map { "\($0)00 \(Self.forwarded(to: "firebase"))" }
    #expect(
      try Self.result("forwarded-was-paid", lines + again).violations.map(\.because) == [
        "ad a was not paid for, but its revenue was forwarded to the app's own server",
        "banner ad a was paid for twice, but its revenue was forwarded to firebase 3 times",
        "banner ad a was paid for twice, but its revenue was forwarded to firebase 4 times",
      ])
  }

  @Test(arguments: ["other", "new_service"])
  func `a service without a name of its own can be two`(service: String) throws {
    let lines = ["10 \(Self.paid)"] + (2...3).map { "\($0)0 \(Self.forwarded(to: service))" }
    let result = try Self.result("forwarded-was-paid", lines)
    #expect(result.verdict == .inconclusive && result.undecided.map(\.why) == [.unknown])
    let unpaid = try Self.result("forwarded-was-paid", Array(lines.dropFirst()))
    #expect(unpaid.violations.count == 2)
  }

  @Test(arguments: ["0", "-5"])
  func `an impression without revenue needs not be forwarded`(micros: String) throws {
    let lines = ["10 \(Self.paid.replacing("1840", with: micros))", "60000 app.resigned_active"]
    #expect(try Self.result("paid-is-forwarded", lines).verdict == .vacuous)
  }
}
