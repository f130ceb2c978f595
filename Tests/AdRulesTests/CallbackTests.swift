import AdRules
import Testing

@Suite struct `The rules about callbacks` {
  private static let load = """
    10 ad.requested unit=u format=rewarded request=r
    20 ad.loaded unit=u format=rewarded request=r ad=a
    """

  private static func result(
    _ rule: String, captures: String? = "load present revenue reward callback", _ lines: String
  ) throws -> RuleResult {
    try #require(Script(captures: captures, lines: "\(load)\n\(lines)").journal.result(rule))
  }

  @Test func `the message of a lost callback names the outcome that the app does not know`() throws
  {
    let lines = """
      30 ad.requested unit=u format=rewarded request=q
      40 ad.failed_to_load unit=u format=rewarded request=q error_code=3
      50 ad.will_present unit=u format=rewarded ad=a
      60 ad.reward_earned ad=a unit=u type=coins
      70 ad.dismissed unit=u format=rewarded ad=a
      80 ad.failed_to_present unit=u format=rewarded ad=a error_code=18
      9000 callback.received layer=bridge what=dismissed ad=a
      """
    let violations = try Self.result("callback-reaches-app", lines).violations
    #expect(
      violations.map(\.because)
        == [
          "rewarded ad a was loaded", "request q of rewarded unit u failed",
          "rewarded ad a earned a reward", "rewarded ad a was dismissed",
          "rewarded ad a could not be presented",
        ].map { "\($0), but the callback did not reach the app (limit 2 s, callback_s)" })
  }

  @Test func `callbacks in three layers are no second outcome, and the one of the app counts`()
    throws
  {
    func verdict(_ layers: [String]) throws -> Verdict {
      let callbacks = layers.map { "9000 callback.received layer=\($0) what=dismissed ad=a" }
      let lines = """
        25 callback.received layer=app what=loaded ad=a
        80 ad.will_present unit=u format=rewarded ad=a
        8990 ad.dismissed unit=u format=rewarded ad=a
        \(callbacks.joined(separator: "\n"))
        60000 app.memory_warning
        """
      return try Self.result("callback-reaches-app", lines).verdict
    }
    #expect(try verdict(["sdk", "bridge", "app"]) == .holds)
    #expect(try verdict(["sdk", "bridge"]) == .violated)
  }

  @Test func `an outcome that the SDK reports twice needs one callback`() throws {
    let lines = """
      25 callback.received layer=app what=loaded ad=a
      30 ad.loaded unit=u format=rewarded request=r ad=a
      40 ad.requested unit=u format=rewarded request=q
      50 ad.failed_to_load unit=u format=rewarded request=q error_code=3
      60 callback.received layer=app what=failed_to_load request=q
      70 ad.failed_to_load unit=u format=rewarded request=q error_code=3
      80 ad.will_present unit=u format=rewarded ad=a
      90 ad.dismissed unit=u format=rewarded ad=a
      95 callback.received layer=app what=dismissed ad=a
      99 ad.dismissed unit=u format=rewarded ad=a
      9000 app.resigned_active
      """
    let result = try Self.result("callback-reaches-app", lines)
    #expect(result.verdict == .holds && result.activations == 3)
  }

  @Test(arguments: ["sdk", "bridge", "new_layer"])
  func `a callback of another layer is none of the app`(layer: String) throws {
    let lines = """
      30 callback.received layer=\(layer) what=loaded ad=a
      9000 app.resigned_active
      """
    #expect(try Self.result("callback-reaches-app", lines).verdict == .violated)
  }

  @Test(arguments: [
    ("will_present", "ad.will_present"), ("failed_to_present", "ad.failed_to_present"),
    ("dismissed", "ad.dismissed"), ("impression", "ad.impression"), ("click", "ad.clicked"),
    ("paid", "ad.paid"), ("reward", "ad.reward_earned"),
  ])
  func `a callback without its event is a violation that names both`(what: String, kind: String)
    throws
  {
    let callback = "30 callback.received layer=bridge what=\(what) ad=a"
    let violations = try Self.result("callback-follows-its-event", callback).violations
    #expect(
      violations.map(\.because) == [
        "the bridge received the callback '\(what)' of rewarded ad a, but no \(kind) came before"
      ])
    let event = "25 \(kind) ad=a unit=u format=rewarded value_micros=1 currency=EUR error_code=1"
    let precise = "\(event) precision=precise\n\(callback)"
    #expect(try Self.result("callback-follows-its-event", precise).verdict == .holds)
  }

  @Test func `a callback about a load goes by its request`() throws {
    let lines = """
      30 ad.requested unit=u format=rewarded request=q
      40 callback.received layer=app what=loaded request=q
      50 callback.received layer=app what=failed_to_load request=q
      60 callback.received layer=app what=loaded request=r ad=a
      70 callback.received layer=app what=loaded ad=a
      80 callback.received layer=app what=loaded request=unknown
      90 callback.received layer=sdk what=failed_to_load request=q
      """
    let result = try Self.result("callback-follows-its-event", lines)
    #expect(result.activations == 3)
    #expect(
      result.violations.map(\.because) == [
        "the app received the callback 'loaded' of request q, but no ad.loaded came before",
        """
        the app received the callback 'failed_to_load' of request q, but no ad.failed_to_load came \
        before
        """,
      ])
  }

  @Test(
    arguments: [
      ("load callback", "click"), ("load revenue callback", "reward"), ("load callback", "paid"),
      ("load reward callback", "impression"), (nil, "click"), (nil, "reward"),
    ] as [(String?, String)])
  func `a callback of an event whose class is not listed is not judged`(
    captures: String?, what: String
  ) throws {
    let lines = """
      30 callback.received layer=app what=\(what) ad=a
      40 ad.clicked ad=a unit=u format=rewarded
      50 ad.reward_earned ad=a unit=u type=coins
      """
    let result = try Self.result("callback-follows-its-event", captures: captures, lines)
    #expect(result.verdict == .vacuous)
  }
}
