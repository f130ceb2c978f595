import AdRules
import AdSession
import Testing

/// Rules about what surrounds the ads: purchases, the tracking prompt, content, sound, covers, the
/// connection and clicks.
struct SurroundingsTests {
  private static let load = """
    100 ad.requested unit=u format=interstitial request=r
    200 ad.loaded unit=u format=interstitial request=r ad=a
    """

  private static func result(
    _ rule: String, _ captures: String, header: String = #""launch_count":2"#, _ lines: String...
  ) throws -> RuleResult {
    let script = Script(captures: captures, header, lines: lines.joined(separator: "\n"))
    return try #require(script.journal.result(rule))
  }

  private static func show(_ name: String = "a", at t: Int = 1000, until end: Int = 9000) -> String
  {
    """
    \(t) ad.present_requested ad=\(name) unit=u format=interstitial
    \(t + 50) ad.will_present ad=\(name) unit=u format=interstitial
    \(end) ad.dismissed ad=\(name) unit=u format=interstitial
    """
  }

  // MARK: - Purchases

  @Test func `an impression of a banner more than five seconds after the purchase is a violation`()
    throws
  {
    let result = try Self.result(
      "no-ad-for-paying-user", "load present revenue entitlement",
      "1000 entitlement.changed ad_free=true",
      "6000 ad.impression ad=b unit=v format=banner", "6001 ad.impression ad=c unit=v format=native"
    )
    #expect(
      result.violations.map(\.because) == [
        "native ad c had an impression 5.001 s after it was known that the user paid for no ads "
          + "(limit 5 s, late_event_s)"
      ])
    #expect(result.activations == 2)
  }

  @Test func `a rewarded ad may be offered to a user who paid, and other ads when it is over`()
    throws
  {
    let classes = "load present entitlement"
    let rewarded = try Self.result(
      "no-ad-for-paying-user", classes, "1000 entitlement.changed ad_free=true",
      "60000 ad.present_requested ad=a unit=u format=rewarded")
    #expect(rewarded.verdict == .vacuous)
    let ended = try Self.result(
      "no-ad-for-paying-user", classes, "1000 entitlement.changed ad_free=true",
      "50000 entitlement.changed ad_free=false", Self.show(at: 60000, until: 70000))
    #expect(ended.verdict == .holds)
  }

  @Test func `a purchase under an ad accuses nobody`() throws {
    let result = try Self.result(
      "no-ad-for-paying-user", "load present entitlement", Self.load, Self.show(),
      "5000 entitlement.changed ad_free=true")
    #expect(result.verdict == .holds && result.activations == 1)
  }

  @Test(arguments: [
    ("90 app.became_active", "- 900 app.became_active", Verdict.holds),
    ("90 app.became_active", "- 2900 app.became_active", .inconclusive),
    ("2500 app.became_active", "- 2900 app.became_active", .holds),
    ("90 entitlement.changed ad_free=true", "- 2900 app.became_active", .inconclusive),
    ("2500 entitlement.changed ad_free=true", "- 2900 app.became_active", .holds),
  ])
  func `a lost record matters if it can be a purchase more than a second ago`(
    before: String, lost: String, verdict: Verdict
  ) throws {
    let shown = lost.contains(" 900 ") ? 1000 : 3000
    let result = try Self.result(
      "no-ad-for-paying-user", "load present entitlement", before, lost,
      Self.show(at: shown, until: 9000))
    #expect(result.verdict == verdict)
  }

  @Test func `an attempt that only its failure shows is undecided for the rules about its time`()
    throws
  {
    let failure = "3000 ad.failed_to_present ad=a unit=u format=interstitial error_code=1"
    let paid = try Self.result(
      "no-ad-for-paying-user", "load present entitlement", "10 entitlement.changed ad_free=true",
      Self.load, failure)
    #expect(paid.undecided.map(\.why) == [.unknown])
    let asked = try Self.result(
      "no-ad-during-tracking-prompt", "load present consent", "10 tracking.prompt_shown", Self.load,
      failure)
    #expect(asked.undecided.map(\.why) == [.unknown])
  }

  @Test func `without the limit a purchase in the same millisecond is harmless`() throws {
    for (t, verdict) in [(1000, Verdict.holds), (999, .inconclusive)] {
      let result = try Self.result(
        "no-load-for-paying-user", "load entitlement", header: #""policy":{"cover_s":"x"}"#,
        "\(t) entitlement.changed ad_free=true",
        "1000 ad.requested unit=u format=banner request=r")
      #expect(result.verdict == verdict)
    }
  }

  // MARK: - The tracking prompt

  @Test(arguments: [
    (["500 tracking.prompt_shown", "2000 tracking.answered"], Verdict.holds),
    (["500 tracking.prompt_shown", "2000 user.acted"], .holds),
    (["500 tracking.prompt_shown", "2000 app.entered_background"], .holds),
    (["500 tracking.prompt_shown", "2000 app.became_active"], .violated),
    (["400 tracking.answered", "500 tracking.prompt_shown"], .violated),
  ])
  func `the prompt is up until its answer, an act of the user or the background`(
    lines: [String], verdict: Verdict
  ) throws {
    let result = try Self.result(
      "no-ad-during-tracking-prompt", "load present consent user", Self.load, lines[0], lines[1],
      Self.show(at: 3000))
    #expect(result.verdict == verdict)
  }

  @Test func `an ad in a session without a prompt is no activation`() throws {
    let result = try Self.result(
      "no-ad-during-tracking-prompt", "load present consent", Self.load, Self.show())
    #expect(result.verdict == .vacuous)
  }

  // MARK: - Content and sound

  @Test(arguments: [
    ("9500 content.resumed", Verdict.holds), ("9500 app.resigned_active", .holds),
    ("9500 app.entered_background", .holds), ("9500 content.paused reason=user", .holds),
    ("9500 content.paused reason=unheard_of", .holds), ("9500 content.paused", .violated),
    ("9500 ad.present_requested ad=b unit=v format=rewarded", .holds),
    ("9500 ad.will_present ad=b unit=v format=rewarded", .holds),
    ("9500 ad.expired ad=b unit=v", .violated),
  ])
  func `what follows the dismissal shows that the content goes on or rests for something else`(
    answer: String, verdict: Verdict
  ) throws {
    let result = try Self.result(
      "content-resumes-after-ad", "load present content", Self.load, "900 content.paused",
      Self.show(), answer, "60000 app.memory_warning")
    #expect(result.verdict == verdict)
  }

  @Test(arguments: [
    ("900 content.paused reason=user", Verdict.vacuous), ("900 content.resumed", .vacuous),
    ("900 content.paused reason=unheard_of", .inconclusive),
    ("- 900 content.paused reason=advert", .inconclusive),
  ])
  func `only content that paused for the ad must go on`(before: String, verdict: Verdict) throws {
    let result = try Self.result(
      "content-resumes-after-ad", "load present content", Self.load, before, Self.show(),
      "60000 app.memory_warning")
    #expect(result.verdict == verdict)
  }

  @Test func `content and sound that come back late are late`() throws {
    let content = try Self.result(
      "content-resumes-after-ad", "load present content", Self.load, "900 content.paused",
      Self.show(), "13000 content.resumed")
    #expect(
      content.violations.map(\.because) == [
        "the content did not go on in time after interstitial ad a was dismissed "
          + "(limit 3 s, content_resume_s): content.resumed came 1 s late"
      ])
    let sound = try Self.result(
      "sound-returns-after-ad", "load present audio", Self.load, Self.show(until: 9000),
      "9001 app.became_active")
    #expect(sound.verdict == .vacuous)
  }

  @Test(arguments: [
    (900, "9500 app.became_active", Verdict.vacuous), (1020, "9500 app.became_active", .violated),
    (1020, "9500 audio.resumed", .holds), (1020, "9500 app.resigned_active", .holds),
    (1020, "13000 audio.resumed", .violated),
  ])
  func `only sound that was interrupted after the attempt must come back`(
    interrupted: Int, answer: String, verdict: Verdict
  ) throws {
    let lines = """
      \(interrupted < 1000 ? "\(interrupted) audio.interrupted" : "950 app.memory_warning")
      1000 ad.present_requested ad=a unit=u format=interstitial
      \(interrupted < 1000 ? "1010 app.memory_warning" : "\(interrupted) audio.interrupted")
      1050 ad.will_present ad=a unit=u format=interstitial
      9000 ad.dismissed ad=a unit=u format=interstitial
      """
    let result = try Self.result(
      "sound-returns-after-ad", "load present audio", Self.load, lines, answer,
      "60000 app.memory_warning")
    #expect(result.verdict == verdict)
    if answer.hasPrefix("13000") {
      #expect(
        result.violations.map(\.because) == [
          "the sound did not come back in time after interstitial ad a was dismissed "
            + "(limit 3 s, sound_return_s): audio.resumed came 1 s late"
        ])
    }
  }

  // MARK: - Covers

  private static func cover(_ lines: String...) throws -> RuleResult {
    try result(
      "nothing-covers-after-ad", "load present revenue cover", load,
      lines.joined(separator: "\n"))
  }

  @Test func `a view of an ad that covers the app without an ad is a violation`() throws {
    let active = try Self.cover(Self.show(), "20000 cover.observed by=advert scene=s")
    #expect(
      active.violations.map(\.because) == [
        "a view of an ad covered the app in scene s while no full-screen ad was shown"
      ])
    #expect(try Self.cover("20000 cover.observed by=nothing").verdict == .vacuous)
    #expect(try Self.cover("20000 cover.observed by=other").verdict == .vacuous)
  }

  @Test(arguments: [
    ("9500 cover.observed by=advert when=activation", Verdict.holds),
    ("9500 cover.observed by=advert", .holds),
    ("9500 cover.observed by=advert when=after_dismissal", .violated),
    ("9500 cover.observed by=advert when=later", .inconclusive),
    ("10001 cover.observed by=advert when=later", .violated),
    ("9500 cover.observed by=billboard", .vacuous),
    ("10001 cover.observed by=billboard", .inconclusive),
  ])
  func `an ad that was just dismissed may still cover the app`(record: String, verdict: Verdict)
    throws
  {
    #expect(try Self.cover(Self.show(), record).verdict == verdict)
  }

  @Test(arguments: [
    ("900 ad.present_requested ad=a unit=u format=interstitial", Verdict.holds),
    ("900 ad.will_present ad=a unit=u format=interstitial", .holds),
    ("900 ad.clicked ad=b unit=v format=banner", .holds),
    ("900 ad.failed_to_present ad=a unit=u format=interstitial error_code=1", .violated),
  ])
  func `an ad that is up, or what a click opened, may cover the app`(
    before: String, verdict: Verdict
  ) throws {
    #expect(try Self.cover(before, "3000 cover.observed by=advert").verdict == verdict)
  }

  // MARK: - The connection

  private static func requests(_ reasons: [String], scene: String = "") -> String {
    reasons.enumerated().map { number, reason in
      "\(1000 + number * 100) ad.requested unit=u format=banner request=r\(number)\(reason)\(scene)"
    }.joined(separator: "\n")
  }

  @Test func `requests of the user and of the preloader do not count without a connection`() throws
  {
    let many = Array(repeating: " reason=user", count: 9) + [" reason=preload"]
    let result = try Self.result(
      "offline-not-hammered", "load connectivity", "500 connectivity.changed connected=false",
      Self.requests(many + Array(repeating: "", count: 5)))
    #expect(result.verdict == .holds && result.activations == 5)
  }

  @Test func `each report of a lost connection begins a new count`() throws {
    let header = #""policy":{"offline_requests":1}"#
    let twice = Self.requests(["", ""])
    let result = try Self.result(
      "offline-not-hammered", "load connectivity", header: header,
      "500 connectivity.changed connected=false", twice)
    #expect(
      result.violations.map(\.because) == [
        "banner unit u was requested 2 times within 600 ms without a connection "
          + "(limit 1, offline_requests)"
      ])
    let between = twice.replacing("\n", with: "\n1050 connectivity.changed connected=false\n")
    let again = try Self.result(
      "offline-not-hammered", "load connectivity", header: header,
      "500 connectivity.changed connected=false", between)
    #expect(again.verdict == .holds && again.activations == 2)
    let online = try Self.result(
      "offline-not-hammered", "load connectivity", header: header,
      "500 connectivity.changed connected=true", twice)
    #expect(online.verdict == .vacuous)
  }

  @Test func `a request of unknown scene may be one of each slot of its unit`() throws {
    let header = #""policy":{"offline_requests":1},"multi_scene":true"#
    let result = try Self.result(
      "offline-not-hammered", "load connectivity", header: header,
      "500 connectivity.changed connected=false", Self.requests([""]),
      Self.requests(["", " scene=s"]).split(separator: "\n").map(String.init)[1])
    #expect(result.verdict == .inconclusive && result.undecided.count == 2)
  }

  // MARK: - Clicks, crashes and the start of the SDK

  @Test func `the clicks of a session are counted over all ads`() throws {
    let result = try Self.result(
      "clicks-bounded", "revenue", header: #""policy":{"clicks_per_session":2}"#,
      "100 ad.clicked ad=a unit=u format=banner", "5000 ad.clicked ad=b unit=u format=banner",
      "9000 ad.clicked ad=c unit=v format=native")
    #expect(
      result.violations.map(\.because) == [
        "ads were clicked 3 times in this session (limit 2, clicks_per_session)"
      ])
    #expect(result.violations.first?.witness == [1, 2, 3] && result.activations == 3)
  }

  @Test func `a session before that hung is reported`() throws {
    let result = try Self.result(
      "previous-session-ended-well", "load", "10 session.previous_ended how=hang",
      "20 session.previous_ended how=memory", "30 session.previous_ended how=watchdog")
    #expect(
      result.violations.map(\.because) == [
        "the session before this one ended because the app hung"
      ])
    #expect(result.undecided.map(\.why) == [.unknown] && result.activations == 3)
  }

  @Test func `an SDK that is ready late is late, and its second start is not judged`() throws {
    let result = try Self.result(
      "sdk-ready-in-time", "consent readiness", "10 sdk.started",
      "30015 sdk.ready state=not_ready", "31010 sdk.ready state=ready", "40000 sdk.started",
      "90000 app.became_active")
    #expect(
      result.violations.map(\.because) == [
        "the SDK was started and was not ready in time (limit 30 s, sdk_ready_s): "
          + "sdk.ready came 1 s late"
      ])
    #expect(result.activations == 1)
  }

  // MARK: - Content without an ad

  @Test(arguments: [
    ("ad.show_without_ad unit=u format=interstitial", "the app had no ad to show"),
    (
      "ad.failed_to_present ad=a unit=u format=interstitial error_code=1",
      "interstitial ad a failed to appear"
    ),
  ])
  func `content that paused for an ad goes on if no ad comes`(event: String, end: String) throws {
    let result = try Self.result(
      "content-resumes-after-ad", "load present content", Self.load,
      "900 content.paused reason=advert", "1000 \(event)", "9000 app.memory_warning")
    #expect(
      result.violations.map(\.because) == [
        "the content did not go on after \(end) (limit 3 s, content_resume_s)"
      ])
  }

  // MARK: - Verification

  @Test(arguments: [("verification", Verdict.holds), ("content", .violated)])
  func `an answer of the server decides about an earned reward, if it is recorded`(
    captures: String, verdict: Verdict
  ) throws {
    let result = try Self.result(
      "grant-matches-earn", "load present reward grant \(captures)",
      "200 ad.loaded unit=u format=rewarded request=r ad=a",
      "5000 ad.reward_earned ad=a unit=u type=coins amount=10",
      "6000 reward.verified ad=a unit=u valid=false", "60000 app.memory_warning")
    #expect(result.verdict == verdict)
  }

  // MARK: - Adapters

  @Test(arguments: [("ready", "ready"), ("ready", "not_ready"), ("not_ready", "not_ready")])
  func `a call before the adapter is ready is a violation if it is ready later`(
    before: String, after: String
  ) throws {
    let result = try Self.result(
      "adapter-ready-before-load", "load present readiness adapter",
      "100 sdk.ready adapter=X state=not_ready", "200 sdk.ready adapter=Y state=\(before)",
      "400 adapter.load_called load=l request=r adapter=Y format=banner parameter_present=true",
      "900 sdk.ready adapter=X state=ready", "1400 sdk.ready adapter=Y state=\(after)",
      "2400 sdk.ready adapter=Y state=ready")
    #expect(result.activations == (before == after && before == "ready" ? 1 : 2))
    #expect(result.violations.isEmpty)
  }

  @Test func `the adapter that was asked too early is named`() throws {
    let result = try Self.result(
      "adapter-ready-before-load", "load present readiness adapter",
      "100 sdk.ready adapter=X state=not_ready",
      "400 adapter.load_called load=l request=r adapter=X format=banner parameter_present=true",
      "500 adapter.load_called load=m request=r adapter=X format=banner parameter_present=true",
      "2400 sdk.ready adapter=X state=ready")
    #expect(
      result.violations.map(\.because) == ["adapter X was asked for an ad 2 s before it was ready"])
  }
}
