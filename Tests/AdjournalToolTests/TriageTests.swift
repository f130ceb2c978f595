import Foundation
import Testing

struct TriageTests {
  private static let audit = ["audit", "--format", "jsonl", "--exit-zero"]

  private static func problems(_ run: Tool.Run) throws -> [[String: Any]] {
    try Sample.object(run.output)["problems"] as? [[String: Any]] ?? []
  }

  @Test(arguments: 1...2 * Tool.rounds)
  func `Problems are the same from journals, from lines of any audit, in any order and division`(
    seed: Int
  ) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let folder = try Folder()
    defer { folder.remove() }
    let words = ["triage", "--exit-zero", "--format", "json"]
    let expected = try Tool.run(Tool.path, words + ["Journals/incidents"])
    #expect(try Self.problems(expected).count > 30)
    let only = seed.isMultiple(of: 2) ? ["--only", "violated"] : []
    let lines = try Tool.run(Tool.path, Self.audit + only + ["Journals/incidents"]).lines
    var parts = [[String]](repeating: [], count: 3)
    for line in lines.shuffled(using: &random) {
      parts[Int.random(in: 0..<3, using: &random)].append(line)
    }
    let paths = try parts.enumerated().map { number, lines in
      try folder.write("\(number).lines", lines.map { $0 + "\n" }.joined())
    }
    #expect(try Tool.run(Tool.path, words + paths).output == expected.output, "seed \(seed)")
    let input = Array(lines.map { $0 + "\n" }.joined().utf8)
    #expect(
      try Tool.run(Tool.path, words + ["-"], input: input).output == expected.output,
      "seed \(seed)")
  }

  @Test func `CSV and Markdown have the problems of the JSON, in the same order`() throws {
    let words = ["triage", "--exit-zero", "--top", "5", "Journals/incidents", "--format"]
    let problems = try Self.problems(Tool.run(Tool.path, words + ["json"]))
    let ids = problems.compactMap { $0["id"] as? String }
    let csv = try Tool.run(Tool.path, words + ["csv"])
    #expect(csv.lines.dropFirst().map { String($0.prefix(12)) } == ids)
    let markdown = try Tool.run(Tool.path, words + ["markdown"])
    let rows = markdown.lines.filter { $0.hasPrefix("| error | `") }
    #expect(rows.count == 5)
    for (row, id) in zip(rows, ids) { #expect(row.contains("` `\(id)`<br>")) }
    for problem in problems {
      let days = problem["days"] as? [String: Int] ?? [:]
      #expect(days.values.reduce(0, +) == problem["sessions"] as? Int)
    }
  }

  @Test func `Journals and lines can be mixed`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let lines = try Tool.run(Tool.path, Self.audit + [Sample.unlock]).text
    let run = try Tool.run(
      "triage", "--exit-zero", "--format", "json", try folder.write("a", lines), Sample.fiveHours)
    let both = try Tool.run(
      "triage", "--exit-zero", "--format", "json", Sample.unlock, Sample.fiveHours)
    #expect(run.output == both.output)
    #expect(try Self.problems(run).count == 2)
  }

  @Test func `The violations of all problems are those of the audit`() throws {
    let run = try Tool.run("triage", "--format", "json", "Journals/incidents")
    let audit = try Tool.run("audit", "--format", "json", "Journals/incidents")
    let summary = try Sample.object(audit.output)["summary"] as? [String: Any]
    let counts = summary?["violations"] as? [String: Int] ?? [:]
    let found = try Self.problems(run).compactMap { $0["violations"] as? Int }.reduce(0, +)
    #expect(found == counts.values.reduce(0, +) && found > 0)
    #expect(run.exit == audit.exit && run.exit == 1)
  }

  @Test(
    arguments: [
      (["Journals/sessions"], 0), ([Sample.unlock], 1), (["--exit-zero", Sample.unlock], 0),
      (["--severity", "error", "Journals/incidents/ad-after-three-seconds-away.jsonl"], 0),
      (["--severity", "warning", "Journals/incidents/ad-after-three-seconds-away.jsonl"], 1),
      (["Journals/damaged/bad-seal.jsonl"], 3), (["missing.jsonl"], 4), (["--top", "-1", "x"], 2),
    ] as [(words: [String], exit: Int32)])
  func `The exit status is that of an audit`(words: [String], exit: Int32) throws {
    let run = try Tool.run(Tool.path, ["triage"] + words)
    #expect(run.exit == exit, "\(run.errors)")
  }

  @Test func `The option --by selects what a problem says of its ads`() throws {
    let words = ["triage", "--exit-zero", "--top", "0"]
    let adapters = try Tool.run(Tool.path, words + ["--by", "adapter", "Journals/incidents"])
    #expect(adapters.exit == 0 && adapters.text.contains("   Adapters: "))
    #expect(!adapters.text.contains("   Networks: "))
    let refused = try Tool.run(Tool.path, words + ["--by", "unit", "Journals/incidents"])
    #expect(refused.exit == 2)
    #expect(
      refused.errors == "adjournal: invalid value 'unit' for '--by' (adapter, network, creative)\n")
  }

  @Test func `Damage in lines has the exit status of damage in journals`() throws {
    let lines = try Tool.run(Tool.path, Self.audit + ["Journals/damaged/bad-seal.jsonl"]).output
    let run = try Tool.run("triage", "-", input: lines)
    #expect(run.exit == 3)
    #expect(
      run.errors == "adjournal: damage in 1 journal; run 'adjournal check FILE' for details\n")
  }

  @Test func `Each shrunk journal has the problem that it is an example of`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let examples = folder.path("examples")
    let journals = [
      Sample.unlock, Sample.fiveHours, "Journals/incidents/app-open-right-after-interstitial.jsonl",
      "Journals/rules/load-completes/violated.jsonl",
    ]
    let run = try Tool.run(
      Tool.path, ["triage", "--format", "json", "--to", examples] + journals)
    let problems = try Self.problems(run)
    #expect(problems.count >= journals.count)
    for problem in problems {
      let id = try #require(problem["id"] as? String)
      let exemplar = problem["exemplar"] as? [String: Any]
      let path = try #require(exemplar?["journal"] as? String)
      #expect(path == "\(examples)/\(id).jsonl")
      // Judged by all rules, it has no other problem.
      let again = try Tool.run("triage", "--format", "json", path)
      #expect(try Self.problems(again).compactMap { $0["id"] as? String } == [id], "\(path)")
    }
    let twice = try Tool.run(Tool.path, ["triage", "--to", examples] + journals)
    #expect(twice.exit == 4)
    #expect(twice.errors.contains(": file exists; adjournal never overwrites"))
  }

  @Test func `A session that is not on this machine has no shrunk journal`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let lines = try Tool.run(Tool.path, Self.audit + [Sample.unlock]).text
    let moved = lines.replacing(Sample.unlock, with: "elsewhere.jsonl")
    let run = try Tool.run(
      "triage", "--format", "json", "--to", folder.path("x"), "-", input: Array(moved.utf8))
    #expect(run.exit == 1)
    #expect(
      run.errors.contains(
        #/adjournal: no shrunk journal of problem [0-9a-f]{12}: elsewhere\.jsonl: no such file\n/#))
    let exemplar = try Self.problems(run).first?["exemplar"] as? [String: Any]
    #expect(exemplar?["journal"] is NSNull)
  }

  @Test(arguments: [
    Sample.unlock, "/dev/zero", "/dev/full", "/", "", "Journals/incidents/../../Package.swift",
    "\(Sample.unlock)\\u0000x",
  ])
  func `A file that a line names is opened only if it is a journal of the call`(path: String) throws
  {
    let folder = try Folder()
    defer { folder.remove() }
    let lines = try Tool.run(Tool.path, Self.audit + [Sample.unlock]).text
    let named = lines.replacing(#""path":"\#(Sample.unlock)""#, with: #""path":"\#(path)""#)
    #expect(named != lines || path == Sample.unlock)
    let run = try Tool.run(
      "triage", "--format", "json", "--to", folder.path("x"), "-", input: Array(named.utf8))
    #expect(run.exit == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("x")) == [])
    let reason = #/adjournal: no shrunk journal of problem [0-9a-f]{12}: /#
    #expect(run.errors.contains(reason), "\(run.errors)")
    if path == Sample.unlock {
      #expect(
        run.errors.hasSuffix(
          ": \(path): not a journal of this call; '--journals' names the folder of such journals\n")
      )
    }
  }

  @Test func `The option --journals names the journals of lines`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let lines = try folder.write(
      "a", try Tool.run(Tool.path, Self.audit + [Sample.unlock, Sample.fiveHours]).text)
    let words = ["triage", "--format", "json", "--to"]
    let run = try Tool.run(
      Tool.path, words + [folder.path("x"), "--journals", "Journals/incidents", lines])
    let direct = try Tool.run(
      Tool.path, words + [folder.path("y"), Sample.unlock, Sample.fiveHours])
    #expect(run.exit == 1 && run.errors.isEmpty)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path("x")).sorted()
    #expect(files.count == 2)
    for file in files {
      #expect(
        FileManager.default.contents(atPath: folder.path("x/\(file)"))
          == FileManager.default.contents(atPath: folder.path("y/\(file)")))
    }
    #expect(direct.exit == 1)
    let alone = try Tool.run("triage", "--journals", "Journals/incidents", lines)
    #expect(alone.exit == 2 && alone.errors == "adjournal: '--journals' needs '--to'\n")
  }

  @Test func `A line that cannot be added is named with its number`() throws {
    let line = try Tool.run(Tool.path, Self.audit + [Sample.unlock]).lines[0]
    let other = line.replacing(/"tool":"[^"]*"/, with: #""tool":"9.9.9""#)
      .replacing("daily-03c8be", with: "other")
    for (input, message) in [
      (
        line + "\n" + line,
        "session 'daily-03c8be' of '\(Sample.unlock)' occurs twice; "
          + "is a file or a line given twice?"
      ),
      (
        line + "\n\n" + other,
        "judged by adjournal 9.9.9, earlier lines by adjournal \(Tool.version); "
          + "audit all parts with one version"
      ),
      ("\n{}", "not a session; expected the output of 'adjournal audit --format jsonl'"),
    ] {
      let run = try Tool.run("triage", "-", input: Array(input.utf8))
      let number = input.split(separator: "\n", omittingEmptySubsequences: false).count
      #expect(run.errors == "adjournal: -:\(number): \(message)\n")
      #expect(run.exit == 4 && run.output.isEmpty)
    }
  }

  @Test func `Only the problems of --top are shrunk`() throws {
    let run = try Tool.shell(
      "adjournal triage --top 2 --to small --exit-zero Journals/incidents/*.jsonl; ls small | wc -l"
    )
    #expect(run.lines.last?.trimmingCharacters(in: .whitespaces) == "2")
    #expect(run.lines.contains("wrote small: 2 shrunk journals"))
    #expect(run.errors.isEmpty)
  }

  @Test func `An empty standard input is an error`() throws {
    let run = try Tool.run("triage", "-", input: [])
    #expect(run.exit == 4)
    #expect(
      run.errors
        == "adjournal: -: standard input is empty (did the command before the pipe fail?)\n")
  }

  @Test func `Lines of selected rules need the same selection`() throws {
    let words = ["--rule", "lock-is-not-background,single-use-ad"]
    let lines = try Tool.run(
      Tool.path, Self.audit + ["--only", "violated"] + words + [Sample.unlock]
    ).output
    let without = try Tool.run("triage", "-", input: lines)
    #expect(without.exit == 4)
    #expect(without.errors.contains("judged by other rules (rule_set "))
    let run = try Tool.run(Tool.path, ["triage"] + words + ["-"], input: lines)
    #expect(run.exit == 1)
    #expect(run.lines.last == "1 session, 1 with 1 violation: 1 problem")
  }

  @Test func `Damage in a line is not counted again for the next journal`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let damaged = try Tool.run(Tool.path, Self.audit + ["Journals/damaged/torn-tail.jsonl"])
    let lines = try folder.write("part.lines", damaged.output)
    let run = try Tool.run("triage", lines, "Journals/sessions/banner-refreshed.jsonl")
    #expect(
      run.errors == "adjournal: damage in 1 journal; run 'adjournal check FILE' for details\n")
  }

  @Test func `A merge refuses a session twice and two versions of the tool`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    for words in [Self.audit, Self.audit + ["--only", "violated"]] {
      for path in [Sample.unlock, "Journals/sessions/banner-refreshed.jsonl"] {
        let line = try Tool.run(Tool.path, words + [path]).lines[0]
        let name = try #require(line.firstMatch(of: /"session":"([^"]*)"/)?.1)
        let twice = try Tool.run(
          "merge", try folder.write("a", line + "\n"), try folder.write("b", line + "\n"))
        #expect(
          twice.errors
            == "adjournal: \(folder.path("b")):1: session '\(name)' of '\(path)' occurs twice; "
            + "is a file or a line given twice?\n")
        #expect(twice.exit == 4)
        let other = line.replacing(/"tool":"[^"]*"/, with: #""tool":"9.9.9""#)
          .replacing(#""session":"\#(name)""#, with: #""session":"other""#)
        let mixed = try Tool.run("merge", "-", input: Array("\(line)\n\(other)\n".utf8))
        #expect(
          mixed.errors
            == "adjournal: -:2: judged by adjournal 9.9.9, earlier lines by adjournal \(Tool.version); "
            + "audit all parts with one version\n")
        #expect(mixed.exit == 4)
      }
    }
  }

  @Test func `A merge refuses a summary of another version of the tool`() throws {
    let line = try Tool.run(Tool.path, Self.audit + [Sample.unlock]).lines[0]
    let sum = try Tool.run("merge", "--format", "json", "-", input: Array((line + "\n").utf8)).text
    let old = sum.replacing(/"tool":"[^"]*"/, with: #""tool":"0.0.1""#)
    #expect(old != sum)
    let run = try Tool.run("merge", "-", input: Array((sum + old).utf8))
    #expect(
      run.errors.contains(
        "-:2: judged by adjournal 0.0.1, earlier lines by adjournal \(Tool.version)"))
    #expect(run.exit == 4)
  }

  @Test func `The page of a report lists the problems`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let path = folder.path("r.html")
    _ = try Tool.run("report", "--to", path, "Journals/incidents")
    let page = try String(contentsOfFile: path, encoding: .utf8)
    let ids = try Self.problems(
      Tool.run("triage", "--format", "json", "Journals/incidents")
    ).compactMap { $0["id"] as? String }
    #expect(ids.count > 30)
    // For readers without scripts; the page itself audits the journals.
    for id in ids { #expect(page.contains("  \(id)\n"), "\(id)") }
  }
}
