import AdRules
import Testing

/// Units that a preloader of the SDK keeps, and loads of the app beside it.
@Suite struct `A unit with a preloader` {
  private static func result(_ rule: String, captures: String? = nil, _ lines: String...)
    -> RuleResult?
  {
    Script(captures: captures, lines: lines.joined(separator: "\n")).journal.result(rule)
  }

  private static let started = "10 preload.started unit=u format=rewarded"
  private static let stopped = "400 preload.stopped unit=u format=rewarded"

  @Test(
    arguments: [
      ("reason=dismissed", Verdict.violated), ("", .violated), ("reason=preload", .vacuous),
      ("reason=a_later_one", .inconclusive),
    ])
  func `the reason of a request says whether the app loads beside it`(
    reason: String, verdict: Verdict
  ) {
    let request = "500 ad.requested unit=u format=rewarded request=r \(reason)"
    #expect(Self.result("no-load-beside-preloader", Self.started, request)?.verdict == verdict)
  }

  @Test func `a request with an unlisted reason is no activation without a preloader`() {
    let request = "500 ad.requested unit=u format=rewarded request=r reason=a_later_one"
    let result = Self.result("no-load-beside-preloader", Self.started, Self.stopped, request)
    #expect(result?.verdict == .vacuous)
  }

  @Test func `another unit may be loaded and preloaded`() {
    let request = "500 ad.requested unit=v format=rewarded request=r"
    #expect(Self.result("no-load-beside-preloader", Self.started, request)?.verdict == .holds)
    let other = "20 preload.started unit=v format=rewarded"
    #expect(Self.result("preloader-started-once", Self.started, other)?.activations == 2)
    #expect(Self.result("preloader-started-once", Self.started, other)?.verdict == .holds)
  }

  @Test(arguments: [("", Verdict.violated), ("- ", .inconclusive)])
  func `a gap hides the stop of a preloader unless the recorder reports the loss`(
    prefix: String, verdict: Verdict
  ) {
    let lost = "- 400 app.memory_warning"
    let report = "\(prefix)450 recorder.gap dropped=1 reason=buffer_full"
    let request = "500 ad.requested unit=u format=rewarded request=r"
    let result = Self.result("no-load-beside-preloader", Self.started, lost, report, request)
    #expect(result?.verdict == verdict)
  }

  @Test(
    arguments: [
      "preload.stopped unit=u format=rewarded", "preload.available unit=u format=rewarded",
      "ad.failed_to_load unit=u format=rewarded request=r error_code=1",
    ])
  func `a stop, another ad and a failure all answer that it ran out`(answer: String) {
    let result = Self.result(
      "preloader-refills", captures: "load preload", Self.started,
      "1000 preload.exhausted unit=u format=rewarded", "2000 \(answer)", "900000 app.memory_warning"
    )
    #expect(result?.verdict == .holds)
  }

  @Test func `without any ad of a preloader the journal does not show whether it refills`() {
    let exhausted = "1000 preload.exhausted unit=u format=rewarded"
    let end = "900000 app.memory_warning"
    #expect(Self.result("preloader-refills", exhausted, end)?.verdict == .notCaptured)
  }

  @Test func `an app with a preloader need not request what it could not show`() {
    let empty = "500 ad.show_without_ad unit=u format=rewarded"
    let end = "9000 app.memory_warning"
    let rule = "empty-show-requests-an-ad"
    #expect(Self.result(rule, Self.started, empty, end)?.verdict == .holds)
    #expect(Self.result(rule, Self.started, Self.stopped, empty, end)?.verdict == .violated)
  }
}
