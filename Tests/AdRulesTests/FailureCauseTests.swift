import AdRules
import Testing

@Suite struct `A failure` {
  @Test(
    arguments: [
      ("error_code=3", Verdict.holds), ("cause=no_fill", .holds), ("cause=a_later_one", .holds),
      ("error_message=Failed", .violated), ("", .violated),
    ])
  func `needs a code or a cause, be it an unlisted one`(fields: String, verdict: Verdict) {
    let lines = "500 ad.failed_to_load unit=u format=rewarded request=r \(fields)"
    let journal = Script(captures: "load", lines: lines).journal
    #expect(journal.result("failure-names-its-cause")?.verdict == verdict)
  }
}
