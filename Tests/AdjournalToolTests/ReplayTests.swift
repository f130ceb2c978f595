import Foundation
import Testing

struct ReplayTests {
  private static let outside: [(point: String, sentence: String)] = [
    ("99", "'99' lies behind the session: it ends with seq 42 at 2026-10-28T23:43:49.689Z"),
    ("0", "'0' lies before the session: it begins with seq 1 at 2026-10-28T23:40:12.626Z"),
    ("-5", "'-5' lies before the session: it begins with seq 1 at 2026-10-28T23:40:12.626Z"),
    (
      "2030-01-01T00:00:00Z",
      "'2030-01-01T00:00:00Z' lies behind the session: it ends with seq 42 at "
        + "2026-10-28T23:43:49.689Z"
    ),
    (
      "2020-01-01T00:00:00.000Z",
      "'2020-01-01T00:00:00.000Z' lies before the session: it begins with seq 1 at "
        + "2026-10-28T23:40:12.626Z"
    ),
    (
      "yesterday",
      "'yesterday' is no point of a session; it takes a seq such as 12, or a wall clock in UTC "
        + "such as 2026-10-28T23:40:12.626Z"
    ),
  ]

  @Test(arguments: outside)
  func `A point outside the session is refused`(point: String, sentence: String) throws {
    let run = try Tool.run("replay", "--at", point, Sample.unlock)
    #expect(run.errors == "adjournal: \(sentence)\n")
    #expect(run.exit == 2)
    #expect(run.output.isEmpty)
  }

  @Test func `A seq and the wall clock of its record give one state`() throws {
    let bySeq = try Tool.run("replay", "--at", "12", Sample.unlock)
    let state = try Sample.object(bySeq.output)
    #expect(state["seq"] as? Int == 12)
    let wall = try #require(state["wall"] as? String)
    #expect(try Tool.run("replay", "--at", wall, Sample.unlock).output == bySeq.output)
  }

  @Test func `The last state is that of the last record`() throws {
    let every = try Tool.run("replay", "--every", Sample.unlock)
    #expect(every.lines.count == 42)
    #expect(try Tool.run("replay", Sample.unlock).text == every.lines[41] + "\n")
  }

  @Test func `A difference names the values that changed`() throws {
    let run = try Tool.run("replay", "--diff", "9", "10", Sample.unlock)
    #expect(run.lines.contains("- app.phase: \"inactive\""))
    #expect(run.lines.contains("+ app.phase: \"background\""))
    #expect(try Tool.run("replay", "--diff", "9", "9", Sample.unlock).output.isEmpty)
  }

  @Test func `A missing record is said`() throws {
    let run = try Tool.run("replay", "--at", "12", Sample.gap)
    #expect(
      run.errors == """
        adjournal: record 12 is missing in the journal; this is the state after record 11
        adjournal: \(Sample.gap): 1 damaged place; 'adjournal check \(Sample.gap)' shows the bytes

        """)
    #expect(run.exit == 3)
  }

  @Test func `Of several sessions the first is taken, and that is said`() throws {
    let path = "Journals/sessions/app-open-two-launches.jsonl"
    let run = try Tool.run("replay", path)
    #expect(run.errors.hasPrefix("adjournal: \(path) has 2 sessions; this is "))
    #expect(run.exit == 0)
  }
}
