import Foundation
import Testing

/// Tests of `--problem` in `triage` and `audit`.
struct ProblemSessionTests {
  /// The problem of `Sample.unlock`.
  private static let id = "6bf7db7b194b"
  private static let lines = ["audit", "--format", "jsonl", "--exit-zero"]

  /// The paths and the names of the sessions with a problem, by the lines of an audit.
  private static func expected(_ id: String, in folder: String) throws -> Set<[String]> {
    let run = try Tool.run(Tool.path, lines + ["--only", "violated", folder])
    return try run.lines.reduce(into: []) { found, line in
      guard line.contains("\"id\":\"\(id)\"") else { return }
      let session = try Sample.object(Array(line.utf8))
      found.insert([session["path"] as? String ?? "", session["session"] as? String ?? ""])
    }
  }

  private static func sessions(_ run: Tool.Run) throws -> [[String: Any]] {
    try Sample.object(run.output)["sessions"] as? [[String: Any]] ?? []
  }

  @Test func `triage lists every session of a problem, sorted, in each format`() throws {
    let words = ["triage", "--problem", Self.id, "Journals/incidents", "--format"]
    let json = try Tool.run(Tool.path, words + ["json"])
    let object = try Sample.object(json.output)
    #expect(object["schema"] as? String == "adjournal.problem/1")
    let problem = object["problem"] as? [String: Any] ?? [:]
    #expect(problem["id"] as? String == Self.id)
    #expect(problem["rule"] as? String == "lock-is-not-background")
    #expect(problem["severity"] as? String == "error" && problem["missing"] is NSNull)
    let sessions = try Self.sessions(json)
    let expected = try Self.expected(Self.id, in: "Journals/incidents")
    #expect(expected.count == 1 && problem["sessions"] as? Int == expected.count)
    let names = sessions.map { [$0["path"] as? String ?? "", $0["session"] as? String ?? ""] }
    #expect(names == expected.sorted { $0.lexicographicallyPrecedes($1) })
    let known = try #require(sessions.first { $0["path"] as? String == Sample.unlock })
    #expect(Set(known.keys) == ["path", "session", "install", "app_version", "day", "seq"])
    #expect(known["seq"] as? Int == 29 && known["day"] as? String == "2026-10-29")
    let csv = try Tool.run(Tool.path, words + ["csv"])
    #expect(csv.lines.first == "path,session,install,app_version,day,seq")
    #expect(csv.lines.count == 1 + expected.count)
    let (install, version) = (
      known["install"] as? String ?? "", known["app_version"] as? String ?? ""
    )
    #expect(install.wholeMatch(of: /[0-9a-f]{12}/) != nil)
    #expect(
      csv.lines.contains { $0.hasSuffix(",daily-03c8be,\(install),\(version),2026-10-29,29") })
    let text = try Tool.run(Tool.path, words + ["text"])
    #expect(text.text.hasPrefix("1. error lock-is-not-background  \(Self.id)\n"))
    #expect(text.lines.contains { $0.hasPrefix("day         version") && $0.hasSuffix("  path") })
    for name in names {
      #expect(text.lines.contains { $0.hasSuffix("  \(name[0])") && $0.contains(name[1]) })
    }
    for run in [json, csv, text] { #expect(run.exit == 1) }
  }

  @Test func `The sessions of a problem are sorted by path and name`() throws {
    let id = "3d051cc17652"
    let run = try Tool.run(
      "triage", "--problem", id, "--format", "json", "Journals/rules", "Journals/incidents")
    let expected = try ["Journals/rules", "Journals/incidents"].reduce(into: Set<[String]>()) {
      $0.formUnion(try Self.expected(id, in: $1))
    }
    let names = try Self.sessions(run).map {
      [$0["path"] as? String ?? "", $0["session"] as? String ?? ""]
    }
    #expect(names.count > 10)
    #expect(names == expected.sorted { $0.lexicographicallyPrecedes($1) })
  }

  @Test func `The list of a problem is the same from lines of an audit`() throws {
    let input = try Tool.run(Tool.path, Self.lines + ["Journals/incidents"]).output
    for format in ["json", "csv", "text"] {
      let words = ["triage", "--problem", Self.id, "--format", format]
      let direct = try Tool.run(Tool.path, words + ["Journals/incidents"])
      let piped = try Tool.run(Tool.path, words + ["-"], input: input)
      #expect(piped.output == direct.output && piped.exit == 1 && direct.exit == 1)
      #expect(!piped.output.isEmpty)
    }
  }

  @Test func `The list of a problem is complete`() throws {
    let line = try Tool.run(Tool.path, Self.lines + [Sample.unlock]).lines[0]
    let many = (0..<3000).map {
      line.replacingOccurrences(of: "daily-03c8be", with: "s-\($0)") + "\n"
    }
    let run = try Tool.run(
      "triage", "--problem", Self.id, "--format", "csv", "-", input: Array(many.joined().utf8))
    #expect(run.lines.count == 1 + 3000)
    #expect(run.errors.isEmpty)
  }

