import Foundation
import Testing

/// Problems of a rule with more violations in a session than are listed.
struct CountedProblemsTests {
  private static let rule = "known-ad"
  private static let begin =
    #""session.began","app":"a","app_version":"1","build":"release","os":"iOS","os_version":"18","#
    + #""sdk":"s","sdk_version":"1","install":"i1","utc_offset_min":0}"#

  private static func line(_ session: String, _ seq: Int, _ event: String) -> String {
    #"{"v":1,"session":"\#(session)","seq":\#(seq),"t":\#(seq * 100_000),"#
      + #""wall":"2026-11-20T09:15:02.123Z","event":\#(event)"# + "\n"
  }

  /// A session in which ads that were never loaded fail to present: first interstitial, then
  /// rewarded ads.
  private static func session(
    _ interstitial: Int, _ rewarded: Int, name: String = "s", from seq: Int = 1
  ) -> String {
    var text = seq == 1 ? line(name, 1, begin) : ""
    for number in 0..<(interstitial + rewarded) {
      let format = number < interstitial ? "interstitial" : "rewarded"
      text += line(
        name, max(seq, 2) + number,
        #""ad.failed_to_present","ad":"a\#(seq)-\#(number)","unit":"u","format":"\#(format)","#
          + #""error_code":1}"#)
    }
    return text
  }

  /// The formats and their violations of the problem that triage finds.
  private static func problems(_ words: String...) throws -> [String: Int] {
    let run = try Tool.run(Tool.path, ["triage", "--rule", rule, "--format", "json"] + words)
    #expect(run.exit == 1 && run.errors == "")
    let found = try Sample.object(run.output)["problems"] as? [[String: Any]] ?? []
    #expect(found.count == 1)
    let formats = found.first?["formats"] as? [[String: Any]] ?? []
    return formats.reduce(into: [:]) { counts, format in
      counts["\(format["format"] ?? "")"] = format["violations"] as? Int
    }
  }

  @Test func `A new problem behind a thousand violations of an accepted one fails the baseline`()
    throws
  {
    let folder = try Folder()
    defer { folder.remove() }
    let old = try folder.write("old.jsonl", Self.session(1200, 0))
    let new = try folder.write("new.jsonl", Self.session(1200, 5))
    let baseline = folder.path("b.json")
    func audit(_ words: String...) throws -> Tool.Run {
      try Tool.run(
        Tool.path, ["audit", "--quiet", "--rule", Self.rule, "--baseline", baseline] + words)
    }
    #expect(try audit("--update-baseline", old).exit == 0)
    #expect(try audit(old).exit == 0)
    let run = try audit(new)
    #expect(run.exit == 1)
    let lines = run.errors.split(separator: "\n")
    #expect(lines.first == "adjournal: 1 problem accepted by \(baseline), 1 new, 0 gone")
    #expect(lines.last == "adjournal: new: known-ad 93c20d685d88 (rewarded)")
  }

  @Test func `Triage counts each problem exactly in journals, lines, parts, pipes and archives`()
    throws
  {
    let folder = try Folder()
    defer { folder.remove() }
    let path = try folder.write("one.jsonl", Self.session(1200, 5))
    let counts = ["interstitial": 1200, "rewarded": 5]
    #expect(try Self.problems(path) == counts)
    let audit = ["audit", "--exit-zero", "--rule", Self.rule, "--format", "jsonl"]
    let lines = try Tool.run(Tool.path, audit + [path])
    #expect(try Self.problems(folder.write("one.lines", lines.output)) == counts)
    let only = try Tool.run(Tool.path, audit + ["--only", "violated", path])
    #expect(try Self.problems(folder.write("only.lines", only.output)) == counts)
    let other = try folder.write("two.jsonl", Self.session(3, 1100, name: "t"))
    let part = try folder.write("two.lines", try Tool.run(Tool.path, audit + [other]).output)
    let both = ["interstitial": 1203, "rewarded": 1105]
    #expect(try Self.problems(path, other) == both)
    #expect(try Self.problems(folder.path("one.lines"), part) == both)
    #expect(try Self.problems(folder.path("one.lines"), other) == both)
    guard Tool.has("gzip") else { return }
    let archive =
      "gzip \(path); adjournal audit --exit-zero --format jsonl --rule known-ad \(path).gz"
      + " | gzip > \(path).lines.gz"
    #expect(try Tool.shell(archive).exit == 0)
    #expect(try Self.problems("\(path).gz") == counts)
    #expect(try Self.problems("\(path).lines.gz") == counts)
    let piped = try Tool.shell(
      "gzip -dc \(path).gz | adjournal audit --exit-zero --format jsonl --rule known-ad - "
        + "| adjournal triage --rule known-ad -")
    #expect(piped.text.contains("1205 violations in 1 of 1 session"))
    #expect(
      piped.text.contains("Formats: interstitial in 1 session, rewarded in 1 session\n"))
  }

  @Test func `Problems of a session in several segments are counted together`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let first = try folder.write("s.jsonl", Self.session(1200, 0))
    let continued = Self.line("s", 1202, #""session.continued","segment":2}"#)
    let second = try folder.write(
      "s-2.jsonl", continued + Self.session(0, 5, from: 1203))
    #expect(try Self.problems(first, second) == ["interstitial": 1200, "rewarded": 5])
  }
}
