import Foundation
import Testing

struct CatTests {
  @Test func `Valid records are copied byte for byte`() throws {
    let run = try Tool.run("cat", Sample.unlock)
    #expect(run.output == (try Sample.bytes(Sample.unlock)))
    #expect(run.exit == 0)
  }

  @Test func `A torn line is omitted and reported`() throws {
    let path = "Journals/damaged/torn-tail.jsonl"
    let run = try Tool.run("cat", path)
    #expect(try Sample.bytes(path).starts(with: run.output))
    #expect(run.output.last == 10)
    #expect(run.lines.count == 15)
    #expect(run.exit == 3)
    #expect(
      run.errors == "adjournal: \(path): 1 damaged line skipped; the first is line 16, torn-tail: "
        + "the last line has no line feed: the process died while writing it; it was left out\n")
  }

  /// The decompressed text ends with a complete line, so the lines do not show that more is
  /// missing.
  @Test func `A truncated archive is reported even if its last line is complete`() throws {
    guard Tool.has("gzip") else { return }
    let run = try Tool.shell(
      "gzip -c \(Sample.unlock) > a.jsonl.gz; echo more >> a.jsonl.gz; adjournal cat a.jsonl.gz")
    #expect(run.output == (try Sample.bytes(Sample.unlock)))
    #expect(
      run.errors == "adjournal: a.jsonl.gz: line 43, torn-tail: the compressed file ends in the "
        + "middle or is damaged from here on\n")
    #expect(run.exit == 3)
    let one = try Tool.shell(
      "gzip -c \(Sample.unlock) > a.jsonl.gz; echo more >> a.jsonl.gz; "
        + "adjournal cat --sessions daily-03c8be a.jsonl.gz")
    #expect(one.exit == 3)
  }

  @Test func `The option --sessions copies only these sessions`() throws {
    let run = try Tool.run("cat", "--sessions", "daily-03c8be,nobody", "Journals/incidents")
    #expect(run.output == (try Sample.bytes(Sample.unlock)))
    #expect(
      run.errors == "adjournal: no valid record of session 'nobody' in the input\n")
    #expect(run.exit == 0)
  }

  @Test func `Records are copied from a pipe and an archive as from a file`() throws {
    let bytes = try Sample.bytes(Sample.unlock)
    #expect(try Tool.run("cat", "-", input: bytes).output == bytes)
    guard Tool.has("gzip") else { return }
    let run = try Tool.shell("gzip -c \(Sample.unlock) > a.jsonl.gz; adjournal cat a.jsonl.gz")
    #expect(run.output == bytes)
  }
}
