import Foundation
import Testing

struct ShrinkTests {
  @Test func `A shrunk incident shows the records that matter, and what is free`() throws {
    let run = try Tool.run("shrink", "--rule", "app-open-max-age", Sample.fiveHours)
    #expect(run.exit == 0)
    #expect(run.errors.isEmpty)
    #expect(
      run.text == """
        app-open-max-age  app_open ad A1 was presented 4 h after it was loaded (limit 4 h, \
        app_open_max_age_s)
        3 records of 39, 84 journals judged

        {"v":1,"session":"shrunk","seq":1,"t":0,"wall":"2026-01-01T12:00:00.000Z",\
        "event":"session.began","app":"app","app_version":"1","build":"release","os":"os",\
        "os_version":"1","sdk":"sdk","sdk_version":"1","utc_offset_min":0}
        {"v":1,"session":"shrunk","seq":2,"t":0,"wall":"2026-01-01T12:00:00.000Z",\
        "event":"ad.loaded","unit":"U","format":"app_open","request":"R1","ad":"A1"}
        {"v":1,"session":"shrunk","seq":3,"t":14400000,"wall":"2026-01-01T16:00:00.000Z",\
        "event":"ad.present_requested","ad":"A1","unit":"U","format":"app_open"}

        also violates the rule with:
          session.began → ad.loaded: any delay
          ad.loaded → ad.present_requested: any delay of at least 4 h

        """)
  }

  @Test func `The journal goes to a new file, or to standard output alone`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let new = folder.path("small.jsonl")
    let written = try Tool.run(
      "shrink", "--rule", "app-open-max-age", "--to", new, Sample.fiveHours)
    #expect(written.exit == 0)
    #expect(written.text.contains("written to \(new)\n"))
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: new)))
    let piped = try Tool.run("shrink", "--rule", "app-open-max-age", "--to=-", Sample.fiveHours)
    #expect(piped.output == bytes)
    let audit = try Tool.run("audit", "--rule", "app-open-max-age", new)
    #expect(audit.exit == 1)
    let again = try Tool.run("shrink", "--rule", "app-open-max-age", "--to", new, Sample.fiveHours)
    #expect(again.exit == 4)
    #expect(
      again.errors == "adjournal: \(new): it is there already, and nothing is ever overwritten\n")
    #expect(Array(try Data(contentsOf: URL(fileURLWithPath: new))) == bytes)
  }

  @Test func `Control characters of a new file's name are escaped`() throws {
    let words = "--rule lock-is-not-background --to $'n\\e[31m.swift' \(Sample.unlock)"
    for command in ["shrink", "pin"] {
      let run = try Tool.shell("adjournal \(command) \(words)")
      #expect(run.exit == 0)
      #expect(!run.output.contains(0x1B))
      #expect(run.text.contains("n\\u{1b}[31m.swift"))
    }
  }

  @Test func `A rule that the journal does not break is said, and exits 2`() throws {
    let run = try Tool.run("shrink", "--rule", "daily-cap", Sample.fiveHours)
    #expect(run.exit == 2)
    #expect(run.output.isEmpty)
    #expect(
      run.errors == """
        adjournal: no session of \(Sample.fiveHours) breaks 'daily-cap' by itself: its verdict is \
        'holds' ('adjournal audit \(Sample.fiveHours)' names the broken rules)

        """)
  }

  @Test func `A threshold of the command line is in the journal that comes out`() throws {
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

  @Test func `Of several sessions the one that breaks the rule is taken, and said`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let several = try file([Sample.unlock, Sample.fiveHours], in: folder)
    let alone = try Tool.run("shrink", "--rule", "app-open-max-age", "--to=-", Sample.fiveHours)
    let run = try Tool.run("shrink", "--rule", "app-open-max-age", "--to=-", several)
    #expect(run.exit == 0)
    #expect(run.output == alone.output)
    #expect(run.errors.hasPrefix("adjournal: \(several) has 2 sessions; this is "))
    #expect(run.errors.hasSuffix(", the only one that breaks 'app-open-max-age'\n"))
  }

  @Test func `A session that is asked for is taken, broken or not`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let several = try file([Sample.unlock, Sample.fiveHours], in: folder)
    let run = try Tool.run(
      "shrink", "--rule", "app-open-max-age", "--session", "daily-03c8be", several)
    #expect(run.exit == 2)
    #expect(run.errors.contains("breaks 'app-open-max-age' by itself: its verdict is 'holds'"))
    let wrong = try Tool.run(
      "shrink", "--rule", "app-open-max-age", "--session", "daily-none", several)
    #expect(wrong.exit == 2)
    #expect(wrong.errors.contains("has no session 'daily-none'"))
  }

  @Test func `A rule must be named, and exist`() throws {
    let none = try Tool.run("shrink", Sample.fiveHours)
    #expect(none.exit == 2)
    #expect(none.errors.hasPrefix("adjournal: which rule? '--rule ID' says it"))
    let wrong = try Tool.run("shrink", "--rule", "app-open-maxage", Sample.fiveHours)
    #expect(wrong.exit == 2)
    #expect(wrong.errors.contains("did you mean 'app-open-max-age'?"))
  }

  @Test func `A file that cannot be read or written exits 4`() throws {
    let missing = try Tool.run("shrink", "--rule", "daily-cap", "Journals/none.jsonl")
    #expect(missing.exit == 4)
    let nowhere = try Tool.run(
      "shrink", "--rule", "app-open-max-age", "--to", "/nowhere/new.jsonl", Sample.fiveHours)
    #expect(nowhere.exit == 4)
    #expect(nowhere.errors == "adjournal: /nowhere/new.jsonl: its folder does not exist\n")
  }

  @Test func `A session of thousands of records is shrunk as well`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let lines = try String(contentsOfFile: "\(Tool.root)/\(Sample.fiveHours)", encoding: .utf8)
      .split(separator: "\n").map(String.init)
    var long = lines
    for number in 0..<3_000 {
      let last = try #require(lines.last)
      let place = try #require(last.range(of: #""seq":\d+"#, options: .regularExpression))
      var note = last.replacingCharacters(in: place, with: "\"seq\":\(lines.count + number + 1)")
      let event = try #require(note.range(of: #""event":.*"#, options: .regularExpression))
      note.replaceSubrange(event, with: #""event":"note","text":"n"}"#)
      long.append(note)
    }
    let file = try folder.write("long.jsonl", Array((long.joined(separator: "\n") + "\n").utf8))
    let run = try Tool.run("shrink", "--rule", "app-open-max-age", file)
    #expect(run.exit == 0, "\(run.errors)")
    #expect(run.text.contains("\n3 records of \(long.count), "))
  }
}
