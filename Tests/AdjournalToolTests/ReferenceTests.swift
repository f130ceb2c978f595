import AdSession
import Foundation
import Testing

/// `events`, `fields` and `policy`.
struct ReferenceTests {
  @Test func `The list of events has every kind below its class`() throws {
    let run = try Tool.run("events")
    #expect(run.exit == 0)
    let names = run.lines.filter { $0.hasPrefix("  ") }.compactMap {
      $0.split(separator: " ").first
    }
    #expect(names.map(String.init) == Vocabulary.entries.map(\.name))
    #expect(run.text.hasPrefix("session  The session, its thresholds and the recorder itself."))
    let loads = try Tool.run("events", "load")
    #expect(loads.lines.first?.hasPrefix("load  Requests for ads") == true)
    #expect(loads.lines.filter { $0.hasPrefix("  ad.") }.count == 6)
  }

  @Test func `An event is explained with its fields`() throws {
    let run = try Tool.run("events", "session.ended")
    #expect(
      run.text == """
        session.ended
          The session ends in an orderly way. A session that is killed or crashes has no such record.

          class   session
          origin  system

        fields
          reason  string  optional  Why the session ended. Values: terminated, other.

        """)
    // A part of names that is another word for some of them lists them.
    let failed = try Tool.run("events", "ad.failed")
    #expect(failed.exit == 0)
    #expect(failed.text.contains("  ad.failed_to_load") && failed.text.contains("to_present"))
    let part = try Tool.run("events", "fit")
    #expect(part.text.hasPrefix("fit  Checks whether") && part.exit == 0)
    #expect(try Tool.run("events", "unmuted").text.hasPrefix("video.unmuted\n"))
  }

  @Test(arguments: [
    ("ad.presented", "did you mean 'ad.will_present'?"),
    ("ad.shown", "did you mean 'ad.will_present'?"),
    ("ad.closed", "did you mean 'ad.dismissed'?"), ("closed", "did you mean 'ad.dismissed'?"),
    ("ad.failure", "did you mean 'ad.failed_to_load' or 'ad.failed_to_present'?"),
    ("ad.payed", "did you mean 'ad.paid'?"),
    ("App.Started", "did you mean 'app.launched'?"),
  ])
  func `An unknown event is suggested by meaning, else by spelling`(
    word: String, suggestion: String
  ) throws {
    let run = try Tool.run("events", word)
    #expect(run.exit == 2)
    #expect(
      run.errors == "adjournal: unknown event '\(word)'; \(suggestion) (run 'adjournal events' for "
        + "the list)\n")
  }

  @Test func `A field is explained for each of its events`() throws {
    let list = try Tool.run("fields")
    #expect(list.lines.map { $0.prefix { $0 != " " } } == FieldName.allCases.map { $0.name[...] })
    let run = try Tool.run("fields", "outcome")
    #expect(run.text.hasPrefix("outcome  string\n  ad.show_decided  required  "))
    #expect(run.text.contains(" Values: "))
    let unknown = try Tool.run("fields", "ad_unit")
    #expect(
      unknown.errors
        == "adjournal: unknown field 'ad_unit'; did you mean 'unit'? (run 'adjournal "
        + "fields' for the list)\n")
    let errors = try Tool.run("fields", "error_")
    #expect(errors.lines.count > 1 && errors.text.contains("\nerror_code  "))
  }

  @Test func `A threshold is explained with its rules`() throws {
    let list = try Tool.run("policy")
    #expect(list.lines.count == PolicyKey.allCases.count)
    #expect(list.text.contains("app_open_max_age_s "))
    let run = try Tool.run("policy", "app_open_max_age_s")
    #expect(
      run.text == """
        app_open_max_age_s
          default  14400 s
          unit     seconds
          origin   platform
          reason   an app open ad is valid for four hours
          rules    app-open-max-age, decision-agrees-with-state
          set      --policy app_open_max_age_s=14400

        """ || run.text.contains("  rules    app-open-max-age"))
    let unknown = try Tool.run("policy", "frequency_cap")
    #expect(
      unknown.errors == "adjournal: unknown policy key 'frequency_cap'; did you mean 'daily_cap'? "
        + "(run 'adjournal policy' for the list)\n")
  }

  @Test func `Bash completes the values of the command, and further ones after a comma`() throws {
    let run = try Tool.shell(
      """
      source <(adjournal completions bash)
      try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _adjournal; echo "${COMPREPLY[*]}"; }
      try adjournal audit --format ''
      try adjournal audit --only viol
      try adjournal audit --only violated,hol
      try adjournal audit --rule single-use-ad,app-open-max
      try adjournal events ad.will_p
      try adjournal fields error_c
      try adjournal policy daily
      try adjournal triage --format j
      """)
    #expect(
      run.lines == [
        "text json jsonl sarif junit github markdown", "violated", "violated,holds",
        "single-use-ad,app-open-max-age", "ad.will_present", "error_code", "daily_cap", "json",
      ])
  }
}
