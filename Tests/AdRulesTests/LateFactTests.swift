import AdRules
import Testing

@Suite struct `What is recorded of an ad after its end` {
  private static func result(_ late: String) throws -> RuleResult {
    let script = Script(
      captures: "load present delegate forwarding verification callback",
      lines: """
        10 ad.loaded unit=u format=rewarded request=r ad=a
        20 ad.will_present unit=u format=rewarded ad=a
        30 ad.dismissed unit=u format=rewarded ad=a
        60000 \(late)
        """)
    return try #require(script.journal.result("nothing-after-the-end"))
  }

  @Test(arguments: [
    "ad.delegate_lost ad=a unit=u what=delegate", "reward.verified ad=a unit=u valid=true",
    "revenue.forwarded ad=a unit=u to=own value_micros=1 currency=EUR",
    "callback.received layer=app what=dismissed ad=a",
  ])
  func `what the app, its server or its bridge do with an ad may come after its end`(late: String)
    throws
  {
    #expect(try Self.result(late).verdict == .vacuous)
  }

  @Test func `an event of the ad itself does not come after its end`() throws {
    #expect(try Self.result("ad.will_dismiss unit=u format=rewarded ad=a").verdict == .violated)
  }
}
