import Foundation
import Testing

struct CustomRulesTests {
  private static let rules = "Journals/custom/game.rules"
  private static let journal = "Journals/sessions/rewarded-two-rounds.jsonl"

  @Test func `Rules of a rule file come after those of the catalogue`() throws {
    let run = try Tool.run("audit", "--rules", Self.rules, "--format", "jsonl", Self.journal)
    #expect(run.exit == 0)
    let line = try #require(run.lines.first)
    #expect(line.contains(#""one-video-a-minute":{"verdict":"violated","activations":2,"#))
    #expect(line.contains(#""calm-session":{"verdict":"vacuous""#))
    // Only the line of a session with violations has the versions of the header, before its rules.
    let plain = try Tool.run("audit", "--format", "jsonl", Self.journal)
    let first = try #require(plain.lines.first)
    let start = try #require(first.range(of: #""rules":{"#)).lowerBound
    #expect(line.contains(first[start...].dropLast(#"},"journals":1}"#.count) + ","))
  }

  @Test func `The severity of a rule in a rule file decides the exit status`() throws {
    for (severity, exit) in [("warning", Int32(1)), ("error", 0)] {
      let run = try Tool.run(
        "audit", "--rules", Self.rules, "--severity", severity, "--rule", "one-video-a-minute",
        Self.journal)
      #expect(run.exit == exit)
      #expect(
        run.text.contains("came 46.676 s after ad.dismissed of the same unit (none allowed"))
      #expect(!run.text.contains("quick-load"))
    }
  }

  @Test func `Rules of a rule file can be listed, selected, skipped and used to shrink`() throws {
    let list = try Tool.run("rules", "--rules", Self.rules)
    #expect(list.text.contains("Custom\n"))
    let catalogue = try Tool.run("rules").lines.filter { $0.hasPrefix("  ") }
    #expect(list.lines.filter { $0.hasPrefix("  ") }.count == catalogue.count + 4)
    let one = try Tool.run("rules", "--rules", Self.rules, "quick-load")
    #expect(one.text.contains("ad.requested => ad.loaded or ad.failed_to_load of the same request"))
    #expect(!one.text.contains("Journals/rules"))
    let without = try Tool.run(
      "audit", "--rules", Self.rules, "--except", "one-video-a-minute", "--severity", "warning",
      Self.journal)
    #expect(without.exit == 0)
    let small = try Tool.run(
      "shrink", "--rules", Self.rules, "--rule", "one-video-a-minute", "--to", "-", Self.journal)
    #expect(small.exit == 0)
    #expect(small.lines.count == 3)
    let again = try Tool.run(
      Tool.path,
      ["audit", "--rules", Self.rules, "--rule", "one-video-a-minute", "--severity", "info", "-"],
      input: small.output)
    #expect(again.exit == 1)
  }

  @Test
  func `The remedy and the link of a rule in a rule file are shown like those of the catalogue`()
    throws
  {
    let folder = try Folder()
    defer { folder.remove() }
    let text = """
      rule own
        sentence: No rewarded ad within a minute of another one.
        remedy: Wait a minute
          between two ads.
        link: https://example.com/ads
        formats: rewarded
        check: at attempt: no earlier ad.dismissed of the same unit within 1 min

      """
    let path = try folder.write("own.rules", text)
    let rule = try Tool.run("rules", "--rules", path, "own")
    #expect(
      rule.text.contains(
        "  remedy     Wait a minute between two ads.\n  read       https://example.com/ads\n"))
    let audit = try Tool.run(
      "audit", "--rules", path, "--rule", "own", "--format", "github", Self.journal)
    #expect(
      audit.text.hasSuffix(
        "%0ARemedy (app): Wait a minute between two ads.%0Ahttps://example.com/ads\n"))
    for link in ["example.com", "ftp://example.com", "https://a b"] {
      let bad = text.replacing("https://example.com/ads", with: link)
      let run = try Tool.run("rules", "--rules", folder.write("bad.rules", bad), "own")
      #expect(
        run.errors
          == "adjournal: \(folder.path("bad.rules")):5: invalid link '\(link)' (one address "
          + "that begins with https://)\n")
      #expect(run.exit == 2)
    }
  }

  @Test func `A mistake in a rule file is reported with its line before any journal is read`()
    throws
  {
    let folder = try Folder()
    defer { folder.remove() }
    let path = folder.path("own.rules")
    func run(_ text: String) throws -> Tool.Run {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      return try Tool.run("audit", "--rules", path, "no-such.jsonl")
    }
    let mistyped = try run("rule own\n  sentence: x\n  check: at ad.payed: currency = EUR\n")
    #expect(mistyped.exit == 2)
    #expect(
      mistyped.errors
        == "adjournal: \(path):3: unknown event 'ad.payed'; did you mean 'ad.paid'?\n")
    #expect(try run("").errors.contains("no rules; a rule begins"))
    let missing = try Tool.run("audit", "--rules", folder.path("none"), Self.journal)
    #expect(missing.exit == 4)
    #expect(missing.errors.contains("none: no such file"))
    let unknown = try Tool.run("audit", "--rules", Self.rules, "--rule", "quik-load", Self.journal)
    #expect(unknown.exit == 2)
    #expect(unknown.errors.contains("did you mean 'quick-load'?"))
    let twice = try Tool.run("audit", "--rules", Self.rules, "--rules", Self.rules, Self.journal)
    #expect(twice.errors.contains("duplicate rule 'one-video-a-minute'"))
  }
}