  @Test(arguments: ["triage", "audit"])
  func `The exit status is as if there were only the problem`(command: String) throws {
    // The violation of `fiveHours` is another problem.
    let both = [Sample.unlock, Sample.fiveHours]
    #expect(try Tool.run(Tool.path, [command, "--problem", Self.id] + both).exit == 1)
    let other = try Tool.run(command, "--problem", Self.id, Sample.fiveHours)
    #expect(other.exit == 0)
    #expect(
      try Tool.run(command, "--problem", Self.id, "Journals/damaged/bad-seal.jsonl").exit == 3)
    if command == "triage" {
      #expect(
        other.text.hasSuffix("No session has the problem \(Self.id) (lock-is-not-background).\n"))
    }
  }

  @Test(arguments: ["json", "jsonl", "sarif", "junit", "github", "markdown", "text"])
  func `audit lists only the violations of the problem in every format`(format: String) throws {
    let words = ["audit", "--format", format]
    let run = try Tool.run(
      Tool.path, words + ["--problem", Self.id, Sample.unlock, Sample.fiveHours])
    #expect(run.text.contains("lock-is-not-background") && run.exit == 1)
    let place = "app-open-shown-after-five-hours.jsonl"
    #expect(!run.text.contains("\(place):") && !run.text.contains("\(place),line"))
    #expect(!run.text.contains("file=Journals/incidents/\(place)"))
    if format == "text" {
      // The command at the end names all operands.
      #expect(run.lines.filter { $0.contains(place) }.allSatisfy { $0.contains("adjournal ") })
      #expect(run.text.contains("2 sessions, "))
      #expect(run.text.contains(": 1 violation (1 error, 0 warning, 0 info)"))
    }
    if format == "jsonl" { #expect(run.lines.count == 1) }
    if format == "sarif" {
      #expect(run.text.components(separatedBy: "\"partialFingerprints\"").count == 2)
    }
  }

  @Test func `audit counts of each problem what triage counts`() throws {
    let all = try Tool.run("triage", "--format", "json", "Journals/incidents")
    let problems = try Sample.object(all.output)["problems"] as? [[String: Any]] ?? []
    for problem in [problems[0], problems[problems.count / 2], problems[problems.count - 1]] {
      let id = try #require(problem["id"] as? String)
      let run = try Tool.run("audit", "--problem", id, "--format", "json", "Journals/incidents")
      let summary = try Sample.object(run.output)["summary"] as? [String: Any]
      let counts = summary?["violations"] as? [String: Int] ?? [:]
      #expect(counts.values.reduce(0, +) == problem["violations"] as? Int, "\(id)")
    }
  }

  @Test func `The beginning of an id suffices, in any case`() throws {
    let whole = try Tool.run("triage", "--problem", Self.id, "--format", "csv", Sample.unlock)
    let part = try Tool.run("triage", "--problem", "6BF7DB7", "--format", "csv", Sample.unlock)
    #expect(part.output == whole.output && part.exit == 1 && whole.lines.count == 2)
  }

  @Test(
    arguments: [
      (
        "6bf7db7b194c",
        "no problem of the selected rules has the id '6bf7db7b194c'; did you mean '6bf7db7b194b'? "
          + "('adjournal triage FILE' prints the ids)"
      ),
      (
        "6",
        "several problems have an id that begins with '6' (give more digits; 'adjournal triage FILE' "
          + "prints the ids)"
      ),
      (
        "daily-cap",
        "'daily-cap' is a rule, not the id of a problem ('--rule daily-cap' selects the rule; "
          + "'adjournal triage FILE' prints the ids of problems)"
      ),
    ])
  func `An id that names no problem is an error that says how to find ids`(
    word: String, message: String
  ) throws {
    for command in ["triage", "audit"] {
      let run = try Tool.run(command, "--problem", word, Sample.unlock)
      #expect(run.errors == "adjournal: \(message)\n")
      #expect(run.exit == 2 && run.output.isEmpty)
    }
  }

  @Test func `Of a baseline, only the entry of the problem can be gone`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let path = folder.path("baseline.json")
    let both = [Sample.unlock, Sample.fiveHours]
    _ = try Tool.run(Tool.path, ["audit", "--baseline", path, "--update-baseline"] + both)
    for command in ["audit", "triage"] {
      let run = try Tool.run(
        Tool.path, [command, "--problem", Self.id, "--baseline", path] + both)
      #expect(run.errors == "adjournal: 1 problem accepted by \(path), 0 new, 0 gone\n")
      #expect(run.exit == 0)
    }
    let update = try Tool.run(
      Tool.path,
      ["audit", "--problem", Self.id, "--baseline", path, "--update-baseline"] + both)
    #expect(
      update.errors
        == "adjournal: '--update-baseline' needs all problems (leave out '--problem')\n")
    #expect(update.exit == 2)
  }

  @Test func `A list of a problem as Markdown is refused`() throws {
    let run = try Tool.run(
      "triage", "--problem", Self.id, "--format", "markdown", Sample.unlock)
    #expect(
      run.errors
        == "adjournal: '--problem' needs '--format text', '--format json' or '--format csv'\n")
    #expect(run.exit == 2)
  }
}
