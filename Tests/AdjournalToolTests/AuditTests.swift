import Foundation
import Testing

struct AuditTests {
  @Test func `A file that is called as a workflow command begins no line`() throws {
    let run = try Tool.shell(
      "cp \(Sample.unlock) ::error::y.jsonl; adjournal audit ::error::y.jsonl")
    #expect(run.exit == 1)
    #expect(run.lines.first?.hasPrefix(#"\u{3a}:error::y.jsonl  session daily-03c8be"#) == true)
  }

  private static let codes: [(words: [String], exit: Int32)] = [
    ([Sample.unlock], 1), (["Journals/sessions"], 0), (["Journals/damaged"], 3),
    ([Sample.unlock, Sample.gap], 1), ([Sample.gap, "missing.jsonl"], 4),
    ([Sample.unlock, "missing.jsonl"], 1), (["--exit-zero", Sample.unlock, Sample.gap], 0),
    (["--exit-zero", Sample.unlock, "missing.jsonl"], 4),
    (["--except", "lock-is-not-background", Sample.unlock], 0),
    (["--rule", "single-use-ad", Sample.unlock], 0),
    (["--rule", "single-use-ad", "--strict", "Journals/sessions/banner-refreshed.jsonl"], 1),
    (["Journals/incidents/ad-after-three-seconds-away.jsonl"], 0),
    (["--severity", "warning", "Journals/incidents/ad-after-three-seconds-away.jsonl"], 1),
    (["Journals/incidents/told-only-after-the-ad.jsonl"], 0),
    (["--severity", "warning", "Journals/incidents/told-only-after-the-ad.jsonl"], 1),
  ]

  @Test(arguments: codes)
  func `An audit exits with the first status that applies: 1, 4, 3, 0`(
    arguments: [String], exit: Int32
  ) throws {
    let run = try Tool.run(Tool.path, ["audit", "--quiet"] + arguments)
    #expect(run.exit == exit)
    #expect(run.output.isEmpty)
    if exit == 3 || exit == 4 { #expect(run.errors.hasPrefix("adjournal: ")) }
  }

  @Test(arguments: ["text", "json", "jsonl"])
  func `The output of an audit does not depend on the number of jobs`(format: String) throws {
    let arguments = ["audit", "--format", format, "Journals/sessions", "Journals/damaged"]
    let alone = try Tool.run(Tool.path, arguments + ["--jobs", "1"])
    let together = try Tool.run(Tool.path, arguments + ["--jobs", "2"])
    #expect(alone.output == together.output)
    #expect(alone.exit == together.exit)
    #expect(!alone.output.isEmpty)
  }

  @Test(arguments: [Sample.unlock, Sample.gap, "Journals/damaged/bad-seal.jsonl"])
  func `A file, a pipe and an archive get the same verdicts`(path: String) throws {
    let file = try Tool.run("audit", "--format", "jsonl", path)
    let piped = try Tool.shell("cat \(path) | adjournal audit --format jsonl -")
    #expect(piped.text == file.text.replacingOccurrences(of: path, with: "-"))
    #expect(piped.exit == file.exit)
    guard Tool.has("gzip") else { return }
    let archive = try Tool.shell(
      "gzip -c \(path) > a.jsonl.gz; adjournal audit --format jsonl a.jsonl.gz")
    #expect(archive.text == file.text.replacingOccurrences(of: path, with: "a.jsonl.gz"))
    #expect(archive.exit == file.exit)
  }

  #if os(Linux)
    @Test(arguments: ["text", "json"])
    func `An audit that loses its temporary data reports it, and still exits 1 for its violations`(
      format: String
    ) throws {
      let folder = try Folder()
      defer { folder.remove() }
      let text = String(decoding: try Sample.bytes(Sample.unlock), as: UTF8.self)
      let process = Process()
      process.executableURL = URL(fileURLWithPath: Tool.path)
      process.arguments = ["audit", "--format", format, "-"]
      process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": folder.path]) {
        $1
      }
      let input = Pipe()
      process.standardInput = input
      process.standardOutput = try folder.handle("out")
      process.standardError = try folder.handle("err")
      try process.run()
      // The sessions of a stream wait for its end: another of their install may follow.
      for number in 0..<3000 {
        let session = text.replacingOccurrences(of: "daily-03c8be", with: "daily-\(number)")
        try input.fileHandleForWriting.write(contentsOf: Data(session.utf8))
      }
      var waiting: [String] = []
      for _ in 0..<600 where waiting.isEmpty {
        Thread.sleep(forTimeInterval: 0.05)
        waiting = Self.files(of: process.processIdentifier, in: folder)
      }
      try #require(!waiting.isEmpty)
      for file in waiting {
        try FileHandle(forWritingTo: URL(fileURLWithPath: file)).truncate(atOffset: 0)
      }
      try input.fileHandleForWriting.close()
      process.waitUntilExit()
      #expect(process.terminationStatus == 1)
      let errors = try String(contentsOfFile: folder.path("err"), encoding: .utf8)
      let sentence = "a temporary file could not be read back: parts of this report are missing"
      #expect(errors == "adjournal: \(folder.path): \(sentence)\n")
    }

