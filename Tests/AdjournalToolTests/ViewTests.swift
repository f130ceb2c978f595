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

struct ShowTests {
  @Test func `A timeline ends with the count of violations`() throws {
    let run = try Tool.run("show", Sample.unlock)
    #expect(run.exit == 0)
    #expect(run.lines.last == "the session ended; 1 violation")
  }

  @Test func `A threshold changes what is pinned`() throws {
    let run = try Tool.run("show", "--policy", "app_open_max_age_s=10", Sample.unlock)
    #expect(run.text.contains("✗ error app-open-max-age: "))
  }

  @Test func `Damage exits 3 and says where to look`() throws {
    let run = try Tool.run("show", Sample.gap)
    #expect(run.exit == 3)
    #expect(
      run.errors
        == "adjournal: \(Sample.gap): 1 damaged place; 'adjournal check \(Sample.gap)' shows the "
        + "bytes\n")
  }
}

struct CheckTests {
  @Test func `Each finding has its place and its sentence`() throws {
    let run = try Tool.run("check", Sample.gap)
    #expect(
      run.text == """
        \(Sample.gap)  damaged  15 records, 1 session, 1 gap
          damage seq-gap  line 12, byte 1976, session damaged-seq-gap
            record 14 follows record 11: 2 records are missing without a reason

        """)
    #expect(run.errors == "adjournal: 1 damaged place in 1 of 1 journal\n")
    #expect(run.exit == 3)
  }

  @Test func `Notes leave a journal whole`() throws {
    let run = try Tool.run("check", "Journals/damaged/blank-line.jsonl")
    #expect(run.exit == 0)
    #expect(run.errors.isEmpty)
    #expect(run.lines.first?.hasSuffix("  whole  17 records, 1 session") == true)
    #expect(run.lines.dropFirst().first == "  note blank-line  line 7, byte 1046")
  }

  @Test func `JSON has one object a journal`() throws {
    let run = try Tool.run("check", "--format", "json", "Journals/damaged")
    #expect(run.lines.count == 23)
    for line in run.lines {
      #expect(
        Set(try Sample.object(Array(line.utf8)).keys) == [
          "path", "bytes", "records", "sessions", "gaps", "damage", "notes",
        ])
    }
  }

  @Test func `Quiet says nothing but the exit code and its reason`() throws {
    let run = try Tool.run("check", "--quiet", "Journals/damaged")
    #expect(run.output.isEmpty)
    #expect(run.exit == 3)
    #expect(try Tool.run("check", "--quiet", "--exit-zero", "Journals/damaged").exit == 0)
  }
}

struct CatTests {
  @Test func `Whole records are copied byte for byte`() throws {
    let run = try Tool.run("cat", Sample.unlock)
    #expect(run.output == (try Sample.bytes(Sample.unlock)))
    #expect(run.exit == 0)
  }

  @Test func `A torn line is left out, and that is said`() throws {
    let path = "Journals/damaged/torn-tail.jsonl"
    let run = try Tool.run("cat", path)
    #expect(try Sample.bytes(path).starts(with: run.output))
    #expect(run.output.last == 10)
    #expect(run.lines.count == 15)
    #expect(run.exit == 3)
    #expect(
      run.errors == "adjournal: \(path): 1 damaged line left out; the first is line 16, torn-tail: "
        + "the last line has no line feed: the process died while writing it; it was left out\n")
  }

  @Test func `Only the sessions that are asked for are copied`() throws {
    let run = try Tool.run("cat", "--sessions", "daily-03c8be,nobody", "Journals/incidents")
    #expect(run.output == (try Sample.bytes(Sample.unlock)))
    #expect(
      run.errors == "adjournal: session 'nobody' has no whole record in what was read\n")
    #expect(run.exit == 0)
  }

  @Test func `A pipe and an archive are copied like a file`() throws {
    let bytes = try Sample.bytes(Sample.unlock)
    #expect(try Tool.run("cat", "-", input: bytes).output == bytes)
    guard Tool.has("gzip") else { return }
    let run = try Tool.shell("gzip -c \(Sample.unlock) > a.jsonl.gz; adjournal cat a.jsonl.gz")
    #expect(run.output == bytes)
  }
}

struct RulesTests {
  @Test func `The catalogue has a line a rule`() throws {
    let run = try Tool.run("rules")
    #expect(run.lines.filter { $0.hasPrefix("  ") }.count == 108)
    #expect(run.exit == 0)
  }

  @Test func `A rule shows its sentence, thresholds and examples`() throws {
    let run = try Tool.run("rules", "app-open-max-age")
    #expect(
      run.lines.prefix(2) == [
        "app-open-max-age", "  An app-open ad is not shown when it is four hours old or older.",
      ])
    #expect(run.text.contains("  threshold  app_open_max_age_s = 14400 s ("))
    #expect(run.text.contains("Journals/rules/app-open-max-age/violated.jsonl"))
    #expect(run.lines.allSatisfy { $0.count <= 90 })
  }
}
