import Foundation
import Testing

struct CompareTests {
  private static func json(_ run: Tool.Run) throws -> [String: Any] {
    try Sample.object(run.output)
  }

  /// The lines of a fleet: sessions of which the first have a problem.
  private static func lines(
    _ name: String, _ violated: Int, of sessions: Int, version: String
  ) throws -> String {
    let broken = try Tool.run(
      "audit", "--exit-zero", "--format", "jsonl", "--only", "violated", "--figures", Sample.unlock
    ).lines[0]
    let kept = broken.replacing(/"rules":\{.*\},"journals"/, with: #""rules":{},"journals""#)
    return (0..<sessions).map { number in
      (number < violated ? broken : kept)
        .replacing("daily-03c8be", with: "\(name)-\(number)")
        .replacing(/"app_version":"[^"]*"/, with: #""app_version":"\#(version)""#)
        .replacing(
          /"install":"[^"]*"/, with: #""install":"\#(String(format: "%012x", number * 7919))""#)
        + "\n"
    }.joined()
  }

  @Test(arguments: 1...2 * Tool.rounds)
  func `Sessions of journals give the texts and the JSON of their lines`(seed: Int) throws {
    let folder = try Folder()
    defer { folder.remove() }
    let journal = try folder.write(
      "a.jsonl",
      Tool.run("simulate", "--seed", "\(seed)", "--sessions", "60", "--fault", "all").text)
    let lines = try folder.write(
      "a.lines",
      Tool.run(
        "audit", "--exit-zero", "--format", "jsonl", "--only", "violated", "--figures", journal
      ).text)
    for words in [["triage", "--top", "0"], ["compare", "--all", "--by", "day"]] {
      for format in ["text", "json"] {
        let all = words + ["--format", format]
        let direct = try Tool.run(Tool.path, all + [journal])
        let parsed = try Tool.run(Tool.path, all + [lines])
        #expect(direct.output == parsed.output, "seed \(seed): \(all)")
        #expect(direct.exit == parsed.exit && direct.errors == parsed.errors)
        #expect(direct.output.count > 1000)
      }
    }
  }

  @Test func `A problem that only the second fleet has is new, and fails`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let before = try folder.write("before", Self.lines("a", 0, of: 400, version: "4.1"))
    let after = try folder.write("after", Self.lines("b", 30, of: 400, version: "4.2"))
    let run = try Tool.run("compare", "--format", "json", before, after)
    #expect(run.exit == 1 && run.errors.isEmpty)
    let rows = try Self.json(run)["rows"] as? [[String: Any]] ?? []
    let new = rows.filter { $0["change"] as? String == "new" }
    #expect(new.compactMap { $0["kind"] as? String } == ["problem"])
    #expect(new.compactMap { $0["rule"] as? String } == ["lock-is-not-background"])
    #expect(rows.contains { $0["id"] as? String == "fill_rate" })
    #expect(try Tool.run("compare", "--exit-zero", before, after).exit == 0)
    // Nothing is worse the other way around, and nothing differs from itself.
    #expect(try Tool.run("compare", after, before).exit == 0)
    let same = try Tool.run("compare", after, after)
    #expect(same.exit == 0)
    #expect(same.text.contains("0 new, 0 worse, 0 gone, 0 better, "))
    let both = try Tool.run("compare", "--by", "version", "--format", "json", before, after)
    #expect(both.exit == 1)
    let groups = try Self.json(both)["groups"] as? [[String: Any]] ?? []
    #expect(groups.compactMap { $0["name"] as? String } == ["4.1", "4.2"])
    #expect(groups.compactMap { $0["sessions"] as? Int } == [400, 400])
  }

