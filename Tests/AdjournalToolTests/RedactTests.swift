import Foundation
import Testing

struct RedactTests {
  private static let key = "Journals/format/key.hex"

  @Test func `One journal goes to standard output, with the same summary of the audit`() throws {
    let run = try Tool.run("redact", "--key", Self.key, Sample.unlock)
    #expect(run.exit == 0)
    #expect(run.errors.isEmpty)
    #expect(run.lines.count == 42)
    #expect(!run.text.contains("daily-03c8be"))
    let before = try Tool.run("audit", Sample.unlock)
    let after = try Tool.run("audit", "-", input: run.output)
    #expect(before.lines.suffix(3) == after.lines.suffix(3))
    #expect(before.lines[1] == after.lines[1])
    #expect(after.exit == 1)
  }

  @Test func `The same key gives the same bytes, and no key other pseudonyms in each call`() throws
  {
    let first = try Tool.run("redact", "--key", Self.key, Sample.unlock)
    #expect(try Tool.run("redact", "--key", Self.key, Sample.unlock).output == first.output)
    let random = try (1...2).map { _ in try Tool.run("redact", Sample.unlock).lines }
    #expect(random[0].count == 42 && random[1].count == 42)
    #expect(Set(random[0]).isDisjoint(with: random[1]))
  }

  @Test func `A folder gets one file for each journal, numbered in the order of the inputs`() throws
  {
    let folder = try Folder()
    defer { folder.remove() }
    let target = folder.path("public")
    let run = try Tool.run("redact", "--to", target, "Journals/format/segments", Sample.unlock)
    #expect(run.text == "\(target)  4 journals, 51 records\n")
    #expect(run.exit == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: target).sorted()
    #expect(names == (1...4).map { "journal-000\($0).jsonl" })
    #expect(try Tool.run("check", target).exit == 0)
    let again = try Tool.run("redact", "--to", target, Sample.unlock)
    #expect(again.errors == "adjournal: \(target): file exists; adjournal never overwrites\n")
    #expect(again.exit == 4)
  }

  @Test func `Damaged lines become marks, and valid seals become notes`() throws {
    let torn = try Tool.run("redact", "Journals/damaged/torn-tail.jsonl")
    #expect(
      torn.errors
        == "adjournal: Journals/damaged/torn-tail.jsonl: 1 damaged line replaced by a mark; "
        + "the first is line 16, torn-tail\n")
    #expect(torn.exit == 3)
    #expect(
      torn.lines.last?.contains(#/^\{"v":1,"session":"s-[0-9a-v]{8}",("seq":\d+,)?$/#) == true)
    let seal = try Tool.run("redact", "Journals/format/seal.jsonl")
    #expect(
      seal.errors == "adjournal: Journals/format/seal.jsonl: 1 valid seal replaced by a note\n")
    #expect(seal.exit == 0)
    #expect(try Tool.run("check", "-", input: seal.output).exit == 0)
    let bad = try Tool.run("redact", "Journals/damaged/bad-seal.jsonl")
    #expect(try Tool.run("check", "-", input: bad.output).text.contains("bad-seal"))
  }

  @Test func `Fields that are kept keep their texts`() throws {
    let run = try Tool.run("redact", "--keep", "adapter,unit", "--keep", "app", Sample.unlock)
    #expect(run.text.contains(#""adapter":"GADMAdapterGoogleAdMobAds""#))
    #expect(run.text.contains(#""unit":"ca-app-pub-"#))
    #expect(!run.text.contains(#""app":"app-"#))
  }

  @Test func `Options move the clocks of an install by its own amount, and keep the verdicts`()
    throws
  {
    let words = ["redact", "--key", Self.key]
    let plain = try Tool.run(Tool.path, words + [Sample.unlock])
    let moved = try Tool.run(
      Tool.path, words + ["--shift", "install", "--blur", "3600", Sample.unlock])
    #expect(moved.exit == 0)
    #expect(moved.lines.count == plain.lines.count)
    #expect(Set(moved.lines).isDisjoint(with: plain.lines))
    let audits = try [plain, moved].map { try Tool.run("audit", "-", input: $0.output) }
    let texts = audits.map { $0.text.replacing(#/20\d\d-[-:.0-9TZ]+/#, with: "TIME") }
    #expect(texts[0] == texts[1])
    #expect(texts[0].contains("(standard input):29, TIME, 0:03:02.381"))
    #expect(audits[0].exit == 1)
  }

  @Test func `What cannot be redacted is reported in one sentence`() throws {
    let mistakes: [(words: [String], sentence: String, exit: Int32)] = [
      (["redact", "-"], "'redact' needs regular files; '-' is a stream", 2),
      (
        ["redact", Sample.unlock, Sample.gap],
        "2 journals need '--to FOLDER' (standard output takes one journal)", 2
      ),
      (["redact", "missing.jsonl"], "missing.jsonl: there is no such file or folder", 4),
      (
        ["redact", "--key", "README.md", Sample.unlock],
        "README.md: too large (expected a key file of 32 bytes, or 64 hexadecimal digits)", 4
      ),
      (
        ["redact", "--key", "/dev/null", Sample.unlock],
        "invalid key file '/dev/null': a key file must contain 32 bytes or 64 hexadecimal digits, but has "
          + "0 bytes", 2
      ),
    ]
    for mistake in mistakes {
      let run = try Tool.run(Tool.path, mistake.words)
      #expect(run.errors == "adjournal: \(mistake.sentence)\n")
      #expect(run.exit == mistake.exit)
      #expect(run.output.isEmpty)
    }
    let keep = try Tool.run("redact", "--keep", "adaptor", Sample.unlock)
    #expect(keep.errors.hasPrefix("adjournal: invalid value 'adaptor' for '--keep' (app, "))
    #expect(keep.errors.hasSuffix("did you mean 'adapter'?\n"))
    #expect(keep.exit == 2)
    let scope = try Tool.run("redact", "--shift", "instal", Sample.unlock)
    #expect(
      scope.errors
        == "adjournal: invalid value 'instal' for '--shift' (key, install); did you mean "
        + "'install'?\n")
    #expect(scope.exit == 2)
    let blur = try Tool.run("redact", "--blur", "604801", Sample.unlock)
    #expect(
      blur.errors
        == "adjournal: invalid value '604801' for '--blur' (an integer from 0 to 604800)\n")
    #expect(blur.exit == 2)
  }
}
