import Foundation
import Testing

struct ReplayTests {
  private static let outside: [(point: String, sentence: String)] = [
    ("99", "'99' is after the session, which ends with seq 42 at 2026-10-28T23:43:49.689Z"),
    ("0", "'0' is before the session, which begins with seq 1 at 2026-10-28T23:40:12.626Z"),
    ("-5", "'-5' is before the session, which begins with seq 1 at 2026-10-28T23:40:12.626Z"),
    (
      "2030-01-01T00:00:00Z",
      "'2030-01-01T00:00:00Z' is after the session, which ends with seq 42 at "
        + "2026-10-28T23:43:49.689Z"
    ),
    (
      "2020-01-01T00:00:00.000Z",
      "'2020-01-01T00:00:00.000Z' is before the session, which begins with seq 1 at "
        + "2026-10-28T23:40:12.626Z"
    ),
    (
      "yesterday",
      "invalid point 'yesterday' (a seq such as 12, a time since the start such as 0:03:02.381, a "
        + "UTC time such as 2026-11-20T09:15:02Z, or a local time such as 23:43)"
    ),
  ]

  @Test(arguments: outside)
  func `A point outside the session is an error`(point: String, sentence: String) throws {
    let run = try Tool.run("replay", "--at", point, Sample.unlock)
    #expect(run.errors == "adjournal: \(sentence)\n")
    #expect(run.exit == 2)
    #expect(run.output.isEmpty)
  }

  @Test func `A seq and the wall clock of its record select the same state`() throws {
    let bySeq = try Tool.run("replay", "--at", "12", Sample.unlock)
    let state = try Sample.object(bySeq.output)
    #expect(state["seq"] as? Int == 12)
    let wall = try #require(state["wall"] as? String)
    #expect(try Tool.run("replay", "--at", wall, Sample.unlock).output == bySeq.output)
  }

  @Test func `The default state is the one after the last record`() throws {
    let every = try Tool.run("replay", "--every", Sample.unlock)
    #expect(every.lines.count == 42)
    #expect(try Tool.run("replay", Sample.unlock).text == every.lines[41] + "\n")
  }

  @Test func `The option --diff prints the values that changed`() throws {
    let run = try Tool.run("replay", "--diff", "9", "10", Sample.unlock)
    #expect(run.lines.contains("- app.phase: \"inactive\""))
    #expect(run.lines.contains("+ app.phase: \"background\""))
    #expect(try Tool.run("replay", "--diff", "9", "9", Sample.unlock).output.isEmpty)
  }

  @Test func `A missing record at the selected point is reported`() throws {
    let run = try Tool.run("replay", "--at", "12", Sample.gap)
    #expect(
      run.errors == """
        adjournal: record 12 is missing; this is the state after record 11
        adjournal: \(Sample.gap): 1 damaged location; run 'adjournal check \(Sample.gap)' for details

        """)
    #expect(run.exit == 3)
  }

  @Test func `The first of several sessions is selected, with a note`() throws {
    let path = "Journals/sessions/app-open-two-launches.jsonl"
    let run = try Tool.run("replay", path)
    #expect(run.errors.hasPrefix("adjournal: \(path) has 2 sessions; using the first, "))
    #expect(run.exit == 0)
  }

  /// Commands that print times of the session, and what finds them in the output.
  private static let printed = [
    ["audit", Sample.unlock], ["show", Sample.unlock], ["explain", Sample.unlock],
    ["audit", "--format", "json", Sample.unlock], ["export", "--format", "csv", Sample.unlock],
    ["export", "--format", "cloudevents", Sample.unlock], ["replay", Sample.unlock],
    ["replay", "--format", "text", Sample.unlock], ["cat", Sample.unlock],
  ]

  @Test(arguments: printed)
  func `The option --at takes every time that a command prints`(words: [String]) throws {
    let text = try Tool.run(Tool.path, words).text
    let instants = text.matches(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/).map { String($0.0) }
    let offsets = text.matches(of: /\b\d+:\d\d:\d\d\.\d{3}\b(?!Z)/).map { String($0.0) }
    let clocks = text.matches(of: /[ T](\d\d:\d\d:\d\d)(?![.\dZ])/).map { String($0.1) }
    let times = instants + offsets + clocks
    #expect(!times.isEmpty)
    for time in Set(times).sorted().prefix(12) {
      let run = try Tool.run("replay", "--at", time, Sample.unlock)
      #expect(run.exit == 0, "\(time): \(run.errors)")
      #expect(run.errors.isEmpty)
    }
  }

  @Test(arguments: [
    "29", "0:03:02.381", "182.381s", "2026-10-28T23:43:15.007Z", "2026-10-29T07:43:15.007+08:00",
  ])
  func `The option --at takes a seq, a time since the start and a time with a zone`(
    point: String
  ) throws {
    let run = try Tool.run("replay", "--at", point, Sample.unlock)
    #expect(try Sample.object(run.output)["seq"] as? Int == 29)
    #expect(run.errors.isEmpty)
  }

  @Test func `The option --at takes a local time of the session, and --diff takes two`() throws {
    let run = try Tool.run("replay", "--at", "07:42", Sample.unlock)
    #expect(try Sample.object(run.output)["seq"] as? Int == 25)
    let diff = try Tool.run("replay", "--diff", "07:42", "0:03:02.381", Sample.unlock)
    #expect(diff.output == (try Tool.run("replay", "--diff", "25", "29", Sample.unlock).output))
    #expect(!diff.output.isEmpty)
  }

  @Test func `A point that is read in its second meaning is reported`() throws {
    let run = try Tool.run("replay", "--at", "00:30", Sample.unlock)
    #expect(try Sample.object(run.output)["seq"] as? Int == 8)
    #expect(
      run.errors
        == "adjournal: '00:30' is the time since the start: the session has no such local time\n")
  }

  @Test func `The state as text is that of show --state`() throws {
    let text = try Tool.run("replay", "--at", "29", "--format", "text", Sample.unlock)
    #expect(text.lines.first == "state after seq 29  ad.present_requested")
    let show = try Tool.run("show", "--to", "29", "--state", Sample.unlock)
    #expect(show.text.hasSuffix("\n\n" + text.text + "\n"))
    let last = try Tool.run("replay", "--format", "text", Sample.unlock)
    #expect(try Tool.run("show", "--state", Sample.unlock).text.hasSuffix("\n" + last.text + "\n"))
    let around = try Tool.run("show", "--around", "29", "--state", Sample.unlock)
    #expect(around.text.hasSuffix("\n" + text.text + "\n"))
  }

  @Test(arguments: [["--diff", "1", "2"], ["--every"]])
  func `The state as text has no other form`(option: [String]) throws {
    let words = ["replay", "--format", "text"] + option + [Sample.unlock]
    let run = try Tool.run(Tool.path, words)
    #expect(run.errors == "adjournal: '--format text' cannot be used with '\(option[0])'\n")
    #expect(run.exit == 2)
  }
}
