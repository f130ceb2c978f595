import Foundation
import Testing

struct ExportTests {
  private static let torn = "Journals/damaged/torn-tail.jsonl"
  private static let formats = ["perfetto", "csv", "otlp", "cloudevents"]

  @Test func `The README's lines work`() throws {
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
  func `The bytes are the same on any number of cores`(format: String) throws {
    let one = try Tool.run("export", "--format", format, "--jobs", "1", "Journals")
    let all = try Tool.run("export", "--format", format, "Journals")
    #expect(one.exit == 3)
    #expect(one.output == all.output)
    #expect(one.output.count > 1 << 20)
  }

  @Test(arguments: [("csv", 1), ("cloudevents", 0)])
  func `There are as many rows as whole records`(format: String, more: Int) throws {
    let whole = try Tool.run("cat", "Journals")
    let run = try Tool.run("export", "--format", format, "Journals")
    #expect(run.errors == whole.errors)
    // No text of these journals has a line feed.
    #expect(run.output.count { $0 == 0x0A } == whole.output.count { $0 == 0x0A } + more)
  }

  @Test func `Every session is a line of otlp, and perfetto is one object`() throws {
    let lines = try Tool.run("export", "--format", "otlp", "Journals").lines
    for line in lines { #expect(try Sample.object(Array(line.utf8)).count == 1) }
    let trace = try Tool.run("export", "--format", "perfetto", "Journals")
    let events = try #require(try Sample.object(trace.output)["traceEvents"] as? [[String: Any]])
    let processes = events.filter { $0["name"] as? String == "process_name" }
    #expect(processes.count == lines.count)
    #expect(lines.count > 700)
  }

  @Test(arguments: formats)
  func `One session is exported from a pipe or an archive as from its file`(format: String) throws {
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
  func `What is whole of a damaged journal is exported, and exits 3`(format: String) throws {
    let run = try Tool.run("export", "--format", format, Self.torn)
    #expect(run.exit == 3)
    let isByLine = format == "csv" || format == "cloudevents"
    #expect(
      run.errors
        == (isByLine
          ? "adjournal: \(Self.torn): 1 damaged line left out; the first is line 16, torn-tail: "
            + "the last line has no line feed: the process died while writing it; it was left out\n"
          : "adjournal: damage was found in 1 journal; 'adjournal check FILE' shows the bytes\n"))
    #expect(run.text.contains("ad.requested"))
  }

  @Test(arguments: [
    ("perfetto", "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n]}\n"), ("otlp", ""),
    ("cloudevents", ""),
  ])
  func `An empty journal gives an empty export`(format: String, text: String) throws {
    let run = try Tool.run("export", "--format", format, "-")
    #expect(run.text == text)
    #expect(run.exit == 0 && run.errors.isEmpty)
    let table = try Tool.run("export", "--format", "csv", "-")
    #expect(table.lines.count == 1 && table.text.hasPrefix("session,seq,t,wall,event,app,"))
  }

  @Test(arguments: formats)
  func `A session that is not there is named, and nothing is written`(format: String) throws {
    let run = try Tool.run("export", "--format", format, "--session", "nobody", Sample.unlock)
    #expect(run.exit == 2 && run.output.isEmpty)
    #expect(
      run.errors == "adjournal: session 'nobody' has no whole record in \(Sample.unlock)\n")
    let two = try Tool.run(
      "export", "--format", format, "--session", "nobody", Sample.unlock, Sample.fiveHours)
    #expect(
      two.errors == "adjournal: session 'nobody' has no whole record in what was read\n")
  }

  @Test(arguments: formats)
  func `What cannot be read exits 4, and the rest is exported`(format: String) throws {
    let run = try Tool.run("export", "--format", format, "missing.jsonl", Sample.unlock)
    #expect(run.exit == 4)
    #expect(run.errors == "adjournal: missing.jsonl: there is no such file or folder\n")
    #expect(run.output == (try Tool.run("export", "--format", format, Sample.unlock).output))
    let one = try Tool.run(
      "export", "--format", format, "--session", "daily-03c8be", "missing.jsonl")
    #expect(one.exit == 4)
  }

  @Test func `Without a format, or with another one, those that there are are named`() throws {
    let none = try Tool.run("export", Sample.unlock)
    #expect(none.exit == 2)
    #expect(
      none.errors == "adjournal: for which tool? '--format FORMAT' takes perfetto, csv, otlp, "
        + "cloudevents\n")
    let other = try Tool.run("export", "--format", "cvs", Sample.unlock)
    #expect(other.exit == 2)
    #expect(
      other.errors == "adjournal: 'cvs' is no value of '--format'; it takes perfetto, csv, otlp, "
        + "cloudevents; did you mean 'csv'?\n")
  }

  @Test(arguments: formats)
  func `A new file has what standard output would have, and none is overwritten`(
    format: String
  ) throws {
    let folder = try Folder()
    defer { folder.remove() }
    let words = ["export", "--format", format, "--to", folder.path("new"), Sample.unlock]
    let run = try Tool.run(Tool.path, words)
    #expect(run.exit == 0 && run.output.isEmpty && run.errors.isEmpty)
    #expect(
      try Sample.bytes(of: folder.path("new"))
        == Tool.run("export", "--format", format, Sample.unlock).output)
    let again = try Tool.run(Tool.path, words)
    #expect(again.exit == 4)
    #expect(
      again.errors == "adjournal: \(folder.path("new")): it is there already, and nothing is ever "
        + "overwritten\n")
  }

  @Test(arguments: formats)
  func `A file that would be half an export is not left behind`(format: String) throws {
    let folder = try Folder()
    defer { folder.remove() }
    let run = try Tool.run(
      "export", "--format", format, "--session", "nobody", "--to", folder.path("new"),
      Sample.unlock)
    #expect(run.exit == 2)
    #expect(!FileManager.default.fileExists(atPath: folder.path("new")))
  }

  @Test func `Python reads the rows as they were written`() throws {
    guard Tool.has("python3") else { return }
    let run = try Tool.shell(
      """
      adjournal export --format csv --to a.csv Journals/sessions && python3 -c '
      import csv
      rows = list(csv.DictReader(open("a.csv", newline=""), strict=True))
      print(len(rows), len({r["session"] for r in rows}), {None in r for r in rows})'
      """)
    #expect(run.text == "1289 26 {False}\n")
  }
}

extension Sample {
  /// The bytes of a file outside the package.
  fileprivate static func bytes(of path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }
}
