import Foundation
import JSONLines
import Testing

struct CheckTests {
  @Test func `A finding of check has a location and a reason`() throws {
    let run = try Tool.run("check", Sample.gap)
    #expect(
      run.text == """
        \(Sample.gap)  damaged  15 records, 1 session, 1 gap
          damage seq-gap  line 12, byte 1976, session damaged-seq-gap
            record 14 follows record 11: 2 records are missing without a reason

        """)
    #expect(run.errors == "adjournal: 1 damaged location in 1 of 1 journal\n")
    #expect(run.exit == 3)
  }

  @Test func `A journal with notes only is intact`() throws {
    let run = try Tool.run("check", "Journals/damaged/blank-line.jsonl")
    #expect(run.exit == 0)
    #expect(run.errors.isEmpty)
    #expect(run.lines.first?.hasSuffix("  intact  17 records, 1 session") == true)
    #expect(run.lines.dropFirst().first == "  note blank-line  line 7, byte 1046")
  }

  @Test func `Values that the vocabulary does not allow are notes of check`() throws {
    let run = try Tool.run("check", "Journals/counterexamples/cap-in-words.jsonl")
    #expect(run.exit == 0)
    #expect(
      run.lines.dropFirst() == [
        "  note unknown-value  policy",
        "    1 value not allowed by the vocabulary; kept, but unknown to the rules",
      ])
  }

  /// A session in which one letter of a kind changed.
  private static func misspelled(checksums: Bool) throws -> String {
    let lines = try Tool.run("simulate", "--seed", "3", "--sessions", "1").lines
    return lines.map { line in
      let bare = checksums ? line : line.replacing(/,"crc":"[0-9a-f]+"/, with: "")
      return bare.replacing("\"checksums\":true", with: "\"checksums\":\(checksums)")
        .replacing("\"event\":\"app.became_active\"", with: "\"event\":\"app.becane_active\"")
    }.joined(separator: "\n") + "\n"
  }

  @Test(arguments: ["check", "audit"])
  func `A kind that differs in one letter may be damage if records have no checksums`(
    command: String
  ) throws {
    let folder = try Folder()
    defer { folder.remove() }
    let path = try folder.write("misspelled.jsonl", Self.misspelled(checksums: false))
    let run = try Tool.run(command, path)
    let note = run.lines.drop { $0 != "  note unknown-kind  app.becane_active" }.prefix(3)
    #expect(note.count == 3)
    #expect(
      note.dropFirst().first?.hasSuffix("of this kind; kept, but ignored by the rules") == true)
    #expect(
      note.last
        == "    one letter differs from app.became_active; without checksums it may be damage")
  }

  @Test func `A checksum shows that a changed kind is damage`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let path = try folder.write("misspelled.jsonl", Self.misspelled(checksums: true))
    let run = try Tool.run("check", path)
    #expect(run.exit == 3 && run.text.contains("damage bad-crc"))
  }

  @Test func `The notes of a journal are in text and JSON of check alike`() throws {
    let text = try Tool.run("check", "Journals/damaged", "Journals/format")
    let shown = text.lines.filter { $0.hasPrefix("  note ") }
      .map { String($0.split(separator: " ")[1]) }
    let listed = try Tool.run(
      "check", "--format", "json", "Journals/damaged", "Journals/format"
    ).lines.flatMap {
      let journal = try Sample.object(Array($0.utf8))
      let notes = try #require(journal["notes"] as? [[String: Any]])
      let kinds = try #require(journal["unknown_kinds"] as? [String: Int])
      let values = try #require(journal["unknown_values"] as? [String: Int])
      return notes.compactMap { $0["code"] as? String } + kinds.map { _ in "unknown-kind" }
        + values.map { _ in "unknown-value" }
    }
    #expect(shown == listed && Set(listed).isSuperset(of: ["unknown-kind", "unknown-value"]))
  }

  @Test func `JSON output of check has one object per journal`() throws {
    let run = try Tool.run("check", "--format", "json", "Journals/damaged")
    #expect(run.lines.count == 24)
    for line in run.lines {
      #expect(
        Set(try Sample.object(Array(line.utf8)).keys) == [
          "path", "bytes", "records", "sessions", "gaps", "seals", "damage", "notes",
          "unknown_kinds", "unknown_values",
        ])
    }
  }

  @Test(arguments: [["check"], ["check", "--format", "json"], ["show"], ["audit"]])
  func `A newer format version is reported once`(words: [String]) throws {
    let text = String(decoding: try Sample.bytes(Sample.unlock), as: UTF8.self)
    let folder = try Folder()
    defer { folder.remove() }
    try folder.write("new", Array(text.replacing(#"{"v":1"#, with: #"{"v":2"#).utf8))
    let run = try Tool.run(Tool.path, words + [folder.path("new")])
    #expect(
      run.errors
        == "adjournal: \(folder.path("new")): format version 2 is newer than this adjournal; "
        + "reading it as version 1\n")
  }

  @Test func `Records that no seal covers are counted, and fail with --strict`() throws {
    let open = "Journals/format/seal-not-at-the-end.jsonl"
    let run = try Tool.run("check", open)
    #expect(
      run.text
        == "\(open)  intact  5 records, 1 session, 1 seal, 1 session without a seal at the end, "
        + "not covered by a seal: 2 records\n")
    #expect(run.exit == 0 && run.errors.isEmpty)
    let json = try Sample.object(try Tool.run("check", "--format", "json", open).output)
    #expect(
      json["seals"] as? [String: Int]
        == [
          "count": 1, "verified": 0, "open_sessions": 1, "uncovered_records": 2,
          "unended_sessions": 0,
        ])
    let strict = try Tool.run("check", "--strict", "--quiet", open, "Journals/format/ended.jsonl")
    #expect(strict.exit == 3 && strict.output.isEmpty)
    #expect(
      strict.errors
        == "adjournal: failed because of '--strict': not covered by a seal: 6 records\n")
    #expect(try Tool.run("check", "--strict", "--exit-zero", open).exit == 0)
    let whole = try Tool.run(
      "check", "--strict", "--key", "Journals/format/key.hex", "Journals/format/seal-keyed.jsonl")
    #expect(whole.exit == 0 && whole.errors.isEmpty)
    #expect(
      whole.text.hasSuffix("  intact  6 records, 1 session, 2 seals, 2 verified with the key\n"))
  }

  @Test func `A session that ends with a seal, but without session.ended, may lack records`() throws
  {
    let folder = try Folder()
    defer { folder.remove() }
    let whole = try String(
      contentsOfFile: "\(Tool.root)/Journals/format/seal-keyed.jsonl", encoding: .utf8)
    let firstSegment = whole.split(separator: "\n").prefix(3).map { $0 + "\n" }.joined()
    let path = try folder.write("a.jsonl", firstSegment)
    let words = ["check", "--key", "Journals/format/key.hex"]
    let sentence =
      "1 session without session.ended and a final seal: records may be missing at the end\n"
    let run = try Tool.run(Tool.path, words + [path])
    #expect(run.exit == 0 && run.errors.isEmpty)
    #expect(
      run.text
        == "\(path)  intact  3 records, 1 session, 1 seal, 1 verified with the key, \(sentence)")
    let json = try Sample.object(
      try Tool.run(Tool.path, words + ["--format", "json", path]).output)
    #expect((json["seals"] as? [String: Int])?["unended_sessions"] == 1)
    let strict = try Tool.run(Tool.path, words + ["--strict", "--quiet", path])
    #expect(strict.exit == 3 && strict.output.isEmpty)
    #expect(strict.errors == "adjournal: failed because of '--strict': \(sentence)")
  }

  @Test func `Records that were added behind the last seal are counted`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let key = try folder.write("key", [UInt8](1...32))
    let file = folder.path("a.jsonl")
    #expect(try Tool.run("record", "--key", key, "--session", "s", file, input: [0x0A]).exit == 0)
    let line =
      #"{"v":1,"session":"s","seq":4,"t":9999,"wall":"2026-11-20T09:15:02.423Z","event":"splash.began""#
    let sum = Array(line.utf8).withUnsafeBytes { CRC32C.hex(CRC32C.of($0)) }
    let sealed = try String(contentsOfFile: file, encoding: .utf8)
    let forged = try folder.write("b.jsonl", sealed + line + #","crc":"\#(sum)"}"# + "\n")
    let run = try Tool.run("check", "--key", key, forged)
    #expect(run.exit == 0 && run.text.contains(" intact "))
    #expect(run.text.contains("not covered by a seal: 1 record\n"))
    #expect(try Tool.run("check", "--strict", "--key", key, forged).exit == 3)
  }

  @Test func `The option --quiet suppresses the output of check but not its exit status`() throws {
    let run = try Tool.run("check", "--quiet", "Journals/damaged")
    #expect(run.output.isEmpty)
    #expect(run.exit == 3)
    #expect(try Tool.run("check", "--quiet", "--exit-zero", "Journals/damaged").exit == 0)
  }
}