  @Test func `A new problem that the baseline accepts does not fail, and a worse one does`() throws
  {
    let folder = try Folder()
    defer { folder.remove() }
    let accepting = folder.path("accepting.json")
    let other = folder.path("other.json")
    for (path, journal) in [(accepting, Sample.unlock), (other, Sample.fiveHours)] {
      let made = try Tool.run(
        "audit", "--quiet", "--baseline", path, "--update-baseline", journal)
      #expect(made.exit == 0)
    }
    let none = try folder.write("none", Self.lines("a", 0, of: 400, version: "4.1"))
    let some = try folder.write("some", Self.lines("b", 10, of: 400, version: "4.2"))
    let many = try folder.write("many", Self.lines("c", 60, of: 400, version: "4.3"))
    for (fleets, baseline, change, exit) in [
      ([none, many], accepting, "new", 0), ([none, many], other, "new", 1),
      ([some, many], accepting, "worse", 1), ([many, some], accepting, "better", 0),
      (["--by", "version", none, many], accepting, "new", 0),
    ] {
      let words = ["compare", "--baseline", baseline] + fleets
      let run = try Tool.run(Tool.path, words + ["--format", "json"])
      let rows = try Self.json(run)["rows"] as? [[String: Any]] ?? []
      let problem = rows.filter { $0["kind"] as? String == "problem" }
      #expect(problem.compactMap { $0["change"] as? String } == [change])
      #expect(problem.compactMap { $0["accepted"] as? Bool } == [baseline == accepting])
      #expect(
        rows.allSatisfy {
          ($0["accepted"] == nil) == ($0["severity"] == nil || $0["kind"] as? String == "sessions")
        })
      #expect(run.exit == Int32(exit) && run.errors.isEmpty, "\(fleets) \(baseline)")
      let text = try Tool.run(Tool.path, words)
      let title = "lock-is-not-background  6bf7db7b194b"
      #expect(text.text.contains(title + (baseline == accepting ? "  accepted\n" : "\n")))
    }
    let plain = try Tool.run("compare", "--format", "json", none, many)
    #expect(plain.exit == 1 && !plain.text.contains("accepted"))
  }

  @Test(arguments: ["version", "sdk_version", "os", "day", "build", "adapter"])
  func `Journals and lines of them have the same comparison`(field: String) throws {
    let journals = "Journals/incidents"
    let lines = try Tool.run(
      "audit", "--exit-zero", "--format", "jsonl", "--figures", journals
    ).output
    let words = ["compare", "--exit-zero", "--format", "json", "--by", field]
    let audited = try Tool.run(Tool.path, words + [journals])
    let read = try Tool.run(Tool.path, words + ["-"], input: lines)
    #expect(audited.output == read.output)
    let json = try Self.json(read)
    #expect((json["groups"] as? [[String: Any]] ?? []).count >= 1)
  }

  @Test func `Networks are compared with all others, from journals and from lines`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let journal = try folder.write("a.jsonl", NetworkJournal.text(sessions: 20))
    let lines = try folder.write(
      "a.lines", Tool.run("audit", "--exit-zero", "--format", "jsonl", "--figures", journal).output)
    let words = ["compare", "--exit-zero", "--by", "network", "--format", "json"]
    let run = try Tool.run(Tool.path, words + [journal])
    #expect(run.output == (try Tool.run(Tool.path, words + [lines]).output))
    let rows = try Self.json(run)["rows"] as? [[String: Any]] ?? []
    let worse = rows.filter {
      $0["change"] as? String == "worse" && $0["kind"] as? String == "figure"
    }
    #expect(worse.compactMap { $0["id"] as? String } == ["missing_rewards"])
    let (before, after) = (
      worse.first?["before"] as? [String: Any], worse.first?["after"] as? [String: Any]
    )
    #expect(before?["group"] as? String == "all others" && after?["group"] as? String == "N0")
    #expect(before?["count"] as? Int == 0 && after?["count"] as? Int == 100)
    let none = try Tool.run("compare", "--exit-zero", "--by", "creative", lines)
    #expect(none.errors == "adjournal: no ad has the field 'creative'\n")
  }

  @Test func `Lines without figures have no figures, and are an error with --by`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let lines = try Tool.run("audit", "--format", "jsonl", "Journals/sessions").text
    let path = try folder.write("a", lines)
    let run = try Tool.run("compare", path, path)
    #expect(
      run.text.contains("no ad figures in the lines; audit with '--figures' to compare them"))
    for field in ["day", "version", "os", "network", "creative"] {
      let by = try Tool.run("compare", "--by", field, path)
      #expect(
        by.errors
          == "adjournal: \(path):1: the line lacks what '--by \(field)' needs; write it with "
          + "'adjournal audit --format jsonl --figures'\n")
      #expect(by.exit == 4 && by.output.isEmpty)
    }
  }

  @Test func `A system is not compared with another one, and a pre-release precedes its release`()
    throws
  {
    let folder = try Folder()
    defer { folder.remove() }
    func lines(_ name: String, _ violated: Int, _ version: String, _ os: String) throws -> String {
      try Self.lines(name, violated, of: 400, version: version)
        .replacing(/"os":"[^"]*","os_version":"[^"]*"/, with: os)
    }
    let path = try folder.write(
      "lines",
      lines("a", 0, "4.11.0", #""os":"iOS","os_version":"26.1""#)
        + lines("b", 30, "4.11.0-beta.2", #""os":"iPadOS","os_version":"17.7""#))
    let systems = try Tool.run("compare", "--all", "--by", "os", path)
    #expect(systems.exit == 0)
    #expect(systems.errors == "adjournal: nothing to compare: no system has two versions\n")
    #expect(systems.text.hasPrefix("sessions: iOS 26.1: 400, iPadOS 17.7: 400\n0 new, "))
    let versions = try Tool.run("compare", "--by", "version", path)
    #expect(versions.text.contains("sessions: 4.11.0-beta.2: 400, 4.11.0: 400\n0 new, 0 worse, "))
    #expect(versions.exit == 0 && versions.errors.isEmpty)
  }

  @Test func `Sessions whose header does not say the fact are left out with a message`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let lines = try Self.lines("a", 1, of: 3, version: "1")
    let path = try folder.write("lines", lines.replacing(/"app_version":"1",/, with: ""))
    let run = try Tool.run("compare", "--by", "version", path)
    #expect(
      run.errors
        == "adjournal: 3 sessions left out: the header does not say 'version', or is lost\n"
        + "adjournal: nothing to compare: there are not two groups\n")
  }

  @Test func `Without --by there must be two operands`() throws {
    for words in [["a"], ["a", "b", "c"]] {
      let run = try Tool.run(Tool.path, ["compare"] + words)
      #expect(
        run.errors
          == "adjournal: 'compare' needs two operands, BEFORE and AFTER, not \(words.count) "
          + "(or group one fleet with '--by FIELD')\n")
      #expect(run.exit == 2)
    }
  }

  @Test func `The option --figures needs JSON lines`() throws {
    let run = try Tool.run("audit", "--figures", "--format", "json", Sample.unlock)
    #expect(run.errors == "adjournal: '--figures' needs '--format jsonl'\n")
    #expect(run.exit == 2)
  }

  @Test func `Two versions of the tool cannot be compared`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let line = try Tool.run("audit", "--exit-zero", "--format", "jsonl", Sample.unlock).text
    let before = try folder.write("a", line)
    let after = try folder.write(
      "b", line.replacing(/"tool":"[^"]*"/, with: #""tool":"9.9.9""#))
    let run = try Tool.run("compare", before, after)
    #expect(
      run.errors == "adjournal: \(after):1: judged by adjournal 9.9.9, earlier lines by adjournal "
        + "\(Tool.version); audit all parts with one version\n")
    #expect(run.exit == 4)
  }
}
