import Foundation
import Testing

struct ExportTests {
  private static let torn = "Journals/damaged/torn-tail.jsonl"
  private static let formats = ["perfetto", "csv", "otlp", "cloudevents"]

  @Test func `every export command line in the guide of the tool succeeds`() throws {
    let readme = try String(
      contentsOfFile: "\(Tool.root)/Tools/adjournal/README.md", encoding: .utf8)
    let lines = readme.split(separator: "\n").filter {
      $0.hasPrefix("adjournal export ") && $0.contains("Journals/")
    }
    #expect(lines.count == 4)
    for line in lines {
      let run = try Tool.shell("\(line)")
      #expect(run.exit == 0 && run.errors.isEmpty, "\(line)")
    }
  }

  @Test(arguments: formats)
  func `An export does not depend on the number of jobs`(format: String) throws {
    let one = try Tool.run("export", "--format", format, "--jobs", "1", "Journals")
    let all = try Tool.run("export", "--format", format, "Journals")
    #expect(one.exit == 3)
    #expect(one.output == all.output)
    #expect(one.output.count > 1 << 18)
  }

  @Test(arguments: [("csv", 1), ("cloudevents", 0)])
  func `An export by record has one line per valid record`(format: String, more: Int) throws {
    let whole = try Tool.run("cat", "Journals")
    let run = try Tool.run("export", "--format", format, "Journals")
    #expect(run.errors == whole.errors)
    // No text of these journals has a line feed.
    #expect(run.output.count { $0 == 0x0A } == whole.output.count { $0 == 0x0A } + more)
  }

  @Test func `An otlp export has one line per session, a perfetto export is one object`() throws {
    let lines = try Tool.run("export", "--format", "otlp", "Journals").lines
    for line in lines { #expect(try Sample.object(Array(line.utf8)).count == 1) }
    let trace = try Tool.run("export", "--format", "perfetto", "Journals")
    let events = try #require(try Sample.object(trace.output)["traceEvents"] as? [[String: Any]])
    let processes = events.filter { $0["name"] as? String == "process_name" }
    #expect(processes.count == lines.count)
    #expect(lines.count > 700)
  }

  @Test(arguments: formats)
  func `A session exported from a file, a pipe, an archive or a folder is the same`(format: String)
    throws
  {
    let words = ["export", "--format", format]
    let file = try Tool.run(Tool.path, words + [Sample.unlock])
    #expect(file.exit == 0 && file.errors.isEmpty)
    let pipe = try Tool.run(Tool.path, words + ["-"], input: try Sample.bytes(Sample.unlock))
    #expect(pipe.output == file.output)
    let chosen = try Tool.run(
      Tool.path, words + ["--session", "daily-03c8be", "Journals/incidents"])
    #expect(chosen.output == file.output)
    guard Tool.has("gzip") else { return }
    let packed = try Tool.shell(
      "gzip -c \(Sample.unlock) > a.jsonl.gz; adjournal export --format \(format) a.jsonl.gz")
    #expect(packed.output == file.output)
  }

  @Test(arguments: formats)
  func `Exporting a damaged journal exits 3 and omits the damaged lines`(format: String) throws {
    let run = try Tool.run("export", "--format", format, Self.torn)
    #expect(run.exit == 3)
    let isByLine = format == "csv" || format == "cloudevents"
    #expect(
      run.errors
        == (isByLine
          ? "adjournal: \(Self.torn): 1 damaged line skipped; the first is line 16, torn-tail: "
            + "the last line has no line feed: the process died while writing it; it was left out\n"
          : "adjournal: damage in 1 journal; run 'adjournal check FILE' for details\n"))
    #expect(run.text.contains("ad.requested"))
  }

  @Test(arguments: [
    ("perfetto", "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n]}\n"), ("otlp", ""),
    ("cloudevents", ""),
  ])
  func `The export of an empty journal is empty`(format: String, text: String) throws {
    let folder = try Folder()
    defer { folder.remove() }
    let empty = try folder.write("empty.jsonl", "")
    let run = try Tool.run("export", "--format", format, empty)
    #expect(run.text == text)
    #expect(run.exit == 0 && run.errors.isEmpty)
    let table = try Tool.run("export", "--format", "csv", empty)
    #expect(table.lines.count == 1 && table.text.hasPrefix("session,seq,t,wall,event,app,"))
  }

