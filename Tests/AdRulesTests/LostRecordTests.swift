import AdRules
import AdSession
import Testing

/// Journals that lost what decides: each is judged whole and as it is left.
@Suite struct `A lost record` {
  /// The verdict on the whole journal, and that on the one that is left.
  private func verdicts(_ rule: String, _ script: Script) -> [Verdict?] {
    [script.whole.result(rule)?.verdict, script.journal.result(rule)?.verdict]
  }

  @Test(arguments: ["first-ad-waits", "memory-warning-near-ad"])
  func `a lost record can be the show that makes later shows overlays`(rule: String) {
    let script = Script(
      captures: "load present revenue",
      #""launch_count":1,"policy":{"first_ad_min_launches":3}"#,
      lines: """
        0 ad.requested unit=u format=app_open request=r
        1 ad.loaded unit=u format=app_open request=r ad=a
        5000 ad.present_requested unit=u format=app_open ad=a
        - 5100 ad.will_present unit=u format=app_open ad=a
        16000 ad.clicked unit=u format=app_open ad=a
        16000 ad.will_present unit=u format=app_open ad=a
        16100 ad.will_present unit=u format=app_open ad=a
        20000 app.memory_warning
        """)
    let whole: Verdict = rule == "first-ad-waits" ? .violated : .holds
    #expect(verdicts(rule, script) == [whole, .inconclusive])
  }

  @Test func `a lost record can be a show although present was called after it`() {
    let script = Script(
      captures: "load present revenue",
      lines: """
        0 ad.loaded unit=u format=rewarded request=r ad=a
        10 ad.present_requested unit=u format=rewarded ad=a
        - 20 ad.will_present unit=u format=rewarded ad=a
        30 ad.present_requested unit=u format=rewarded ad=a
        40 ad.clicked unit=u format=rewarded ad=a
        50 ad.will_present unit=u format=rewarded ad=a
        60 ad.will_present unit=u format=rewarded ad=a
        """)
    let shows = [script.whole, script.journal].map { journal in
      journal.result("single-use-ad")?.violations.map(\.certainAt)
    }
    #expect(shows == [[4], [3]])
  }

  @Test func `a lost record between two interstitials can be a show with one as its overlay`() {
    let script = Script(
      captures: "load present revenue user",
      lines: """
        0 ad.loaded unit=u format=interstitial request=r ad=a
        - 10 ad.will_present unit=u format=interstitial ad=a
        - 15 user.acted
        20 user.acted
        30 ad.clicked unit=u format=interstitial ad=a
        40 ad.will_present unit=u format=interstitial ad=a
        50 user.acted
        60 ad.loaded unit=u format=interstitial request=q ad=b
        70 ad.will_present unit=u format=interstitial ad=b
        """)
    #expect(verdicts("interstitial-per-user-actions", script) == [.holds, .inconclusive])
  }

  @Test func `a lost record can name the scene of an ad that stays ready longer than a hidden ad`()
  {
    let script = Script(
      captures: "load present scene", #""multi_scene":true"#,
      #""policy":{"full_screen_max_age_s":60}"#,
      lines: """
        0 scene.connected scene=s1 width=400 height=800 full_screen=true
        - 10 ad.requested unit=u format=interstitial request=r scene=s1
        11 scene.connected scene=s2 width=400 height=800 full_screen=true
        40000 ad.loaded unit=u format=interstitial request=r ad=a
        80000 ad.requested unit=u format=interstitial request=q scene=s1
        """)
    #expect(verdicts("unexpired-ad-not-thrown-away", script) == [.violated, .inconclusive])
  }

  @Test func `a lost record can be the background of a lock whose end is recorded`() {
    let script = Script(
      captures: "load present lock",
      lines: """
        0 app.became_active
        - 900 app.resigned_active
        - 910 app.entered_background
        1000 device.locked
        1010 ad.requested unit=u format=app_open request=r reason=background
        9000 app.entering_foreground
        9010 app.became_active
        """)
    #expect(verdicts("lock-requests-nothing", script) == [.violated, .inconclusive])
  }

  @Test func `a lost record can be the return before the background of a lock`() {
    let script = Script(
      captures: "load present lock",
      lines: """
        0 app.became_active
        900 app.resigned_active
        910 app.entered_background
        - 7000 app.entering_foreground
        7010 app.became_active
        30000 app.resigned_active
        30010 app.entered_background
        30020 device.locked
        30030 ad.requested unit=u format=app_open request=r reason=background
        40000 app.entering_foreground
        """)
    #expect(verdicts("lock-requests-nothing", script) == [.violated, .violated])
  }

  @Test func `a lost record can be the return from the background right before a dialog`() {
    let script = Script(
      captures: "load present lock splash",
      lines: """
        10 splash.finished
        - 20000 app.resigned_active
        - 20010 app.entered_background
        - 40000 app.entering_foreground
        - 40010 app.became_active
        41000 app.resigned_active
        41010 app.became_active
        41900 ad.present_requested unit=u format=app_open ad=a
        """)
    #expect(verdicts("app-open-not-after-system-dialog", script) == [.holds, .inconclusive])
  }

