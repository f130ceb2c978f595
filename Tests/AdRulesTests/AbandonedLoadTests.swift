import AdRules
import Testing

/// Attempts of an ad around the moment in which the app gave up its request; a line that begins
/// with `-` is lost.
@Suite struct `The show of an ad whose request was given up` {
  private static func result(_ lines: String...) -> RuleResult? {
    let first = "0 ad.requested unit=u format=interstitial request=r"
    return Script(captures: "load present", lines: ([first] + lines).joined(separator: "\n"))
      .journal.result("abandoned-load-not-shown")
  }

  private static let givenUp = "5000 ad.request_abandoned unit=u format=interstitial request=r"
  private static let loaded = "8000 ad.loaded unit=u format=interstitial request=r ad=a"
  private static let called = "8500 ad.present_requested unit=u format=interstitial ad=a"

  @Test func `an ad that is shown right after its late load violates the rule`() {
    #expect(Self.result(Self.givenUp, Self.loaded, Self.called)?.verdict == .violated)
  }

  @Test func `a request that is given up after its load violates the rule as well`() {
    let givenUp = "8100 ad.request_abandoned unit=u format=interstitial request=r"
    #expect(Self.result(Self.loaded, givenUp, Self.called)?.verdict == .violated)
  }

  @Test func `an ad of another request than the one that was given up is no activation`() {
    let other = Self.givenUp.replacing("request=r", with: "request=q")
    #expect(Self.result(other, Self.loaded, Self.called)?.verdict == .vacuous)
  }

  @Test func `an ad that failed to appear without a call was tried at an unknown time`() {
    let failed = "8500 ad.failed_to_present unit=u format=interstitial ad=a error_code=15"
    let result = Self.result(Self.givenUp, Self.loaded, failed)
    #expect(result?.verdict == .inconclusive)
    #expect(result?.undecided.first?.why == .unknown)
  }

  @Test(arguments: [("8500", Verdict.inconclusive), ("9001", .vacuous)])
  func `a lost record can be the end of the wait only while the load is young`(
    at called: String, verdict: Verdict
  ) {
    let call = Self.called.replacing("8500", with: called)
    #expect(Self.result("- \(Self.givenUp)", Self.loaded, call)?.verdict == verdict)
  }

  @Test(arguments: [("9500", Verdict.inconclusive), ("10100", .vacuous)])
  func `a lost record can be the load only while it would be young`(
    at called: String, verdict: Verdict
  ) {
    let call = Self.called.replacing("8500", with: called)
    let left = "9000 app.memory_warning"
    #expect(Self.result(Self.givenUp, "- \(Self.loaded)", left, call)?.verdict == verdict)
  }

  @Test(arguments: [("8500", Verdict.inconclusive), ("8000", .violated)])
  func `without a header only a show in the moment of the load is certainly too early`(
    at called: String, verdict: Verdict
  ) {
    let lines = [
      "0 ad.requested unit=u format=interstitial request=r", Self.givenUp, Self.loaded,
      Self.called.replacing("8500", with: called),
    ]
    let journal = Script(captures: nil, lines: lines.joined(separator: "\n")).journal
    let headless = Array(journal.dropFirst())
    #expect(headless.result("abandoned-load-not-shown")?.verdict == verdict)
  }
}
