import Foundation
import Testing

/// Tests of `audit --session`.
struct CountedSessionsTests {
  private static let launches = "Journals/terms/launches-since-the-day-before.jsonl"
  private static let formats = ["text", "json", "jsonl", "sarif", "junit", "github", "markdown"]

  /// The output of an audit of one journal is that of its only session among many.
  @Test(arguments: formats)
  func `The output for a session is that of its journal alone`(format: String) throws {
    let alone = try Tool.run("audit", "--format", format, "--only", "violated", Sample.unlock)
    let usual = try Tool.run("audit", "--format", format, Sample.unlock)
    let among = try Tool.run(
      "audit", "--format", format, "--session", "daily-03c8be", "Journals/incidents")
    #expect(among.exit == 1 && usual.exit == 1 && alone.exit == (format.hasPrefix("json") ? 1 : 2))
    if format == "text" {
      // Other sessions can be in the same file: the next commands name the session.
      let command = "adjournal show \(Sample.unlock) --session daily-03c8be --around 29"
      #expect(among.lines.contains("  \(command)"))
      #expect(among.text.replacing(" --session daily-03c8be", with: "") == usual.text)
    } else {
      #expect(among.output == usual.output)
    }
    #expect(among.errors.isEmpty)
  }

  @Test func `Several sessions can be named, with commas and by repetition`() throws {
    let both = try Tool.run("audit", "--format", "jsonl", Sample.unlock, Sample.fiveHours)
    let ids = try both.lines.map { try Sample.object(Array($0.utf8))["session"] as? String ?? "" }
    let files = [Sample.unlock, Sample.fiveHours, "Journals/sessions"]
    let list = ids.joined(separator: ",")
    for words in [["--session", list], ids.flatMap { ["--session", $0] }] {
      let run = try Tool.run(Tool.path, ["audit", "--format", "jsonl"] + words + files)
      #expect(run.output == both.output && run.exit == 1)
    }
  }

  /// Alone, the session has no verdict: shows of earlier sessions decide it.
  @Test func `Earlier sessions of the install still count`() throws {
    let words = ["audit", "--rule", "reload-after-dismiss", "--format", "jsonl", Self.launches]
    let all = try Tool.run(Tool.path, words)
    let id = "launches-since-the-day-before"
    let run = try Tool.run(Tool.path, words + ["--session", id])
    #expect(run.lines.count == 1 && run.text.contains(#""verdict":"violated""#))
    let line = try #require(all.lines.first { $0.contains("\"session\":\"\(id)\"") })
    #expect(run.text.contains(line.prefix { $0 != "}" }))
    #expect(run.exit == 1)
    let other = try Tool.run(Tool.path, words + ["--session", "yesterday"])
    #expect(other.exit == 0 && other.lines.count == 1)
  }

  @Test func `Damage counts in the journal of the session, if it is not that of another one`()
    throws
  {
    let folder = try Folder()
    defer { folder.remove() }
    let gap = String(decoding: try Sample.bytes(Sample.gap), as: UTF8.self)
    let unlock = String(decoding: try Sample.bytes(Sample.unlock), as: UTF8.self)
    let path = try folder.write("both.jsonl", unlock + gap)
    let other = try #require(gap.firstMatch(of: #/"session":"([^"]*)"/#).map { String($0.1) })
    let rule = ["--rule", "single-use-ad"]
    func exit(_ words: String...) throws -> Int32 {
      try Tool.run(Tool.path, ["audit"] + rule + words).exit
    }
    #expect(try exit(path) == 3)
    #expect(try exit("--session", "daily-03c8be", path) == 0)
    #expect(try exit("--session", other, path) == 3)
    // The other journal of the call has damage, too.
    let damaged = try folder.write("damaged.jsonl", "no record\n" + gap)
    #expect(try exit("--session", "daily-03c8be", Sample.unlock, damaged) == 0)
    try folder.write("both.jsonl", unlock + "no record\n")
    #expect(try exit("--session", "daily-03c8be", path) == 3)
  }

  @Test func `An unknown session is an error with the nearest id`() throws {
    let run = try Tool.run("audit", "--session", "daily-03c8b", Sample.unlock)
    #expect(
      run.errors == "adjournal: no session 'daily-03c8b' in \(Sample.unlock); did you mean "
        + "'daily-03c8be'? (its only session is 'daily-03c8be')\n")
    #expect(run.exit == 2 && run.output.isEmpty)
    let several = try Tool.run(
      "audit", "--format", "json", "--session", "daily-03c8be,nobody", Sample.unlock,
      "Journals/sessions")
    #expect(several.errors.hasPrefix("adjournal: no session 'nobody' in the input (it has "))
    #expect(several.errors.hasSuffix(" sessions; the first is 'daily-03c8be')\n"))
    #expect(several.exit == 2 && several.output.isEmpty)
    let unread = try Tool.run("audit", "--session", "nobody", Sample.unlock, "no-such-file")
    #expect(unread.errors == "adjournal: no-such-file: there is no such file or folder\n")
    #expect(unread.exit == 4)
  }

  @Test func `A session of two journals is reported if it is chosen`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let copy = try folder.write("copy.jsonl", try Sample.bytes(Sample.unlock))
    let words = ["audit", "--format", "jsonl", Sample.unlock, Sample.fiveHours, copy, "--session"]
    let run = try Tool.run(Tool.path, words + ["daily-03c8be"])
    #expect(run.lines.count == 2 && run.errors.contains("session daily-03c8be is also in "))
    let line = try Tool.run("audit", "--format", "jsonl", Sample.fiveHours).lines[0]
    let id = try #require(try Sample.object(Array(line.utf8))["session"] as? String)
    let other = try Tool.run(Tool.path, words + [id])
    #expect(other.lines == [line] && other.errors.isEmpty)
  }

  @Test func `Of some sessions, no accepted problem is gone or has grown`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let path = folder.path("baseline.json")
    let words = ["audit", "--baseline", path, "Journals/incidents"]
    _ = try Tool.run(Tool.path, words + ["--update-baseline"])
    let run = try Tool.run(Tool.path, words + ["--session", "daily-03c8be"])
    #expect(run.errors == "adjournal: 1 problem accepted by \(path), 0 new, 0 gone\n")
    #expect(run.exit == 0)
    let update = try Tool.run(
      Tool.path, words + ["--session", "daily-03c8be", "--update-baseline"])
    #expect(
      update.errors
        == "adjournal: '--update-baseline' needs all sessions (leave out '--session')\n")
    #expect(update.exit == 2)
  }
}