  @Test func `a lost record can end the background before the request that seems to answer it`() {
    let script = Script(
      captures: "load present lock",
      lines: """
        0 app.became_active
        900 app.resigned_active
        910 app.entered_background
        - 7000 app.entering_foreground
        - 7010 app.became_active
        - 9000 app.resigned_active
        - 9010 app.entered_background
        9020 ad.requested unit=u format=app_open request=r reason=background
        20000 app.entering_foreground
        """)
    #expect(verdicts("request-on-background", script) == [.violated, .inconclusive])
  }

  @Test func `a lost record can be the first request of a unit, with another format than its ads`()
  {
    let script = Script(
      captures: "load present decision lock", #""policy":{"unused_returns":1}"#,
      lines: """
        - 0 ad.requested unit=u format=rewarded request=q
        5 app.became_active
        20 ad.loaded unit=u format=app_open request=r ad=a
        1000 app.resigned_active
        1010 app.entered_background
        90000 app.entering_foreground
        """)
    #expect(verdicts("ready-ad-is-used", script) == [.violated, .violated])
  }

  @Test func `a lost record can move a missed deadline past the time at which the slot was free`() {
    let script = Script(
      captures: "load present consent scene", #""multi_scene":true"#,
      lines: """
        0 consent.updated can_request_ads=true
        0 sdk.started
        - 0 scene.connected scene=s1 width=400 height=800 full_screen=true
        1 scene.connected scene=s2 width=400 height=800 full_screen=true
        10 ad.requested unit=u format=interstitial request=r scene=s2
        20 consent.updated can_request_ads=false
        30 ad.failed_to_load unit=u format=interstitial request=r error_code=3
        700000 note text=late
        700010 app.entering_foreground
        700020 consent.updated can_request_ads=true
        1400000 note text=later
        """)
    #expect(
      verdicts("load-failure-does-not-silence-slot", script) == [.holds, .inconclusive])
  }
}

@Suite struct `A possible activation` {
  private func verdicts(_ rule: String, _ script: Script) -> [Verdict?] {
    [script.whole.result(rule)?.verdict, script.journal.result(rule)?.verdict]
  }

  @Test(arguments: [1, 2])
  func `a dismissal is undecided if a gap can hide a loading screen under the ad`(lost: Int) {
    let (splash, show) = (lost == 1 ? "- 10" : "10", lost == 2 ? "- 40" : "40")
    let script = Script(
      captures: "load present splash",
      lines: """
        0 app.became_active
        \(splash) splash.began
        20 ad.loaded unit=u format=app_open request=r ad=a
        \(show) ad.will_present unit=u format=app_open ad=a
        5000 ad.dismissed unit=u format=app_open ad=a
        9000 app.became_active
        """)
    #expect(verdicts("splash-closes-with-its-ad", script) == [.violated, .inconclusive])
  }

  @Test func `a dismissal is no activation if the loading screen ends in time`() {
    let script = Script(
      captures: "load present splash",
      lines: """
        - 10 splash.began
        20 ad.loaded unit=u format=app_open request=r ad=a
        40 ad.will_present unit=u format=app_open ad=a
        5000 ad.dismissed unit=u format=app_open ad=a
        5010 splash.finished
        9000 app.became_active
        """)
    let result = script.journal.result("splash-closes-with-its-ad")
    #expect(result?.verdict == .vacuous)
  }

  @Test func `a decision is undecided if a lost decision can have another number`() {
    let script = Script(
      captures: "decision",
      lines: """
        - 10 ad.show_decided unit=u format=app_open outcome=skip remaining=9
        20 ad.show_decided unit=u format=app_open outcome=skip remaining=8
        """)
    #expect(verdicts("cap-used-by-shows-only", script) == [.violated, .inconclusive])
  }

  @Test func `a decision is undecided if a lost show can change the number`() {
    let script = Script(
      captures: "decision", #""policy":{"daily_cap":20}"#,
      lines: """
        - 10 ad.show_decided unit=u format=app_open outcome=show remaining=9
        20 ad.show_decided unit=u format=app_open outcome=show remaining=7
        """)
    #expect(verdicts("cap-counts-every-show", script) == [.violated, .inconclusive])
  }

  @Test(arguments: ["no-retry-on-configuration-error", "retry-backs-off"])
  func `a request is undecided if a lost failure can forbid it`(rule: String) {
    let code = rule == "retry-backs-off" ? 3 : 4
    let script = Script(
      captures: "load",
      lines: """
        - 10 ad.failed_to_load unit=u format=interstitial request=r error_code=\(code)
        20 ad.requested unit=u format=interstitial request=q
        """)
    #expect(verdicts(rule, script) == [.violated, .inconclusive])
  }
}

@Suite struct `A session without captured classes` {
  @Test func `a witness shows that the class of the missing event is recorded`() {
    let script = Script(
      captures: nil,
      lines: """
        0 ad.loaded unit=u format=interstitial request=r ad=a
        1 ad.delegate_set unit=u ad=a
        2 ad.loaded unit=u format=interstitial request=q ad=b
        3 ad.present_requested unit=u format=interstitial ad=b
        """)
    let violations = script.journal.result("delegate-set-before-present")?.violations
    #expect(violations?.map(\.witness) == [[2, 4]])
  }
}
