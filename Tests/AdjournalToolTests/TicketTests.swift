import Foundation
import Testing

@testable import AdjournalTool

struct TicketTests {
  private static let twice = "Journals/incidents/dismissed-twice.jsonl"

  /// Runs the command with a fixed key.
  private static func ticket(_ arguments: String...) throws -> Tool.Run {
    try Tool.run(Tool.path, ["ticket", "--key", "Journals/format/key.hex"] + arguments)
  }

  /// The lines outside of code blocks.
  private static func prose(_ text: String) -> [Substring] {
    text.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 0 }
      .flatMap { $0.element.split(separator: "\n") }
  }

  /// The values of fields that identify something, in all journals of a folder.
  private static func secrets(_ folder: String) throws -> Set<String> {
    let names = ["app", "session", "install", "unit", "response", "creative", "text", "what"]
    var secrets: Set<String> = []
    let files = try FileManager.default.contentsOfDirectory(atPath: "\(Tool.root)/\(folder)")
    for file in files where file.hasSuffix(".jsonl") {
      for line in try Sample.bytes("\(folder)/\(file)").split(separator: 0x0A) {
        let object = try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
        for name in names {
          // Words such as `dismissed` are also parts of the names of events.
          guard let text = object?[name] as? String, text.count > 6,
            !text.allSatisfy({ $0.isLowercase || $0 == "_" })
          else { continue }
          secrets.insert(text)
        }
      }
    }
    return secrets
  }

  @Test(arguments: ["applovin", "google", "levelplay"])
  func `A ticket answers the vendor and its journal violates the rule`(vendor: String) throws {
    let folder = try Folder()
    defer { folder.remove() }
    let to = folder.path("ticket")
    let run = try Self.ticket("--for", vendor, "--to", to, "Journals/incidents")
    #expect(run.exit == 0, "\(run.errors)")
    let text = try String(contentsOfFile: "\(to)/ticket.md", encoding: .utf8)
    let headings = [
      "Versions and device", "What happens", "What should happen", "Steps", "First seen",
      "How often", "The ad", "What the journal cannot tell", "Attachment",
    ]
    for heading in headings { #expect(text.contains("\n## \(heading)\n"), "\(heading)") }
    #expect(text.contains("_To fill in:_"))
    for line in Self.prose(text) { #expect(line.count <= 80 || !line.contains(" "), "\(line)") }
    let rule = try #require(run.text.split(separator: " ").dropLast().last)
    let audit = try Tool.run(
      "audit", "--severity", "info", "--rule", String(rule), "\(to)/journal.jsonl")
    #expect(audit.exit == 1, "\(audit.text)")
  }

  @Test func `Without --with-ids, nothing in a ticket identifies the app or the session`() throws {
    let secrets = try Self.secrets("Journals/incidents")
    #expect(secrets.count > 300)
    for vendor in ["applovin", "google", "levelplay"] {
      let text = try Self.ticket("--for", vendor, "Journals/incidents").text
      let found = secrets.filter { text.contains($0) }
      #expect(found == [], "\(vendor)")
      #expect(!text.contains(#/20(25|26)-(0[2-9]|1\d)-\d\d/#), "\(vendor)")
    }
  }

  @Test func `With --with-ids, a ticket names what the vendor looks up`() throws {
    let run = try Self.ticket("--for", "google", "--with-ids", "--rule", "dismiss-once", Self.twice)
    #expect(run.exit == 0, "\(run.errors)")
    let names = ["- App: ", "- Ad unit: ca-app-pub-", "- Response id: ", "It happened at 2026-"]
    for name in names { #expect(run.text.contains(name), "\(name)") }
  }

  @Test func `Every problem of the incidents has a ticket with a journal that violates its rule`()
    throws
  {
    let triage = try Tool.run(
      "triage", "--exit-zero", "--format", "json", "Journals/incidents")
    let problems = try #require(
      try Sample.object(triage.output)["problems"] as? [[String: Any]])
    #expect(problems.count > 100)
    for problem in problems.enumerated().filter({ $0.offset % 16 == 0 }).map(\.element) {
      let id = try #require(problem["id"] as? String)
      let rule = try #require(problem["rule"] as? String)
      let example = try #require(problem["exemplar"] as? [String: Any])
      let path = try #require(example["path"] as? String)
      let folder = try Folder()
      defer { folder.remove() }
      let run = try Self.ticket(
        "--for", "google", "--problem", id, "--to", folder.path("t"), path)
      #expect(run.exit == 0, "\(id): \(run.errors)")
      let audit = try Tool.run(
        "audit", "--severity", "info", "--rule", rule, folder.path("t/journal.jsonl"))
      #expect(audit.exit == 1, "\(id): \(audit.text)")
    }
  }

  @Test func `The first version with the problem is found, with the sessions before it`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let text = String(decoding: try Sample.bytes(Self.twice), as: UTF8.self)
    let session = try #require(text.firstMatch(of: #/"session":"([^"]+)"/#)?.1)
    let lines = text.split(separator: "\n")
    // The same session with one dismissal.
    let second = try #require(lines.lastIndex { $0.contains(#""event":"ad.dismissed""#) })
    let clean =
      lines.enumerated().filter { $0.offset != second }.map(\.element)
      .joined(separator: "\n") + "\n"
    for number in 0..<40 {
      let source = number < 20 ? clean : text
      let version = number < 20 ? "13.0.0" : "13.1.0"
      try folder.write(
        "s-\(number).jsonl",
        source.replacing("\"session\":\"\(session)\"", with: "\"session\":\"s-\(number)\"")
          .replacing(#/"sdk_version":"[^"]*"/#, with: "\"sdk_version\":\"\(version)\"")
          .replacing(#/"install":"[^"]*"/#, with: "\"install\":\"i-\(number)\"")
          .replacing(#/,"crc":"[0-9a-f]*"/#, with: ""))
    }
    let run = try Self.ticket("--for", "google", "--rule", "dismiss-once", folder.path)
    #expect(run.exit == 0, "\(run.errors)")
    for part in [
      "With google-mobile-ads 13.1.0; in 0 of 20 sessions of earlier versions.",
      "- google-mobile-ads 13.0.0: 0 of 20: 0 % (at most 16.8 %)",
      "- google-mobile-ads 13.1.0: 20 of 20: 100 % (83.2 % to 100 %); new",
      "- Users: 20 of 40 installs.",
    ] {
      #expect(run.text.contains(part), "\(part)\n\(run.text)")
    }
  }

  @Test func `Texts of a journal are escaped`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let text = String(decoding: try Sample.bytes(Self.twice), as: UTF8.self)
      .replacing(#/"adapter":"[^"]*"/#, with: #""adapter":"Evil\u001b[31m <b>*x*""#)
      .replacing(#/,"crc":"[0-9a-f]*"/#, with: "")
    let file = try folder.write("evil.jsonl", text)
    let run = try Self.ticket("--for", "google", "--rule", "dismiss-once", file)
    #expect(!run.text.contains("\u{1B}"))
    #expect(run.text.contains(#"\<b\>\*x\*"#))
  }

  @Test func `A journal of another SDK is used with a note`() throws {
    let run = try Self.ticket("--for", "applovin", "--rule", "dismiss-once", Self.twice)
    #expect(run.exit == 0)
    #expect(
      run.errors.contains(
        "no session has the SDK 'applovin-max'; the ticket is about all 1 of them"))
  }

  @Test func `A rule about the code of the app is noted`() throws {
    let run = try Self.ticket("--for", "google", "--rule", "lock-is-not-background", Sample.unlock)
    #expect(run.exit == 0)
    #expect(
      run.errors.contains(
        "'lock-is-not-background' is about the code of the app; the vendor may ask for it"))
  }

  @Test func `A wrong call is explained`() throws {
    let errors: [([String], String)] = [
      ([Self.twice], "missing required option '--for' (applovin, google, levelplay)"),
      (
        ["--for", "admob", Self.twice],
        "invalid value 'admob' for '--for' (applovin, google, levelplay)"
      ),
      (["--for", "google", "-"], "'ticket' needs regular files; '-' is a stream"),
      (
        ["--for", "google", "--rule", "daily-cap", Self.twice],
        "no session has a problem ('adjournal triage FILE' prints the problems)"
      ),
      (
        ["--for", "google", "--problem", "6bf7db7b194b", Self.twice],
        "no session has this problem ('adjournal triage FILE' prints the problems)"
      ),
      (["--for", "google", "--to", "-", Self.twice], "'--to' needs the path of a new file"),
    ]
    for (arguments, message) in errors {
      let run = try Tool.run(Tool.path, ["ticket"] + arguments)
      #expect(run.exit == 2 && run.errors.contains(message), "\(run.errors)")
    }
    let existing = try Tool.run("ticket", "--for", "google", "--to", "Journals", Self.twice)
    #expect(existing.exit == 4)
    #expect(existing.errors.contains("Journals: file exists; adjournal never overwrites"))
    let folder = try Folder()
    defer { folder.remove() }
    let audit = try Tool.run("audit", "--format", "jsonl", Self.twice)
    let lines = try folder.write("lines", audit.output)
    let run = try Tool.run("ticket", "--for", "google", lines)
    #expect(run.exit == 2)
    #expect(run.errors.contains("'ticket' needs journals, not the output of 'adjournal audit'"))
  }
}
