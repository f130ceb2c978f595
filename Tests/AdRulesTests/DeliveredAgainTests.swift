import AdRules
import Testing

/// Loads that deliver one ad object again; a line that begins with `-` is lost.
@Suite struct `An ad object that is delivered again` {
  private static func result(_ lines: String...) -> RuleResult? {
    Script(captures: "load present", lines: lines.joined(separator: "\n"))
      .journal.result("delivered-ad-is-new")
  }

  private static let first = "0 ad.loaded unit=u format=rewarded request=r ad=a"
  private static let again = "5000 ad.loaded unit=u format=rewarded request=q ad=a again=true"
  private static let last = "9000 ad.loaded unit=u format=rewarded request=p ad=a again=true"

  @Test(arguments: ["present_requested", "will_present", "failed_to_present"])
  func `any attempt to show it before violates the rule`(attempt: String) {
    let result = Self.result(
      Self.first, "3000 ad.\(attempt) unit=u format=rewarded ad=a cause=other", Self.again)
    #expect(
      result?.violations.map(\.because) == [
        "rewarded ad a was delivered again for request q, 2 s after it was presented"
      ])
  }

  @Test func `an ad that was shown in between is used at each later delivery`() {
    let shown = "6000 ad.will_present unit=u format=rewarded ad=a"
    let result = Self.result(Self.first, Self.again, shown, Self.last)
    #expect(result?.activations == 2 && result?.violations.count == 1)
  }

  @Test func `a lost record after any of its deliveries can be its show`() {
    let lost = "- 3000 ad.will_present unit=u format=rewarded ad=a"
    let result = Self.result(Self.first, lost, Self.again, Self.last)
    #expect(result?.undecided.count == 2)
  }

  @Test func `a lost record before its first delivery is none of its shows`() {
    let lost = "- 0 ad.requested unit=u format=rewarded request=r"
    #expect(Self.result(lost, Self.first, Self.again)?.verdict == .holds)
  }

  @Test func `where its first delivery is not seen, any lost record can be its show`() {
    let lost = "- 0 app.memory_warning"
    #expect(Self.result(lost, Self.again)?.verdict == .inconclusive)
  }

  @Test func `a banner that is delivered again is no activation`() {
    let banners = [Self.first, Self.again].map { $0.replacing("rewarded", with: "banner") }
    #expect(Self.result(banners[0], banners[1])?.verdict == .vacuous)
  }

  @Test(arguments: ["load present native", "load present"])
  func `a native ad that was put into a view is used, if its views are recorded`(captures: String) {
    let lines = [
      Self.first, "3000 native.rendered unit=u ad=a", Self.again,
    ].map { $0.replacing("rewarded", with: "native") }
    let result = Script(captures: captures, lines: lines.joined(separator: "\n"))
      .journal.result("delivered-ad-is-new")
    #expect(
      result?.violations.map(\.because)
        == (captures.hasSuffix("native")
          ? ["native ad a was delivered again for request q, 2 s after it was put into a view"]
          : []))
  }
}
