import Foundation
import Testing

struct InputTests {
  private static let readers = [
    "audit", "show", "check", "stats", "replay", "cat", "export --format csv",
    "export --format otlp",
  ]

  /// The commands that refuse what is not a journal; the others are tools for damage.
  private static let judges = [
    "audit", "show", "stats", "replay", "export --format csv", "export --format otlp",
  ]

  private func expect(
    _ folder: Folder, _ file: String, _ sentence: String, _ commands: [String] = readers
  ) throws {
    for command in commands {
      let words = command.split(separator: " ").map(String.init)
      let run = try Tool.run(Tool.path, words + [folder.path(file)])
      #expect(run.errors == "adjournal: \(folder.path(file)): \(sentence)\n", "\(command)")
      #expect(run.exit == 4, "\(command)")
    }
  }

  @Test func `A missing file is reported with its path`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    try expect(folder, "missing.jsonl", "there is no such file or folder")
    try expect(folder, "missing.jsonl", "no such file", ["merge"])
  }

  @Test func `A folder without journals is reported`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    try expect(
      folder, "", "the folder has no journal: no *.jsonl and no *.jsonl.gz is below it")
    try expect(folder, "", "is a folder; expected a file", ["merge"])
  }

  @Test func `A file that is no journal is reported with its actual type`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    try folder.write("a.png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0])
    try folder.write("a.html", "<!doctype html><html><body></body></html>\n")
    try folder.write("a.jsonl", "{\"level\":\"info\",\"msg\":\"started\"}\n")
    try expect(folder, "a.png", "it is a PNG image, not a journal", ["audit", "stats"])
    try expect(folder, "a.html", "it is HTML or XML, not a journal", ["audit", "show"])
    try expect(
      folder, "a.jsonl",
      "it is JSON, but not a journal: no line has `v`, `session` or `event`",
      ["audit", "replay"])
    for file in ["a.png", "a.html", "a.jsonl", Sample.unlock] {
      let path = file == Sample.unlock ? file : folder.path(file)
      let run = try Tool.run("merge", path)
      #expect(
        run.errors == "adjournal: \(path):1: not a session; expected the output of "
          + "'adjournal audit --format jsonl' or 'adjournal merge --format json'\n")
      #expect(run.exit == 4)
      #expect(run.output.isEmpty)
    }
  }

  @Test func `A journal converted by an editor or an archiver is reported with its type`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let journal = try Sample.bytes(Sample.unlock)
    let wide: [UInt8] = [0xFF, 0xFE] + journal.flatMap { [$0, 0] as [UInt8] }
    try folder.write("wide.jsonl", wide)
    try expect(folder, "wide.jsonl", "it is text in UTF-16, not a journal", Self.judges)
    try folder.write("plain.jsonl", journal)
    for line in [
      "tar -cf tar.jsonl plain.jsonl", "tar -czf tgz.jsonl.gz plain.jsonl",
      "gzip -c plain.jsonl | gzip -c > twice.jsonl.gz",
    ] where Tool.has("tar") && Tool.has("gzip") {
      let made = try Tool.run("/usr/bin/env", ["bash", "-c", line], folder: folder.path)
      #expect(made.exit == 0)
    }
    guard Tool.has("tar") && Tool.has("gzip") else { return }
    for file in ["tar.jsonl", "tgz.jsonl.gz"] {
      try expect(folder, file, "it is a tar archive, not a journal: unpack it first", Self.judges)
    }
    try expect(folder, "twice.jsonl.gz", "it is compressed twice, not a journal", Self.judges)
  }

  private static let sentence =
    "standard input is empty (did the command before the pipe fail?)"

  @Test(arguments: [
    "audit", "check", "show", "explain", "replay", "cat", "stats", "merge", "triage",
    "compare --by version", "export --format csv", "export --format perfetto", "audit --files-from",
    "report --to page.html", "import", "record new.jsonl", "check --quiet",
    "shrink --rule daily-cap", "pin --rule daily-cap --to T.swift", "whatif --policy daily_cap=1",
  ])
  func `An empty standard input is an error of every command`(command: String) throws {
    let operand = command.hasPrefix("record") ? "" : " -"
    let run = try Tool.shell("adjournal \(command)\(operand) < /dev/null; echo $?; ls")
    #expect(run.errors.contains(Self.sentence), "\(run.errors)")
    // A report lists what could not be read.
    let report = ["page.html", "wrote page.html: 0 problems in 0 sessions, "]
    let others = run.lines.filter { line in !report.contains { line.hasPrefix($0) } }
    #expect(others == ["4", "Journals"])
  }

  @Test(arguments: [
    "audit", "stats", "triage", "compare Journals/sessions", "merge", "check", "show",
  ])
  func `After an error there is no table of zeros`(command: String) throws {
    let run = try Tool.shell("adjournal \(command) missing.jsonl")
    #expect(run.exit == 4)
    #expect(run.errors.contains("missing.jsonl: "))
    #expect(run.output.isEmpty, "\(run.text)")
  }

  @Test(arguments: ["text", "json", "jsonl", "sarif", "junit", "github", "markdown"])
  func `An empty standard input is an error of an audit in every format`(format: String) throws {
    let run = try Tool.run("audit", "--format", format, "-", input: [])
    let sentence = Self.sentence
    #expect(run.errors == "adjournal: -: \(sentence)\n")
    #expect(run.exit == 4)
    if ["sarif", "junit", "github", "markdown"].contains(format) {
      #expect(run.text.contains(sentence))
    }
    let zero = try Tool.run("audit", "--exit-zero", "--quiet", "-", input: [])
    #expect(zero.exit == 4)
    let blank = try Tool.run("audit", "--quiet", "-", input: [0x0A])
    #expect(blank.exit == 0)
  }

  @Test func `A path that is not UTF-8 is reported as the reason`() throws {
    let run = try Tool.run("audit", "--quiet", "caf\u{FFFD}.jsonl")
    #expect(
      run.errors == "adjournal: caf\u{FFFD}.jsonl: there is no such file or folder (one whose name "
        + "is not UTF-8 cannot be opened)\n")
    #expect(run.exit == 4)
  }

  @Test(arguments: [
    ("%s\\n%s\\n", "a line each"), ("%s\\r\\n\\r\\n%s", "lines of Windows"),
    ("%s\\0%s\\0", "NUL, as find -print0"), ("\\xEF\\xBB\\xBF%s\\n%s\\n", "a byte-order mark"),
  ])
  func `The option --files-from accepts line feeds, CR LF, NUL and a byte-order mark`(
    format: String, what: String
  ) throws {
    let run = try Tool.shell(
      "printf '\(format)' \(Sample.unlock) \(Sample.gap) | adjournal audit --files-from -")
    #expect(run.lines.suffix(2).first?.hasPrefix("2 journals, 2 sessions") == true, "\(what)")
    #expect(run.exit == 1)
  }

  @Test func `The option --files-from rejects UTF-16`() throws {
    let list: [UInt8] = [0xFF, 0xFE] + Sample.unlock.utf8.flatMap { [$0, 0] as [UInt8] }
    let run = try Tool.run("audit", "--files-from", "-", input: list)
    #expect(
      run.errors
        == "adjournal: the list '-' is in UTF-16 (expected UTF-8, one path per line)\n")
    #expect(run.exit == 2)
  }

  @Test func `A named pipe without a writer is reported after a timeout`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    #expect(try Tool.run("/usr/bin/env", ["mkfifo", folder.path("pipe")]).exit == 0)
    try expect(
      folder, "pipe", "it is a named pipe, and no process has opened it for writing", ["audit"])
    try expect(
      folder, "pipe", "no process has opened this named pipe for writing", ["merge"])
  }

  @Test func `A file with a read error is reported with the reason`() throws {
    #if os(Linux)
      let run = try Tool.run("audit", "--quiet", "/proc/self/mem")
      #expect(run.errors == "adjournal: /proc/self/mem: it cannot be read: Input/output error\n")
      #expect(run.exit == 4)
    #endif
  }

  @Test func `An empty journal is valid and has no session`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let file = try folder.write("empty.jsonl", "")
    let audit = try Tool.run("audit", file)
    #expect(audit.exit == 0)
    #expect(audit.errors.isEmpty)
    #expect(audit.lines.first?.hasPrefix("1 journal, 0 sessions, 0 records: 0 violations") == true)
    for words in Self.readersOfSessions {
      let run = try Tool.run(Tool.path, words + [file])
      #expect(run.errors == "adjournal: no session in \(file): the file is empty\n", "\(words)")
      #expect(run.exit == 0, "\(words)")
      #expect(run.output.isEmpty)
    }
  }

  private static let readersOfSessions = [
    ["show"], ["replay"], ["replay", "--every"], ["replay", "--at", "1"],
    ["whatif", "--policy", "daily_cap=1"],
  ]

  @Test func `A damaged journal without a session is reported as damaged, not as empty`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let file = try folder.write("torn.jsonl", "{\"v\":1,\"sess")
    for words in Self.readersOfSessions {
      let run = try Tool.run(Tool.path, words + [file])
      #expect(
        run.errors == """
          adjournal: no session in \(file): no line names a session
          adjournal: \(file): 1 damaged location; run 'adjournal check \(file)' for details

          """, "\(words)")
      #expect(run.exit == 3, "\(words)")
    }
  }

  @Test func `JSON output is complete even if some files cannot be read`() throws {
    let run = try Tool.run(
      "audit", "--format", "json", "missing.jsonl", Sample.unlock, "Package.swift", Sample.gap)
    #expect(run.exit == 1)
    #expect(
      (try Sample.object(run.output)["unread"] as? [[String: Any]])?.map { $0["path"] as? String }
        == ["missing.jsonl", "Package.swift"])
    let report = try Sample.object(run.output)
    #expect(report["schema"] as? String == "adjournal.audit/1")
    let journals = report["journals"] as? [[String: Any]] ?? []
    #expect(journals.map { $0["path"] as? String } == [Sample.unlock, Sample.gap])
    for journal in journals {
      #expect(
        Set(journal.keys) == ["path", "bytes", "records", "damage", "notes", "sessions"])
    }
    let summary = report["summary"] as? [String: Any] ?? [:]
    #expect(summary["journals"] as? Int == 2)
    #expect(summary["records"] as? Int == 57)
    #expect(summary["damaged"] as? Int == 1)
    let errors = run.errors.split(separator: "\n")
    #expect(errors.count == 3)
    #expect(errors.first == "adjournal: missing.jsonl: there is no such file or folder")
    #expect(
      errors.last
        == "adjournal: damage in 1 journal; run 'adjournal check FILE' for details")
  }

  @Test(arguments: [
    "a.jsonl a.jsonl", "a.jsonl ./a.jsonl", "d d/b.jsonl", "d .", "a.jsonl link.jsonl",
    "a.jsonl hard.jsonl", "link.jsonl a.jsonl", "linked",
  ])
  func `A file given twice under any path is read once`(words: String) throws {
    let made =
      "cp \(Sample.unlock) a.jsonl; mkdir d linked; cp \(Sample.gap) d/b.jsonl; rm Journals; "
      + "ln -s a.jsonl link.jsonl; ln a.jsonl hard.jsonl; cp a.jsonl linked; "
      + "ln -s a.jsonl linked/b.jsonl; "
    let run = try Tool.shell(made + "adjournal audit --format jsonl \(words)")
    #expect(run.lines.count == (words == "d ." ? 3 : 1))
    let first = words.split(separator: " ")[0]
    #expect(run.text.hasPrefix("{\"path\":\"\(first)"))
  }

  @Test func `Control characters in a path are escaped in errors`() throws {
    let run = try Tool.run("audit", "a\u{1B}[31m.jsonl")
    #expect(run.errors == "adjournal: a\\u{1b}[31m.jsonl: there is no such file or folder\n")
  }
}
