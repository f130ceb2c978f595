import Foundation
import Testing

struct ShowTests {
  @Test func `A timeline ends with the count of violations`() throws {
    let run = try Tool.run("show", Sample.unlock)
    #expect(run.exit == 0)
    #expect(run.lines.last == "the session ended; 1 violation")
  }

  @Test func `A threshold from --policy changes the violations in a timeline`() throws {
    let run = try Tool.run("show", "--policy", "app_open_max_age_s=10", Sample.unlock)
    #expect(run.text.contains("✗ error app-open-max-age: "))
  }

  @Test func `The timeline of a damaged journal exits 3 with a hint`() throws {
    let run = try Tool.run("show", Sample.gap)
    #expect(run.exit == 3)
    #expect(
      run.errors
        == "adjournal: \(Sample.gap): 1 damaged location; run 'adjournal check \(Sample.gap)' for "
        + "details\n")
  }

  /// The seqs of the records of a timeline.
  private func seqs(_ words: String...) throws -> [Int] {
    let run = try Tool.run(Tool.path, ["show"] + words)
    #expect(run.exit == 0 && run.errors.isEmpty, "\(run.errors)")
    return run.lines.compactMap { line in
      line.firstMatch(of: #/^[>* ] *(\d+)  \d+:/#).flatMap { Int($0.1) }
    }
  }

  @Test func `The option --around prints a record with those around it`() throws {
    #expect(try seqs("--around", "29", Sample.unlock) == Array(19...39))
    #expect(try seqs("--around", "29", "--context", "2", Sample.unlock) == Array(27...31))
    #expect(try seqs("--around", "0:03:02.381", "--context", "0", Sample.unlock) == [29])
    #expect(try seqs("--around", "1", "--context", "3", Sample.unlock) == Array(1...4))
    #expect(try seqs("--around", "42", "--context", "3", Sample.unlock) == Array(39...42))
  }

  @Test func `The options --from and --to print the records between two points`() throws {
    #expect(try seqs("--from", "40", Sample.unlock) == Array(40...42))
    #expect(try seqs("--to", "07:40:12", Sample.unlock) == Array(1...6))
    #expect(try seqs("--from", "07:42", "--to", "0:03:02.243", Sample.unlock) == Array(23...27))
  }

  @Test func `The options --event, --ad, --unit and --only-violations can be combined`() throws {
    #expect(try seqs("--event", "device.*,app.launched", Sample.unlock) == [3, 24, 26])
    #expect(
      try seqs("--event", "device.locked", "--event", "app.launched", Sample.unlock) == [3, 24])
    #expect(
      try seqs(
        "--unit", "4410027781", "--ad", "a-2", "--only-violations", "--event", "ad.*", "--from",
        "20", Sample.unlock) == [29])
  }

  @Test func `A local time that occurs on several days is explained below the title`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let lines = (0..<4).map { number in
      let header =
        number > 0
        ? #""user.acted","what":"play""#
        : #""session.began","app":"a","app_version":"1","build":"release","os":"iOS","#
          + #""os_version":"26.0","sdk":"s","sdk_version":"1","utc_offset_min":60"#
      return #"{"v":1,"session":"s","seq":\#(number + 1),"t":\#(number * 43_200_000),"#
        + #""wall":"2026-11-2\#(number / 2)T\#(number % 2 == 0 ? "00" : "12"):15:00.000Z","event":"#
        + header + "}\n"
    }
    let path = try folder.write("a.jsonl", lines.joined())
    let run = try Tool.run("show", "--around", "13:15", "--context", "0", path)
    #expect(run.lines[3] == "  '13:15' occurs on several days; 2026-11-20 is the first")
    #expect(run.lines.contains { $0.hasPrefix("    2 ") })
  }

  @Test(arguments: [
    (
      ["--around", "99"],
      "'99' is after the session, which ends with seq 42 at 2026-10-28T23:43:49.689Z"
    ),
    (["--around", "29", "--to", "30"], "'--around' cannot be used with '--to'"),
    (["--context", "3"], "'--context' needs '--around'"),
    (
      ["--around", "1", "--context", "-1"],
      "invalid value '-1' for '--context' (an integer from 0 to 1000000)"
    ),
    (["--from", "30", "--to", "20"], "no record lies between '30' and '20'"),
    (
      ["--from", "noon"],
      "invalid point 'noon' (a seq such as 12, a time since the start such as 0:03:02.381, a UTC "
        + "time such as 2026-11-20T09:15:02Z, or a local time such as 23:43)"
    ),
    (
      ["--event", "ad.dismised"],
      "no event kind 'ad.dismised'; did you mean 'ad.dismissed'? (Journals/EVENTS.md lists all "
        + "kinds; '*' can end a prefix, such as 'ad.*')"
    ),
  ])
  func `An invalid choice is an error`(words: [String], sentence: String) throws {
    let run = try Tool.run(Tool.path, ["show"] + words + [Sample.unlock])
    #expect(run.errors == "adjournal: \(sentence)\n")
    #expect(run.exit == 2)
  }

  @Test func `Of several sessions, those without a matching record are counted`() throws {
    let all = try Tool.run("show", "Journals/incidents")
    let sessions = all.lines.filter { $0.hasPrefix("session ") }
    let run = try Tool.run("show", "--ad", "a-2", "--event", "ad.dismissed", "Journals/incidents")
    let shown = run.lines.filter { $0.hasPrefix("session ") }
    #expect(shown.count > 1 && shown.count < sessions.count)
    let left = sessions.count - shown.count
    #expect(run.lines.last == "\(left) sessions without a matching record not shown")
    let none = try Tool.run("show", "--ad", "a-99", "Journals/incidents")
    #expect(none.text == "\(sessions.count) sessions without a matching record not shown\n")
    #expect(none.exit == 0)
  }

  /// A session of an hour in which interstitials come and go.
  @Test func `The text of a long session is bounded, its JSON has every ad`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let path = try folder.write("long.jsonl", Self.long(ads: 2000))
    let around = try Tool.run("show", "--around", "4000", "--state", path)
    #expect(around.exit == 0)
    #expect(around.lines.count < 60)
    let text = try Tool.run("replay", "--at", "4000", "--format", "text", path)
    #expect(text.lines.count < 20)
    let json = try Tool.run("replay", "--at", "4000", path)
    #expect((try Sample.object(json.output)["ads"] as? [Any])?.count == 1000)
    #expect(try seqs("--rule", "single-use-ad", path).count == 8001)
  }

  private static func long(ads: Int) -> String {
    let header =
      #""session.began","app":"a","app_version":"1","build":"release","os":"iOS","os_version":"26.0","#
      + #""sdk":"google-mobile-ads","sdk_version":"13.1.0","utc_offset_min":60"#
    let slot = #""unit":"u/1","format":"interstitial""#
    let events = (0..<ads).flatMap { number in
      [
        #""ad.requested",\#(slot),"request":"r-\#(number)","reason":"dismissed""#,
        #""ad.loaded",\#(slot),"request":"r-\#(number)","ad":"a-\#(number)""#,
        #""ad.will_present",\#(slot),"ad":"a-\#(number)""#,
        #""ad.dismissed",\#(slot),"ad":"a-\#(number)""#,
      ]
    }
    return ([header] + events).enumerated().map { number, event in
      #"{"v":1,"session":"s","seq":\#(number + 1),"t":\#(number * 10),"#
        + #""wall":"2026-11-20T00:00:00.000Z","event":\#(event)}"# + "\n"
    }.joined()
  }
}
