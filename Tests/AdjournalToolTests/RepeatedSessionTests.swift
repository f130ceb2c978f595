import Foundation
import Testing

/// Sessions that several journals of a call have.
struct RepeatedSessionTests {
  private static let first = "daily-03c8be"
  private static let second = "shop-5b0e71"

  /// Two sessions in one journal, and each of them in a copy.
  private static func copies(_ body: (Folder) throws -> Void) throws {
    let folder = try Folder()
    defer { folder.remove() }
    let (one, other) = try (Sample.bytes(Sample.unlock), Sample.bytes(Sample.fiveHours))
    try folder.write("a.jsonl", one + other)
    try folder.write("b.jsonl", other)
    try folder.write("c.jsonl", one)
    try body(folder)
  }

  private static func sentence(_ folder: Folder) -> String {
    "adjournal: \(folder.path("b.jsonl")): session \(second) is also in \(folder.path("a.jsonl")), "
      + "where it counts as well; 1 more session counts more than once\n"
  }

  private static let inOtherJournal =
    ", where it counts as well; 1 more session counts more than once\n"

  private static func summary(_ run: Tool.Run) throws -> [String: Any] {
    try Sample.object(run.output)["summary"] as? [String: Any] ?? [:]
  }

  /// The number of repeated sessions in the text of a command.
  private static func text(_ command: String) -> String {
    command == "triage" ? "\n2 sessions also in another journal\n" : " (2 also in another journal)"
  }

  @Test(arguments: ["audit", "triage", "stats", "compare --by build"])
  func `a session of two journals is reported with both, and the exit status stays`(
    command: String
  ) throws {
    try Self.copies { folder in
      let words = command.split(separator: " ").map(String.init)
      let run = try Tool.run(Tool.path, words + [folder.path])
      #expect(run.errors.contains(Self.sentence(folder)))
      #expect(run.text.contains(Self.text(command)))
      #expect(run.exit == (words[0] == "audit" || words[0] == "triage" ? 1 : 0))
      let json = try Tool.run(Tool.path, words + ["--format", "json", folder.path])
      #expect(try Self.summary(json)["repeated_sessions"] as? Int == 2)
      let alone = try Tool.run(Tool.path, words + ["--format", "json", folder.path("a.jsonl")])
      #expect(try Self.summary(alone)["repeated_sessions"] == nil)
      #expect(!alone.errors.contains("counts"))
    }
  }

  @Test func `the report page has their number`() throws {
    try Self.copies { folder in
      let run = try Tool.run("report", folder.path, "--to", folder.path("page.html"))
      #expect(run.errors == Self.sentence(folder))
      #expect(run.exit == 1)
      let page = try String(contentsOfFile: folder.path("page.html"), encoding: .utf8)
      #expect(page.contains("2 sessions also in another journal"))
    }
  }

  @Test func `check lists each with its line, offset and the other journal, as a note`() throws {
    try Self.copies { folder in
      let run = try Tool.run("check", folder.path)
      for (file, session) in [("b", Self.second), ("c", Self.first)] {
        #expect(
          run.text.contains(
            "  note session-repeated  line 1, byte 0, session \(session)\n"
              + "    session \(session) is also in \(folder.path("a.jsonl")), where it counts as "
              + "well\n"), "\(file)")
      }
      #expect(run.text.components(separatedBy: "session-repeated").count == 3)
      #expect(run.exit == 0)
      let reversed = try Tool.run("check", folder.path("b.jsonl"), folder.path("a.jsonl"))
      let bytes = try Sample.bytes(Sample.unlock)
      let lines = bytes.count { $0 == 0x0A }
      #expect(
        reversed.text.contains(
          "  note session-repeated  line \(lines + 1), byte \(bytes.count), session "))
    }
  }

  @Test func `lines of two journals are added up with a note, whatever their order`() throws {
    try Self.copies { folder in
      let audit = try Tool.run("audit", "--format", "jsonl", "--exit-zero", folder.path)
      #expect(audit.errors == Self.sentence(folder))
      for lines in [audit.lines, audit.lines.reversed()] {
        let input = Array(lines.map { $0 + "\n" }.joined().utf8)
        for command in ["merge", "triage", "compare --by build"] {
          let words = command.split(separator: " ").map(String.init)
          let read =
            words.count == 1
            ? input
            : try Tool.run(
              "audit", "--format", "jsonl", "--figures", "--exit-zero", folder.path
            ).output
          let run = try Tool.run(Tool.path, words + ["-"], input: read)
          #expect(run.errors.contains(" is also in another journal\(Self.inOtherJournal)"))
          #expect(command == "merge" || run.text.contains(Self.text(command)), "\(command)")
        }
        // A sum of sums must be that of all lines.
        let merged = try Tool.run("merge", "--format", "json", "-", input: input)
        #expect(try Self.summary(merged)["repeated_sessions"] == nil)
      }
    }
  }

  @Test func `a journal and a line of the same session are reported`() throws {
    try Self.copies { folder in
      let lines = try Tool.run("audit", "--format", "jsonl", folder.path("b.jsonl")).output
      let path = try folder.write("b.lines", lines)
      let run = try Tool.run("triage", path, folder.path("a.jsonl"))
      #expect(
        run.errors == "adjournal: \(folder.path("a.jsonl")): session \(Self.second) is also in "
          + "another journal, where it counts as well\n")
      #expect(run.text.contains("\n1 session also in another journal\n"))
    }
  }

  @Test func `two fleets that are compared may have the same sessions`() throws {
    try Self.copies { folder in
      let run = try Tool.run("compare", folder.path("a.jsonl"), folder.path("b.jsonl"))
      #expect(run.errors.isEmpty)
      #expect(!run.text.contains("also in another journal"))
    }
  }
}
