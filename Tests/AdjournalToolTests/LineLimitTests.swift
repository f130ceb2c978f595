import Foundation
import Testing

/// Lines of audits have at most 1 MiB, when written and when read.
struct LineLimitTests {
  private static let limit = 1 << 20

  /// A session in which ads fail to present that were never loaded; the names of the ads have a
  /// length.
  private static func session(_ count: Int, nameLength: Int) -> String {
    let begin =
      #""session.began","app":"a","app_version":"1","build":"release","os":"iOS","os_version":"18","#
      + #""sdk":"s","sdk_version":"1","install":"i1","utc_offset_min":0}"#
    let name = String(repeating: "x", count: nameLength)
    let failed = (0..<count).map { number in
      #""ad.failed_to_present","ad":"\#(number)\#(name)","unit":"u","error_code":1,"#
        + #""format":"\#(number % 3 == 0 ? "rewarded" : "interstitial")"}"#
    }
    return ([begin] + failed).enumerated().map { index, event in
      #"{"v":1,"session":"s","seq":\#(index + 1),"t":\#(index * 100_000),"#
        + #""wall":"2026-11-20T09:15:02.123Z","event":\#(event)"# + "\n"
    }.joined()
  }

  private static func lines(_ path: String, _ words: String...) throws -> Tool.Run {
    try Tool.run(
      Tool.path,
      ["audit", "--exit-zero", "--rule", "known-ad", "--format", "jsonl"] + words + [path])
  }

  private static func triage(_ path: String) throws -> Tool.Run {
    try Tool.run("triage", "--exit-zero", "--rule", "known-ad", "--format", "json", path)
  }

  @Test(arguments: [[], ["--only", "violated"]])
  func `A line that would be too long lists one violation of each problem and counts the others`(
    words: [String]
  ) throws {
    let folder = try Folder()
    defer { folder.remove() }
    let path = try folder.write("long.jsonl", Self.session(1500, nameLength: 1000))
    let audit = ["audit", "--exit-zero", "--rule", "known-ad", "--format", "jsonl"] + words
    let run = try Tool.run(Tool.path, audit + [path])
    #expect(run.output.count < Self.limit && run.text.contains(#""unlisted_violations":1498"#))
    #expect(run.text.contains(#""unlisted":499"#) && run.text.contains(#""unlisted":999"#))
    let file = try folder.write("long.lines", run.output)
    #expect(try Self.triage(file).output == Self.triage(path).output)
    #expect(try Tool.run("merge", file).text.contains(": 1500 violations (1500 error,"))
  }

  @Test func `A line that would still be too long only counts violations`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let path = try folder.write("long.jsonl", Self.session(9, nameLength: 600_000))
    let run = try Self.lines(path)
    #expect(run.output.count < 10_000)
    #expect(run.text.contains(#""left_out":{"known-ad":{"severity":"error","violations":9}}"#))
    let file = try folder.write("long.lines", run.output)
    #expect(try Tool.run("merge", file).text.contains(": 9 violations (9 error,"))
    let triage = try Self.triage(file)
    #expect(triage.exit == 4)
    #expect(
      triage.errors
        == "adjournal: \(file):1: violations are left out of the line; audit with '--only violated' "
        + "(a line of more than 1 MiB leaves them out in any case)\n")
  }

  @Test(arguments: [["merge"], ["triage"], ["compare", "--by", "version"]])
  func `A line that is too long is an error`(command: [String]) throws {
    let folder = try Folder()
    defer { folder.remove() }
    let journal = try folder.write("a.jsonl", Self.session(1, nameLength: 1))
    let line = try Self.lines(journal, "--figures").text
    // The second line is longer by one byte.
    let filler = String(repeating: " ", count: Self.limit - line.utf8.count + 2)
    let path = try folder.write("long.lines", line + "{" + filler + line.dropFirst())
    let run = try Tool.run(Tool.path, command + [path])
    #expect(run.exit == 4)
    #expect(run.errors == "adjournal: \(path):2: the line is longer than 1 MiB\n")
  }

  @Test func `A line of exactly 1 MiB is read`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let line = try Self.lines(folder.write("a.jsonl", Self.session(1, nameLength: 1))).text
    let filler = String(repeating: " ", count: Self.limit - line.utf8.count + 1)
    let path = try folder.write("long.lines", "{" + filler + line.dropFirst())
    #expect(try Tool.run("merge", path).exit == 1)
  }

  @Test func `A journal whose first line is too long is audited`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let long = String(repeating: "x", count: 2 * Self.limit) + "\n"
    let path = try folder.write("a.jsonl", long + Self.session(3, nameLength: 1))
    let run = try Tool.run("triage", "--rule", "known-ad", path)
    #expect(run.exit == 1 && run.text.contains("1 session, 1 with 3 violations: 1 problem\n"))
    let lines = try folder.write("a.lines", #"{"path":""# + long)
    #expect(
      try Tool.run("triage", lines).errors
        == "adjournal: \(lines):1: the line is longer than 1 MiB\n")
  }
}