  @Test(arguments: formats)
  func `Exporting an unknown session is an error, and nothing is written`(format: String) throws {
    let run = try Tool.run("export", "--format", format, "--session", "nobody", Sample.unlock)
    #expect(run.exit == 2 && run.output.isEmpty)
    #expect(
      run.errors == "adjournal: no valid record of session 'nobody' in \(Sample.unlock)\n")
    let two = try Tool.run(
      "export", "--format", format, "--session", "nobody", Sample.unlock, Sample.fiveHours)
    #expect(
      two.errors == "adjournal: no valid record of session 'nobody' in the input\n")
  }

  @Test(arguments: formats)
  func `Exporting exits 4 for a missing file and exports the others`(format: String) throws {
    let run = try Tool.run("export", "--format", format, "missing.jsonl", Sample.unlock)
    #expect(run.exit == 4)
    #expect(run.errors == "adjournal: missing.jsonl: there is no such file or folder\n")
    #expect(run.output == (try Tool.run("export", "--format", format, Sample.unlock).output))
    let one = try Tool.run(
      "export", "--format", format, "--session", "daily-03c8be", "missing.jsonl")
    #expect(one.exit == 4)
  }

  @Test func `Exporting without a valid format is an error with the list of formats`() throws {
    let none = try Tool.run("export", Sample.unlock)
    #expect(none.exit == 2)
    #expect(
      none.errors == "adjournal: missing required option '--format' (perfetto, csv, otlp, "
        + "cloudevents)\n")
    let other = try Tool.run("export", "--format", "cvs", Sample.unlock)
    #expect(other.exit == 2)
    #expect(
      other.errors
        == "adjournal: invalid value 'cvs' for '--format' (perfetto, csv, otlp, cloudevents); "
        + "did you mean 'csv'?\n")
  }

  @Test(arguments: formats)
  func `An export to a new file equals standard output and never overwrites`(
    format: String
  ) throws {
    let folder = try Folder()
    defer { folder.remove() }
    let words = ["export", "--format", format, "--to", folder.path("new"), Sample.unlock]
    let run = try Tool.run(Tool.path, words)
    #expect(run.exit == 0 && run.text == "wrote \(folder.path("new"))\n" && run.errors.isEmpty)
    #expect(
      try Sample.bytes(of: folder.path("new"))
        == Tool.run("export", "--format", format, Sample.unlock).output)
    let again = try Tool.run(Tool.path, words)
    #expect(again.exit == 4)
    #expect(
      again.errors == "adjournal: \(folder.path("new")): file exists; adjournal never overwrites\n")
  }

  @Test(arguments: formats)
  func `A failed export leaves no file`(format: String) throws {
    let folder = try Folder()
    defer { folder.remove() }
    let run = try Tool.run(
      "export", "--format", format, "--session", "nobody", "--to", folder.path("new"),
      Sample.unlock)
    #expect(run.exit == 2)
    #expect(!FileManager.default.fileExists(atPath: folder.path("new")))
  }

  @Test func `The SQL of a table needs csv and one file`() throws {
    let run = try Tool.run("export", "--format", "csv", "--schema", "no such.csv")
    #expect(run.exit == 0 && run.errors.isEmpty)
    #expect(run.text.contains("\n'no such.csv',\n") && run.text.contains("'error_code': 'BIGINT'"))
    let other = try Tool.run("export", "--format", "otlp", "--schema", "a")
    #expect(other.exit == 2 && other.errors == "adjournal: '--schema' needs '--format csv'\n")
    let two = try Tool.run("export", "--format", "csv", "--schema", "a", "b")
    #expect(two.exit == 2 && two.errors == "adjournal: '--schema' needs one FILE\n")
  }

  @Test func `Python reads the rows of a csv export`() throws {
    guard Tool.has("python3") else { return }
    let run = try Tool.shell(
      """
      adjournal export --format csv --to a.csv Journals/sessions && python3 -c '
      import csv
      rows = list(csv.DictReader(open("a.csv", newline=""), strict=True))
      print(len(rows), len({r["session"] for r in rows}), {None in r for r in rows})'
      """)
    #expect(run.text == "wrote a.csv\n1307 35 {False}\n")
  }
}

extension Sample {
  /// The bytes of a file at an absolute path.
  fileprivate static func bytes(of path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }
}