    /// The files without a name in a folder that a process has open.
    private static func files(of process: Int32, in folder: Folder) -> [String] {
      let open = "/proc/\(process)/fd"
      let names = (try? FileManager.default.contentsOfDirectory(atPath: open)) ?? []
      return names.map { "\(open)/\($0)" }.filter {
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: $0)
        return target?.hasPrefix("\(folder.path)/adjournal-") == true
      }
    }

    /// The second session of each is judged twice, since the first one is of its install.
    @Test(arguments: ["show-of-the-same-day-elsewhere", "full-day-of-another-zone"], [0, 6])
    func `An archive gets the same verdicts from a file and from a pipe`(name: String, missing: Int)
      throws
    {
      guard Tool.has("gzip") else { return }
      let archive =
        "gzip -c Journals/counterexamples/\(name).jsonl | head -c -\(missing) > a.jsonl.gz"
      let file = try Tool.shell("\(archive); adjournal audit --format jsonl a.jsonl.gz")
      let piped = try Tool.shell("\(archive); adjournal audit --format jsonl - < a.jsonl.gz")
      #expect(piped.text == file.text.replacingOccurrences(of: "a.jsonl.gz", with: "-"))
      #expect(piped.exit == file.exit)
      #expect(file.text.contains("torn-tail") == (missing > 0))
    }
  #endif

  @Test func `A keyed input gets the verdicts of its records`() throws {
    let plain = try Tool.run("audit", "--format", "jsonl", "-", input: Sample.bytes(Sample.unlock))
    let text = String(decoding: try Sample.bytes(Sample.unlock), as: UTF8.self)
    let keyed = text.split(separator: "\n").map { "daily-03c8be\t\($0)\n" }.joined()
    let run = try Tool.run(
      "audit", "--keyed", "--format", "jsonl", "-", input: Array(keyed.utf8))
    #expect(run.text == plain.text)
    #expect(run.exit == 1)
  }

  @Test func `A keyed input has its seals checked, and a line without a key is damage`() throws {
    let path = "Journals/damaged/bad-seal.jsonl"
    let text = String(decoding: try Sample.bytes(path), as: UTF8.self)
    var lines = text.split(separator: "\n").map { "k\t\($0)\n" }
    lines.insert("no key here\n", at: 3)
    let folder = try Folder()
    defer { folder.remove() }
    let file = try folder.write("keyed.jsonl", lines.joined())
    let run = try Tool.run("audit", "--keyed", file)
    #expect(run.exit == 3)
    let byte = lines[..<3].reduce(0) { $0 + $1.utf8.count }
    #expect(
      run.text.contains(
        "damage not-json line 4, byte \(byte): the line has no TAB; a keyed line is a key, a TAB "
          + "and a record\n"))
    #expect(run.text.contains("damage bad-seal line 19, "))
  }

  @Test func `The option --files-from reads paths from a file or from standard input`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let list = try folder.write("list", "\(Sample.unlock)\r\n\n\(Sample.gap)\n")
    let listed = try Tool.run("audit", "--files-from", list)
    let named = try Tool.run("audit", Sample.unlock, Sample.gap)
    // The command for all inputs at the end names operands only.
    #expect(
      listed.lines == named.lines.filter { !$0.hasPrefix("  adjournal triage ") })
    let piped = try Tool.run("audit", "--files-from", "-", input: Array(Sample.gap.utf8))
    #expect(piped.exit == 3)
    let itself = try Tool.run("audit", "--files-from", "-", input: Array("-\n".utf8))
    #expect(itself.exit == 2)
    let missing = try Tool.run("audit", "--files-from", "no-list")
    #expect(missing.errors == "adjournal: no-list: no such file\n")
    #expect(missing.exit == 4)
  }

  @Test func `The option --policy overrides the threshold in the journal`() throws {
    let run = try Tool.run(
      "audit", "--rule", "app-open-max-age", "--policy", "app_open_max_age_s=10", Sample.unlock)
    #expect(run.exit == 1)
    #expect(run.lines.first == "\(Sample.unlock)  session daily-03c8be (42 records, clean)")
    #expect(run.lines.contains("  error app-open-max-age"))
  }

  @Test func `The text of an audit lists the notes that belong to no session`() throws {
    let run = try Tool.run("audit", "Journals/damaged/blank-line.jsonl")
    #expect(run.exit == 0)
    #expect(run.lines.contains { $0.hasPrefix("  note blank-line line 7, byte 1046: ") })
  }

  @Test func `An audit reports damage on standard error`() throws {
    let run = try Tool.run("audit", "Journals/damaged")
    #expect(
      run.errors
        == "adjournal: damage in 19 journals; run 'adjournal check FILE' for details\n")
    #expect(run.text.contains("; 19 damaged locations in 19 journals\n"))
  }

  @Test func `The merged audits of two halves equal the audit of everything`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let paths = try FileManager.default.subpathsOfDirectory(
      atPath: "\(Tool.root)/Journals/incidents"
    ).filter { $0.hasSuffix(".jsonl") }.sorted().map { "Journals/incidents/\($0)" }
    let middle = paths.count / 3
    for (name, part) in [("a", paths[..<middle]), ("b", paths[middle...])] {
      let audit = try Tool.run(Tool.path, ["audit", "--format", "jsonl"] + part)
      try folder.write(name, audit.output)
    }
    let whole = try Tool.run("audit", "--format", "json", "Journals/incidents")
    let merged = try Tool.run("merge", "--format", "json", folder.path("a"), folder.path("b"))
    let sum = try Sample.object(merged.output)["summary"] as? NSDictionary
    #expect(sum == (try Sample.object(whole.output)["summary"] as? NSDictionary))
    #expect(merged.exit == whole.exit)
    let text = try Tool.run("merge", folder.path("a"), folder.path("b"))
    let audit = try Tool.run("audit", "Journals/incidents")
    #expect(audit.lines.suffix(3) == text.lines.suffix(3))
    let quiet = try Tool.run("audit", "Journals/sessions/banner-refreshed.jsonl")
    #expect(quiet.lines.last?.hasPrefix("verdicts: ") == true)
  }

  private static let passing: [(options: String, line: String?)] = [
    (
      "",
      "1 warning, 1 info do not fail: below severity error. Use '--severity info' to change that."
    ),
    (
      "--strict",
      "1 warning, 1 info do not fail: below severity error. Use '--severity info' to change that."
    ),
    (
      "--severity warning",
      "1 info does not fail: below severity warning. Use '--severity info' to change that."
    ),
    ("--severity info", nil),
    (
      "--exit-zero --severity info",
      "1 error, 1 warning, 1 info do not fail because of '--exit-zero'."
    ),
  ]

  @Test(arguments: passing)
  func `The last line of text counts the violations that do not fail`(
    options: String, line: String?
  ) throws {
    let config = #"{"severities":{"one-load-in-flight":"info"}}"#
    let audit = "adjournal audit --config c.json"
    let journal =
      "\(Sample.unlock) Journals/incidents/{ad-after-three-seconds-away,two-loads-in-flight}.jsonl"
    let run = try Tool.shell(
      "echo '\(config)' > c.json; \(audit) \(options) \(journal) > text; s=$?; tail -n 1 text; "
        + "\(audit) --format jsonl \(journal) | adjournal merge \(options) - | tail -n 1; exit $s")
    #expect(run.exit == (options.hasPrefix("--exit-zero") ? 0 : 1))
    if let line {
      #expect(run.lines == [line, line])
    } else {
      #expect(run.lines.allSatisfy { $0.hasPrefix("verdicts: ") })
    }
  }

  @Test func `An audit whose violations all fail, or that prints no text, has no such line`() throws
  {
    #expect(try !Tool.run("audit", Sample.unlock).text.contains("fail"))
    #expect(
      try !Tool.run("audit", "Journals/sessions/banner-refreshed.jsonl").text.contains("fail"))
    let warning = "Journals/incidents/ad-after-three-seconds-away.jsonl"
    #expect(try Tool.run("audit", "--quiet", warning).output.isEmpty)
    #expect(try !Tool.run("audit", "--format", "github", warning).text.contains("not fail"))
    let followed = try Tool.run("follow", "--until-end", warning)
    #expect(
      followed.lines.last
        == "1 warning does not fail: below severity error. Use '--severity warning' to change that."
    )
  }

  @Test func `A merge exits with the status of one audit of everything`() throws {
    let journal = "Journals/rules/app-open-max-age/inconclusive.jsonl"
    for options in [
      [], ["--severity", "warning"], ["--severity", "info"], ["--strict"], ["--exit-zero"],
    ] {
      for path in [journal, Sample.unlock, Sample.gap, "Journals/incidents"] {
        let lines = try Tool.run("audit", "--format", "jsonl", path).output
        let audit = try Tool.run(Tool.path, ["audit"] + options + [path])
        let merged = try Tool.run(Tool.path, ["merge"] + options + ["-"], input: lines)
        #expect(merged.exit == audit.exit, "\(options) \(path)")
        #expect(merged.errors == audit.errors, "\(options) \(path)")
      }
    }
  }

  @Test func `A merge reads compressed input and rejects a truncated one`() throws {
    guard Tool.has("gzip") else { return }
    let audit = "adjournal audit --format jsonl Journals/incidents > a"
    let plain = try Tool.shell("\(audit); adjournal merge a")
    let packed = try Tool.shell("\(audit); gzip a; adjournal merge a.gz")
    #expect(packed.text == plain.text)
    #expect(packed.exit == 1)
    let piped = try Tool.shell("\(audit); gzip -c a | (sleep 0.1; cat) | adjournal merge -")
    #expect(piped.text == plain.text)
    let cut = try Tool.shell("\(audit); gzip -c a | head -c 2000 > b; adjournal merge b")
    #expect(cut.errors == "adjournal: b: compressed file is truncated or damaged\n")
    #expect(cut.exit == 4)
    #expect(cut.output.isEmpty)
    let empty = try Tool.shell("true > b.gz; adjournal merge b.gz")
    #expect(empty.errors == "adjournal: b.gz: compressed file is truncated or damaged\n")
    #expect(empty.exit == 4)
  }

  @Test(arguments: [
    "Journals/sessions", "Journals/incidents", "Journals/damaged", "Journals/google-sample",
  ])
  func `A session line counts the same in any JSON layout`(folder: String) throws {
    let lines = try Tool.run("audit", "--format", "jsonl", folder)
    let spaced = Array(lines.text.replacing(",\"records\":", with: ", \"records\":").utf8)
    #expect(spaced.count > lines.output.count)
    let plain = try Tool.run("merge", "--format", "json", "-", input: lines.output)
    let careful = try Tool.run("merge", "--format", "json", "-", input: spaced)
    #expect(plain.output == careful.output)
    #expect(plain.exit == careful.exit)
  }

  @Test(arguments: [
    (#"{"known-ad":{"verdict":"holds","activations":01,"violations":[]}}"#, 4),
    (#"{"known-ad":{"verdict":"holds","activations":,"violations":[]}}"#, 4),
    (#"{"known-ad":{"verdict":"holding","activations":1,"violations":[]}}"#, 4),
    (#"{"known-ad":{"verdict":"holds","activations":1,"violations":[]}"#, 4),
    (
      #"{"known-ad":{"verdict":"holds","activations":1,"violations":[]},"#
        + #""known-ad":{"verdict":"holds","activations":1,"violations":[]}}"#, 4
    ),
    (#"{"known-ad":{"verdict":"holds","activations":1,"violations":[]},}"#, 4),
    (#"{"known-ad":{"verdict":"holds","activations":1,"violations":[]}}"#, 0),
    (#"{"own-rule":{"verdict":"holds","activations":1,"violations":[]}}"#, 0),
  ])
  func `A merge rejects session lines that are not valid JSON`(rules: String, exit: Int32) throws {
    let line =
      #"{"path":"a","session":"s","records":3,"end":"cut","gaps":0,"damage":[],"tool":"0.1.0","#
      + #""rules":\#(rules)}"#
    let run = try Tool.run("merge", "-", input: Array((line + "\n").utf8))
    #expect(run.exit == exit)
    if exit == 0 { #expect(run.lines.last?.hasPrefix("verdicts: 1 holds, 0 violated") == true) }
  }

  @Test func `A merge reads a long session line, and refuses a torn one`() throws {
    let because = String(repeating: "x", count: 99)
    let violation = #"{"seq":2,"severity":"error","because":"\#(because)"}"#
    let many = Array(repeating: violation, count: 5000).joined(separator: ",")
    let line =
      #"{"path":"a","session":"s","records":3,"end":"cut","gaps":0,"damage":[],"tool":"0.1.0","#
      + #""rules":{"known-ad":{"verdict":"violated","activations":5000,"violations":[\#(many)]}}}"#
    #expect(line.utf8.count > 1 << 19)
    let run = try Tool.run("merge", "-", input: Array((line + "\n").utf8))
    #expect(run.lines.first == "error    known-ad  5000 violations in 1 session")
    #expect(run.exit == 1)
    let torn = try Tool.run("merge", "-", input: Array(line.utf8.dropLast()))
    #expect(torn.exit == 4)
  }

  @Test func `The option --rule accepts a comma-separated list and repetition`() throws {
    let rules = ["lock-is-not-background", "app-open-max-age"]
    let one = try Tool.run(
      "audit", "--rule", rules[0], "--rule", rules[1], Sample.unlock, Sample.fiveHours)
    let joined = try Tool.run(
      "audit", "--rule", rules.joined(separator: ","), Sample.unlock, Sample.fiveHours)
    func findings(_ run: Tool.Run) -> [String] {
      run.lines.filter { !$0.hasPrefix("  adjournal ") }
    }
    #expect(findings(joined) == findings(one))
    #expect(joined.text.contains("2 violations"))
    let none = try Tool.run(
      "audit", "--except=" + rules.joined(separator: ","), Sample.unlock, Sample.fiveHours)
    #expect(none.exit == 0)
  }

  @Test func `An audit that fails only because of --strict reports the reason`() throws {
    let run = try Tool.run(
      "audit", "--quiet", "--strict", "--rule", "single-use-ad",
      "Journals/sessions/banner-refreshed.jsonl")
    #expect(
      run.errors
        == "adjournal: failed because of '--strict': 0 inconclusive and 1 vacuous verdicts\n")
    #expect(run.exit == 1)
  }

  @Test(arguments: [
    (#""records":3"#, #""records":9223372036854775807"#), (#""records":3"#, #""records":-3"#),
    (#""records":3"#, #""records":"3""#), (#""records":3,"#, ""), (#""damage":[],"#, ""),
    (#""verdict":"violated""#, #""verdict":"broken""#), (#""severity":"error""#, #""level":1"#),
  ])
  func `A merge rejects a line with an invalid member`(whole: String, broken: String) throws {
    let line =
      #"{"path":"a","session":"s","records":3,"end":"cut","gaps":0,"damage":[],"tool":"0.1.0","#
      + #""rules":{"known-ad":{"verdict":"violated","activations":1,"violations":"#
      + #"[{"seq":2,"severity":"error"}]}}}"#
    let good = Array((line + "\n").utf8)
    let other = line.replacing(#""session":"s""#, with: #""session":"t""#)
    #expect(try Tool.run("merge", "-", input: good + Array(other.utf8)).exit == 1)
    let bad = Array((other.replacing(whole, with: broken) + "\n").utf8)
    let run = try Tool.run("merge", "-", input: good + bad)
    #expect(
      run.errors == "adjournal: -:2: not a session; expected the output of "
        + "'adjournal audit --format jsonl' or 'adjournal merge --format json'\n")
    #expect(run.exit == 4)
  }
}
