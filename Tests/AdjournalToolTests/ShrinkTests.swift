import Foundation
import Testing

struct ShrinkTests {
  @Test func `A shrunk journal is printed with the values that do not matter`() throws {
    let run = try Tool.run("shrink", "--rule", "app-open-max-age", Sample.fiveHours)
    #expect(run.exit == 0)
    #expect(run.errors.isEmpty)
    #expect(
      run.text == """
        app-open-max-age  app_open ad A1 was presented 4 h after it was loaded (limit 4 h, \
        app_open_max_age_s)
        3 of 39 records left, 85 journals checked

        {"v":1,"session":"shrunk","seq":1,"t":0,"wall":"2026-01-01T12:00:00.000Z",\
        "event":"session.began","app":"app","app_version":"1","build":"release","os":"os",\
        "os_version":"1","sdk":"sdk","sdk_version":"1","utc_offset_min":0}
        {"v":1,"session":"shrunk","seq":2,"t":0,"wall":"2026-01-01T12:00:00.000Z",\
        "event":"ad.loaded","unit":"U","format":"app_open","request":"R1","ad":"A1"}
        {"v":1,"session":"shrunk","seq":3,"t":14400000,"wall":"2026-01-01T16:00:00.000Z",\
        "event":"ad.present_requested","ad":"A1","unit":"U","format":"app_open"}

        Also violates the rule with:
          session.began → ad.loaded: any delay
          ad.loaded → ad.present_requested: any delay of at least 4 h
          ad.loaded.format: any

        """)
  }

  @Test func `A shrunk journal is written to a new file, or alone to standard output`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let new = folder.path("small.jsonl")
    let written = try Tool.run(
      "shrink", "--rule", "app-open-max-age", "--to", new, Sample.fiveHours)
    #expect(written.exit == 0)
    #expect(written.text.contains("wrote \(new)\n"))
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: new)))
    let piped = try Tool.run("shrink", "--rule", "app-open-max-age", "--to=-", Sample.fiveHours)
    #expect(piped.output == bytes)
    let audit = try Tool.run("audit", "--rule", "app-open-max-age", new)
    #expect(audit.exit == 1)
    let again = try Tool.run("shrink", "--rule", "app-open-max-age", "--to", new, Sample.fiveHours)
    #expect(again.exit == 4)
    #expect(
      again.errors == "adjournal: \(new): file exists; adjournal never overwrites\n")
    #expect(Array(try Data(contentsOf: URL(fileURLWithPath: new))) == bytes)
  }

  @Test func `Control characters in the path of a new file are escaped`() throws {
    let words = "--rule lock-is-not-background --to $'n\\e[31m.swift' \(Sample.unlock)"
    for command in ["shrink", "pin"] {
      let run = try Tool.shell("adjournal \(command) \(words)")
      #expect(run.exit == 0)
      #expect(!run.output.contains(0x1B))
      #expect(run.text.contains("n\\u{1b}[31m.swift"))
    }
  }

  @Test func `Shrinking by a rule that is not violated exits 2 with the actual verdict`() throws {
    let run = try Tool.run("shrink", "--rule", "daily-cap", Sample.fiveHours)
    #expect(run.exit == 2)
    #expect(run.output.isEmpty)
    #expect(
      run.errors == """
        adjournal: no session of \(Sample.fiveHours) violates 'daily-cap' on its own: its verdict is \
        'inconclusive' (run 'adjournal audit \(Sample.fiveHours)' for the violated rules)

        """)
  }

  @Test func `A threshold from --policy is stored in the shrunk journal`() throws {
    let journal = "Journals/incidents/interstitial-shown-after-two-hours.jsonl"
    let run = try Tool.run(
      "shrink", "--rule", "full-screen-max-age", "--policy", "full_screen_max_age_s=5400",
      "--to=-", journal)
    #expect(run.exit == 0)
    #expect(run.text.contains(#""policy":{"full_screen_max_age_s":5400}"#))
    #expect(run.text.contains(#""t":5400000,"#))
    let audit = try Tool.run("audit", "--rule", "full-screen-max-age", "-", input: run.output)
    #expect(audit.exit == 1)
  }

  /// A file of these samples, one after the other.
  private func file(_ samples: [String], in folder: Folder) throws -> String {
    let texts = try samples.map {
      try String(contentsOfFile: "\(Tool.root)/\($0)", encoding: .utf8)
    }
    return try folder.write("several.jsonl", Array(texts.joined().utf8))
  }

  @Test func `The session that violates the rule is selected from several and named`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let several = try file([Sample.unlock, Sample.fiveHours], in: folder)
    let alone = try Tool.run("shrink", "--rule", "app-open-max-age", "--to=-", Sample.fiveHours)
    let run = try Tool.run("shrink", "--rule", "app-open-max-age", "--to=-", several)
    #expect(run.exit == 0)
    #expect(run.output == alone.output)
    #expect(run.errors.hasPrefix("adjournal: \(several) has 2 sessions; using "))
    #expect(run.errors.hasSuffix(", the only one that violates 'app-open-max-age'\n"))
  }

  @Test func `The option --session selects a session even if it does not violate the rule`() throws
  {
    let folder = try Folder()
    defer { folder.remove() }
    let several = try file([Sample.unlock, Sample.fiveHours], in: folder)
    let run = try Tool.run(
      "shrink", "--rule", "app-open-max-age", "--session", "daily-03c8be", several)
    #expect(run.exit == 2)
    #expect(run.errors.contains("violates 'app-open-max-age' on its own: its verdict is 'holds'"))
    let wrong = try Tool.run(
      "shrink", "--rule", "app-open-max-age", "--session", "daily-none", several)
    #expect(wrong.exit == 2)
    #expect(wrong.errors.contains("no session 'daily-none' in "))
  }

  @Test func `Shrinking needs the option --rule with a known rule`() throws {
    let none = try Tool.run("shrink", Sample.fiveHours)
    #expect(none.exit == 2)
    #expect(
      none.errors.hasPrefix(
        "adjournal: missing required option '--rule' (run 'adjournal audit FILE' for"))
    let wrong = try Tool.run("shrink", "--rule", "app-open-maxage", Sample.fiveHours)
    #expect(wrong.exit == 2)
    #expect(wrong.errors.contains("did you mean 'app-open-max-age'?"))
  }

  @Test func `Shrinking exits 4 if a file cannot be read or written`() throws {
    let missing = try Tool.run("shrink", "--rule", "daily-cap", "Journals/none.jsonl")
    #expect(missing.exit == 4)
    let nowhere = try Tool.run(
      "shrink", "--rule", "app-open-max-age", "--to", "/nowhere/new.jsonl", Sample.fiveHours)
    #expect(nowhere.exit == 4)
    #expect(nowhere.errors == "adjournal: /nowhere/new.jsonl: folder does not exist\n")
  }

  @Test func `A session of thousands of records shrinks to three`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let lines = try String(contentsOfFile: "\(Tool.root)/\(Sample.fiveHours)", encoding: .utf8)
      .split(separator: "\n").map(String.init)
    var long = lines
    for number in 0..<3_000 {
      let last = try #require(lines.last)
      let seq = try #require(last.range(of: #""seq":\d+"#, options: .regularExpression))
      var note = last.replacingCharacters(in: seq, with: "\"seq\":\(lines.count + number + 1)")
      let event = try #require(note.range(of: #""event":.*"#, options: .regularExpression))
      note.replaceSubrange(event, with: #""event":"note","text":"n"}"#)
      long.append(note)
    }
    let file = try folder.write("long.jsonl", Array((long.joined(separator: "\n") + "\n").utf8))
    let run = try Tool.run("shrink", "--rule", "app-open-max-age", file)
    #expect(run.exit == 0, "\(run.errors)")
    #expect(run.text.contains("\n3 of \(long.count) records left, "))
  }
}
