import Foundation
import Testing

/// What the tool prints about more findings than it lists, and about inputs beyond its limits.
struct BoundedOutputTests {
  private static let captures =
    #""captures":["session","app","load","present","delegate","handler","reward"]"#

  /// A session in which ads are presented that were never loaded.
  private static func presented(_ times: Int, session: String = "many") -> String {
    func line(_ seq: Int, _ rest: String) -> String {
      let t = seq * 10
      let (second, millisecond) = (t / 1000, 1000 + t % 1000)
      let wall =
        "2026-11-20T0\(1 + second / 3600):"
        + "\(String(60 + second / 60 % 60 + 40).suffix(2)):\(String(100 + second % 60).suffix(2))"
      return #"{"v":1,"session":"\#(session)","seq":\#(seq),"t":\#(t),"wall":"\#(wall)"#
        + #".\#(String(millisecond).suffix(3))Z","event":\#(rest)"# + "\n"
    }
    var text = line(
      1,
      #""session.began","app":"a","app_version":"1","build":"release","os":"iOS","os_version":"18","#
        + #""sdk":"other","sdk_version":"1","utc_offset_min":0,\#(captures)}"#)
    for number in 0..<times {
      text += line(
        2 + number, #""ad.present_requested","unit":"u","format":"rewarded","ad":"a\#(number)"}"#)
    }
    return text
  }

  private static let rule = "present-only-if-loaded"

  private static func audit(_ folder: Folder, _ format: String, exit: Int32 = 1) throws -> Tool.Run
  {
    let run = try Tool.run(
      "audit", "--rule", rule, "--format", format, folder.path("many.jsonl"))
    #expect(run.exit == exit)
    return run
  }

  @Test func `Every format reports how many violations of a rule are not listed`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    try folder.write("many.jsonl", Self.presented(1504))
    let text = try Self.audit(folder, "text")
    let all = 1504
    #expect(text.text.contains("1505 records: 1504 violations (1504 error, 0 warning, 0 info)"))
    let sentence =
      "\(all - 1000) more violations of this rule in the session; the first 1000 and the first of each "
      + "problem are listed"
    #expect(text.lines.contains { $0.hasSuffix("\(Self.rule): \(sentence)") })
    #expect(text.lines.count { $0.hasSuffix("error \(Self.rule)") } == 1000)
    #expect(try Self.audit(folder, "json").text.contains("\"unlisted_violations\":\(all - 1000)"))
    let lines = try Self.audit(folder, "jsonl")
    #expect(lines.text.contains("\"unlisted_violations\":\(all - 1000)"))
    let merged = try Tool.run("merge", "-", input: lines.output)
    #expect(merged.exit == 1)
    #expect(merged.text.contains("\(all) violations (\(all) error, 0 warning, 0 info)"))
    #expect(merged.text.contains("\(Self.rule)  \(all) violations in 1 session"))
    let only = try Tool.run(
      "audit", "--rule", Self.rule, "--format", "jsonl", "--only", "holds",
      folder.path("many.jsonl"))
    #expect(
      only.text.contains(
        "\"left_out\":{\"\(Self.rule)\":{\"severity\":\"error\",\"violations\":\(all)}}"))
    #expect(try Tool.run("merge", "-", input: only.output).text == merged.text)
    #expect(try Self.audit(folder, "sarif").text.contains("\"text\":\"\(sentence)\""))
    #expect(try Self.audit(folder, "junit").text.contains(">\(all) violations in 1 session\n"))
    #expect(
      try Self.audit(folder, "github").lines.last?
        .hasPrefix("\(all - 1) more findings without an annotation ") == true)
    #expect(try Self.audit(folder, "markdown").text.contains(" | 1 | 1 | \(all) | "))
    let page = folder.path("report.html")
    let report = try Tool.run(
      "report", "--rule", Self.rule, "--to", page, folder.path("many.jsonl"))
    #expect(report.exit == 1)
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.contains("\(all) violations in 1 of 1 session"))
    let show = try Tool.run("show", folder.path("many.jsonl"))
    #expect(
      show.lines.last?.hasSuffix(
        "(of each rule, the first 1000 and the first of each problem are shown)") == true)
  }

  @Test func `JSON reports how many undecided activations of a rule are not listed`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    var lines = Self.presented(1504).split(separator: "\n")
    // Any ad may have been loaded in the gap.
    lines.remove(at: 1)
    try folder.write("many.jsonl", lines.map { $0 + "\n" }.joined())
    let run = try Self.audit(folder, "json", exit: 3)
    #expect(run.text.contains("\"unlisted_undecided\":\(1503 - 1000)"))
  }

  @Test func `The violations that whatif counts are those of an audit`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let path = try folder.write("many.jsonl", Self.presented(1504))
    let audit = try Tool.run("audit", path)
    let whatIf = try Tool.run("whatif", "--policy", "daily_cap=1", path)
    let count = try #require(whatIf.lines.last?.split(separator: " ").dropFirst().first)
    #expect(audit.text.contains("1505 records: \(count) violations ("))
  }

  @Test func `Following reports how many violations of a rule are not listed`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let last = #""ad.present_requested","unit":"u","format":"rewarded","ad":"a1504"}"#
    let end = #""session.ended","reason":"other"}"#
    try folder.write("many.jsonl", Self.presented(1505).replacing(last, with: end))
    let run = try Tool.run(
      "follow", "--until-end", "--rule", Self.rule, folder.path("many.jsonl"))
    let sentence =
      "504 more violations of this rule in the session; the first 1000 and the first of each "
      + "problem are listed"
    #expect(run.exit == 1)
    #expect(run.lines.count { $0.hasSuffix("\(Self.rule): \(sentence)") } == 1)
  }

  @Test func `Every format reports how many findings of damage are not listed`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    try folder.write(
      "many.jsonl", Self.presented(0) + String(repeating: "x\n", count: 2500))
    let sentence = "1500 more of this kind, up to line 2501; the first 1000 are listed"
    #expect(
      try Self.audit(folder, "junit", exit: 3).text.contains(">2500 damaged locations\n"))
    #expect(
      try Self.audit(folder, "github", exit: 3).lines.last?
        .hasPrefix("2490 more findings without an annotation ") == true)
    #expect(
      try Self.audit(folder, "markdown", exit: 3).text.contains(
        "2500 damaged locations in 1 journal"))
    for format in ["text", "jsonl", "sarif", "json"] {
      let run = try Self.audit(folder, format, exit: 3)
      #expect(run.text.contains(sentence), "\(format)")
    }
    #expect(
      try Self.audit(folder, "text", exit: 3).text.contains("2500 damaged locations in 1 journal"))
    let check = try Tool.run("check", "--format", "json", folder.path("many.jsonl"))
    #expect(check.text.contains(#""because":"\#(sentence)","count":1500,"last_line":2501"#))
    #expect(check.errors == "adjournal: 2500 damaged locations in 1 of 1 journal\n")
    let lines = try Self.audit(folder, "jsonl", exit: 3)
    let merged = try Tool.run("merge", "-", input: lines.output)
    #expect(merged.text.contains("2500 damaged locations in 1 journal"))
    let repaired = try Tool.run(
      "repair", folder.path("many.jsonl"), "--to", folder.path("whole.jsonl"))
    #expect(repaired.text.hasSuffix("1 record, 2500 lines in \(folder.path("whole.jsonl")).rest\n"))
  }

  @Test(arguments: ["check", "audit"])
  func `The findings of all sessions of a journal are listed a thousand times together`(
    command: String
  ) throws {
    let folder = try Folder()
    defer { folder.remove() }
    let sessions = ["a", "b", "c"].map { name in
      let text = Self.presented(1, session: name)
      let last = text.split(separator: "\n").last.map { $0 + "\n" } ?? ""
      return text + String(repeating: last, count: 700)
    }
    try folder.write("many.jsonl", sessions.joined())
    let run = try Tool.run(command, "--format", "json", folder.path("many.jsonl"))
    #expect(run.text.components(separatedBy: "\"seq-repeated\"").count == 1 + 1001)
    #expect(run.text.contains("\"count\":1100,\"last_line\":2106"))
  }

  @Test func `A repair leaves out every repetition of a record`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let text = Self.presented(2)
    let last = text.split(separator: "\n").last.map { $0 + "\n" } ?? ""
    try folder.write("many.jsonl", text + String(repeating: last, count: 4000))
    let run = try Tool.run(
      "repair", folder.path("many.jsonl"), "--to", folder.path("whole.jsonl"))
    #expect(run.exit == 0 && run.errors.isEmpty)
    #expect(try String(contentsOfFile: folder.path("whole.jsonl"), encoding: .utf8) == text)
    #expect(!FileManager.default.fileExists(atPath: folder.path("whole.jsonl.rest")))
  }

  @Test func `Violations are reported although another file cannot be read`() throws {
    let run = try Tool.run("audit", "--format", "json", Sample.unlock, "missing.jsonl")
    #expect(run.exit == 1)
    #expect(run.errors == "adjournal: missing.jsonl: there is no such file or folder\n")
    #expect(
      run.text.hasSuffix(
        #""unread":[{"path":"missing.jsonl","because":"there is no such file or folder"}]}"# + "\n")
    )
    let fine = try Tool.run("audit", "--format", "json", Sample.unlock)
    #expect(!fine.text.contains("\"unread\""))
  }

  @Test
  func `A journal whose first 64 KiB are overwritten is judged, checked, copied and repaired`()
    throws
  {
    let folder = try Folder()
    defer { folder.remove() }
    var state: UInt64 = 9
    var bytes = (0..<1 << 16).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1
      return UInt8(truncatingIfNeeded: state >> 56)
    }
    bytes += [0x0A] + (try Sample.bytes(Sample.unlock))
    let path = try folder.write("noise.jsonl", bytes)
    #expect(try Tool.run("audit", "--quiet", path).exit == 1)
    #expect(try Tool.run("check", "--quiet", path).exit == 3)
    #expect(try Tool.run("stats", path).exit == 3)
    let cat = try Tool.run("cat", path)
    let journal = try Sample.bytes(Sample.unlock)
    #expect(cat.exit == 3 && cat.output == journal)
    let repair = try Tool.run("repair", path, "--to", folder.path("whole.jsonl"))
    #expect(repair.exit == 3)
    #expect(
      FileManager.default.contents(atPath: folder.path("whole.jsonl")).map { [UInt8]($0) }
        == journal)
  }

  @Test func `The tools for damage read a file that is not a journal`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let path = try folder.write("a.jsonl", "hello\nthere\n")
    let check = try Tool.run("check", path)
    #expect(check.exit == 3)
    #expect(check.lines.first == "\(path)  damaged  0 records, 0 sessions")
    #expect(
      try Tool.run("cat", path).errors
        == "adjournal: \(path): 2 damaged lines skipped; the first is line 1, not-json: "
        + "expected a value, found `h`\n")
    let repair = try Tool.run("repair", path, "--to", folder.path("b"))
    #expect(repair.text == "\(folder.path("b"))  0 records, 2 lines in \(folder.path("b")).rest\n")
    #expect(
      try Tool.run("audit", path).errors
        == "adjournal: \(path): it is not a journal: its first line is no JSON object, and no line "
        + "names a session; a console log needs a known message about ads in its first 256 KiB "
        + "(see 'adjournal import --help')\n")
  }

  @Test(arguments: [
    ("--rules", 1 << 22 + 1, "a rule file of at most 4 MiB"),
    ("--key", 257, "a key file of 32 bytes, or 64 hexadecimal digits"),
  ])
  func `A rule file or a key beyond its limit is refused`(
    option: String, size: Int, what: String
  ) throws {
    let folder = try Folder()
    defer { folder.remove() }
    let path = try folder.write("large", [UInt8](repeating: 0x20, count: size))
    let run = try Tool.run(option == "--key" ? "check" : "audit", option, path, Sample.unlock)
    #expect(run.errors == "adjournal: \(path): too large (expected \(what))\n")
    #expect(run.exit == 4 && run.output.isEmpty)
  }

  @Test func `A list of files beyond its limit is refused`() throws {
    let run = try Tool.run("audit", "--files-from", "/dev/zero")
    #expect(
      run.errors
        == "adjournal: /dev/zero: too large (expected a list of paths of at most 256 MiB)\n")
    #expect(run.exit == 4)
  }

  @Test func `A very long word gets no suggestion and is cut in the message`() throws {
    let word = String(repeating: "audi", count: 10_000)
    let run = try Tool.run("audit", "--rule", word, Sample.unlock)
    #expect(run.exit == 2)
    #expect(run.errors.utf8.count < 4200 && run.errors.hasSuffix("…\n"))
  }

  @Test func `A check names the sessions that continue from another file`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let text = String(decoding: try Sample.bytes(Sample.unlock), as: UTF8.self)
    let lines = text.split(separator: "\n").map(String.init)
    let continued =
      #"{"v":1,"session":"daily-03c8be","seq":21,"t":91645,"wall":"2026-10-28T23:41:44.271Z","#
      + #""event":"session.continued","segment":2}"#
    try folder.write("s-1.jsonl", lines[..<20].map { $0 + "\n" }.joined())
    try folder.write("s-2.jsonl", continued + "\n")
    let run = try Tool.run("check", folder.path)
    #expect(
      run.lines.map { $0.components(separatedBy: "  ").dropFirst().joined(separator: "  ") }
        == [
          "intact  21 records, 1 session",
          "intact  0 records, 0 sessions, 1 session continued from another file",
        ])
    let json = try Tool.run("check", "--format", "json", folder.path)
    #expect(json.lines.last?.contains("\"sessions\":0,\"continued_sessions\":1,") == true)
  }
}
