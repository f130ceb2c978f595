import AdAudit
import AdRules
import Foundation
import TestReports
import Testing

@testable import AdReports

@Suite struct `The first finding of an incident` {
  /// Incidents whose main rule an audit must list first.
  static let incidents = [
    "app-open-ad-after-each-interstitial", "modal-closed-under-the-ad",
    "rewarded-ad-closed-in-a-tenth-of-a-second", "delegate-cleared-after-the-load",
    "show-at-launch-with-nothing-loaded", "display-fails-after-an-update",
    "wrapper-disposed-while-on-screen", "presented-on-the-way-out",
    "banner-comes-up-under-the-video", "show-called-twice", "loading-flag-never-reset",
    "double-tap-on-the-video", "readiness-read-on-another-thread", "one-failure-told-twice",
    "used-ad-shown-again", "two-interstitials-in-three-minutes", "requested-upright-shown-lying",
  ]

  @Test(arguments: incidents)
  func `an audit lists first the rule that the page of an incident names first`(name: String) throws
  {
    let audited = try #require(Samples.audited("incidents/\(name).jsonl").first)
    let first = try #require(Group.of(audited).first).first
    let page = "\(Samples.root)/incidents/\(name).md"
    let text = try String(contentsOfFile: page, encoding: .utf8)
    #expect(text.contains("\n\nCaught by:\n- \(audited.rules[first.rule].id)\n"))
  }
}
