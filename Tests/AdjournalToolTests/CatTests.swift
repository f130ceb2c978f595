import Foundation
import Testing

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

  /// What is decompressed ends with a whole line, so no line tells that more is missing.
  @Test func `An archive that ends in the middle is said, too`() throws {
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
