import AdRules
import AdSession
import Testing

/// Sessions whose header does not say what is captured: a rule that demands a record is judged only
/// where one of its kind occurs.
@Suite struct `A record that a rule demands` {
  private static let ad = """
    10 app.launched cold=true
    20 app.became_active
    3000 ad.requested unit=u format=app_open request=r
    3900 ad.loaded unit=u format=app_open request=r ad=a
    4000 ad.will_present unit=u format=app_open ad=a
    12000 ad.dismissed unit=u format=app_open ad=a
    12100 ad.requested unit=u format=app_open request=q
    """

  /// The session with further lines, in the order of their times.
  private static func session(with lines: String...) -> Script {
    let all = (ad.split(separator: "\n").map(String.init) + lines).sorted {
      (Int($0.prefix { $0 != " " }) ?? 0) < (Int($1.prefix { $0 != " " }) ?? 0)
    }
    return Script(captures: nil, lines: all.joined(separator: "\n"))
  }

  @Test(arguments: [
    ("no-load-before-sdk-start", "500 consent.form_shown", "20000 sdk.started"),
    ("no-load-before-sdk-start", "500 tracking.answered status=denied", "20000 sdk.started"),
    ("no-load-before-consent", "500 sdk.started", "600 consent.updated can_request_ads=false"),
    ("cold-start-only-on-splash", "20000 content.shown", "20010 splash.began"),
    (
      "impression-follows-present", "6000 ad.clicked unit=u format=app_open ad=a",
      "20000 ad.impression unit=v format=banner ad=b"
    ),
  ])
  func `without one of its kind the rule is not captured, and with one it is judged`(
    rule: String, other: String, demanded: String
  ) {
    #expect(Self.session(with: other).journal.result(rule)?.verdict == .notCaptured)
    #expect(Self.session(with: other, demanded).journal.result(rule)?.verdict == .violated)
  }

  @Test func `a native ad is rendered again only where views are released`() {
    let rendered = """
      10 app.became_active
      500 ad.requested unit=u format=native request=r
      1400 ad.loaded unit=u format=native request=r ad=a
      1600 native.rendered ad=a unit=u
      5600 native.rendered ad=a unit=u
      20000 app.resigned_active
      """
    let released = rendered.replacing("20000 ", with: "19000 native.untracked ad=a unit=u\n20000 ")
    for (lines, verdict) in [(rendered, Verdict.notCaptured), (released, .violated)] {
      let journal = Script(captures: nil, lines: lines).journal
      #expect(journal.result("native-view-released")?.verdict == verdict)
    }
  }

  @Test func `without any report of an adapter its impressions are not captured`() {
    let rendered = """
      10 app.became_active
      500 ad.requested unit=u format=native request=r
      620 adapter.load_called load=l request=r adapter=N format=native unit=u parameter_present=true
      1370 native.mapped ad=a unit=u load=l headline=true media=true handles_impressions=true \
      handles_clicks=true
      1380 adapter.completed load=l adapter=N has_ad=true has_error=false ad=a
      1400 ad.loaded unit=u format=native request=r ad=a
      1600 native.rendered ad=a unit=u view_passed=true
      20000 app.resigned_active
      """
    let reported = rendered.replacing(
      "20000 ", with: "19000 adapter.reported load=l adapter=N what=click\n20000 ")
    for (lines, verdict) in [(rendered, Verdict.notCaptured), (reported, .violated)] {
      let journal = Script(captures: nil, lines: lines).journal
      #expect(journal.result("adapter-forwards-impression")?.verdict == verdict)
    }
  }
}
