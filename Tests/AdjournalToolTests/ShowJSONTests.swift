import AdAudit
import AdReplay
import AdReports
import AdRules
import Foundation
import JournalInput
import Testing

@testable import AdjournalTool

/// Tests of `show --format json`.
struct ShowJSONTests {
  private func show(_ words: String...) throws -> (run: Tool.Run, sessions: [[String: Any]]) {
    let run = try Tool.run(Tool.path, ["show", "--format", "json"] + words)
    let document = try Sample.object(run.output)
    #expect(document["schema"] as? String == "adjournal.show/1", "\(run.errors)")
    return (run, document["sessions"] as? [[String: Any]] ?? [])
  }

  private func objects(_ object: [String: Any], _ key: String) -> [[String: Any]] {
    object[key] as? [[String: Any]] ?? []
  }

  private func seqs(_ session: [String: Any]) -> [Int] {
    objects(session, "timeline").compactMap { $0["seq"] as? Int }
  }

  @Test func `Each record is the line of the journal`() throws {
    let (run, sessions) = try show(Sample.unlock)
    let lines = String(decoding: try Sample.bytes(Sample.unlock), as: UTF8.self).split(
      separator: "\n")
    var rest = run.text[...]
    for line in lines {
      let found = try #require(rest.range(of: "\"record\":\(line)}"))
      rest = rest[found.upperBound...]
    }
    #expect(sessions.count == 1 && seqs(sessions[0]) == Array(1...42))
    #expect(run.exit == 0 && run.errors.isEmpty)
  }

  @Test func `A session has its path, its id and the facts of its header`() throws {
    let session = try show("--around", "29", "--context", "0", Sample.unlock).sessions[0]
    let texts = [
      "path": Sample.unlock, "session": "daily-03c8be", "app": "com.example.daily",
      "app_version": "4.2.0", "sdk": "google-mobile-ads", "sdk_version": "13.1.0", "os": "iOS",
      "os_version": "26.1", "build": "release", "day": "2026-10-29", "timezone": "Asia/Shanghai",
      "first_wall": "2026-10-28T23:40:12.626Z", "last_wall": "2026-10-28T23:43:49.689Z",
      "end": "clean",
    ]
    for (key, text) in texts { #expect(session[key] as? String == text, "\(key)") }
    #expect(session["records"] as? Int == 42)
    #expect(session["not_shown"] as? [String: Int] == ["records": 41, "violations": 0])
    let record = try #require(objects(session, "timeline").first)
    #expect(
      Set(record.keys) == [
        "seq", "line", "t", "wall", "local", "event", "certain", "witness_of", "record",
      ])
    #expect(record["line"] as? Int == 29 && record["t"] as? Int == 182_381)
    #expect(record["wall"] as? String == "2026-10-28T23:43:15.007Z")
    #expect(record["local"] as? String == "2026-10-29T07:43:15.007+08:00")
    #expect(record["event"] as? String == "ad.present_requested")
  }

  @Test(arguments: ["Journals/incidents", "Journals/damaged", "Journals/format"])
  func `The records and their violations are those of the text`(folder: String) throws {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: "\(Tool.root)/\(folder)")
    for path in paths.sorted() where path.hasSuffix(".jsonl") {
      let text = try Tool.run("show", "\(folder)/\(path)")
      let marked = text.lines.compactMap { $0.firstMatch(of: #/^([>* ]) *(\d+)  \d+:/#) }
      let (run, sessions) = try show("\(folder)/\(path)")
      #expect(run.exit == text.exit && run.errors == text.errors, "\(path)")
      #expect(sessions.flatMap(seqs) == marked.compactMap { Int($0.2) }, "\(path)")
      let signs = sessions.flatMap { objects($0, "timeline") }.map { record in
        let isCertain = (record["certain"] as? [Int])?.isEmpty == false
        let isNamed = (record["witness_of"] as? [Int])?.isEmpty == false
        return isCertain ? ">" : isNamed ? "*" : " "
      }
      #expect(signs == marked.map { String($0.1) }, "\(path)")
      let damage = sessions.flatMap { objects($0, "damage") }
      #expect(damage.count == text.lines.count { $0.contains("! damage ") }, "\(path)")
      let gaps = sessions.flatMap { objects($0, "gaps") }
      #expect(gaps.count == text.lines.count { $0.contains("~~~ gap: ") }, "\(path)")
      for session in sessions { expectNumbers(of: session, path) }
    }
  }

  /// Expects that each record names exactly the violations that name it.
  private func expectNumbers(of session: [String: Any], _ path: String) {
    for (number, violation) in objects(session, "violations").enumerated() {
      func named(_ key: String) -> [Int] {
        objects(session, "timeline").filter { ($0[key] as? [Int] ?? []).contains(number) }
          .compactMap { $0["seq"] as? Int }
      }
      #expect(named("certain") == [violation["seq"] as? Int], "\(path)")
      #expect(named("witness_of") == (violation["witness"] as? [Int])?.sorted(), "\(path)")
      #expect(violation["rule"] is String && violation["because"] is String)
    }
  }

  @Test func `The options that choose records are those of the text`() throws {
    let around = try show("--around", "29", "--context", "2", Sample.unlock).sessions[0]
    #expect(seqs(around) == Array(27...31))
    #expect(around["not_shown"] as? [String: Int] == ["records": 37, "violations": 0])
    let few = try show("--event", "device.*,app.launched", "--to", "24", Sample.unlock).sessions[0]
    #expect(seqs(few) == [3, 24])
    // A violation that names a chosen record is listed, also if it became certain at another one.
    #expect(objects(few, "violations").count == 1)
    #expect(objects(few, "timeline").map { $0["certain"] as? [Int] } == [[], []])
    #expect(objects(few, "timeline").map { $0["witness_of"] as? [Int] } == [[], [0]])
    let none = try show("--event", "app.launched", Sample.unlock).sessions[0]
    #expect(none["not_shown"] as? [String: Int] == ["records": 41, "violations": 1])
    #expect(objects(none, "violations").isEmpty)
    #expect(seqs(try show("--only-violations", Sample.unlock).sessions[0]) == [24, 25, 27, 29])
  }

  @Test func `A local time of the output is a point of the session`() throws {
    let session = try show(
      "--around", "2026-10-29T07:43:15.007+08:00", "--context", "0", Sample.unlock
    ).sessions[0]
    #expect(seqs(session) == [29])
  }

  @Test func `Of several sessions, those without a matching record are counted`() throws {
    let words = ["show", "--format", "json", "--ad", "a-2", "--event", "ad.dismissed"]
    let run = try Tool.run(Tool.path, words + ["Journals/incidents"])
    let document = try Sample.object(run.output)
    let text = try Tool.run(Tool.path, ["show"] + words.dropFirst(3) + ["Journals/incidents"])
    let left = try #require(document["sessions_not_shown"] as? Int)
    #expect(text.lines.last == "\(left) sessions without a matching record not shown")
    let shown = text.lines.filter { $0.hasPrefix("session ") }
    #expect((document["sessions"] as? [Any])?.count == shown.count)
  }

  @Test func `The option --state adds the state as replay prints it`() throws {
    let run = try show("--around", "29", "--state", Sample.unlock).run
    let state = try Tool.run("replay", "--at", "29", Sample.unlock).text.dropLast()
    #expect(run.text.contains(",\"state\":\(state)}"))
    #expect(try !show(Sample.unlock).run.text.contains("\"state\""))
  }

  @Test func `A record without a known zone has no local time, and any kind has its name`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let path = try folder.write(
      "a.jsonl",
      """
      {"v":1,"session":"s","seq":2,"t":0,"wall":"2026-11-20T09:15:00.000Z","event":"a.new\\u0020one"}
      {"v":1,"session":"s","seq":3,"t":9,"wall":"2026-11-20T09:15:00.009Z","event":"app.launched","cold":true}

      """)
    let session = try show(path).sessions[0]
    let records = objects(session, "timeline")
    #expect(records.map { $0["local"] is NSNull } == [true, true])
    #expect(records.map { $0["event"] as? String } == ["a.new one", "app.launched"])
    #expect(session["app"] == nil && session["day"] == nil)
  }

  @Test func `A record of a further file has the path of that file`() throws {
    let session = try show("Journals/format/segments").sessions[0]
    let paths = Set(objects(session, "timeline").map { $0["path"] as? String ?? "" })
    #expect(paths.count > 1 && paths.contains(""))
  }

  @Test func `A note about the choice is on standard error`() throws {
    let run = try show("--around", "7:43", "--context", "0", Sample.unlock).run
    let text = try Tool.run("show", "--around", "7:43", "--context", "0", Sample.unlock)
    let note = try #require(text.lines.first { $0.hasPrefix("  '7:43' is a local time") })
    #expect(run.errors == "adjournal: \(note.dropFirst(2))\n" && run.exit == 0)
  }

  @Test func `A stream is refused`() throws {
    let input = try Sample.bytes(Sample.unlock)
    let run = try Tool.run("show", "--format", "json", "-", input: input)
    #expect(
      run.errors == "adjournal: '--format json' reads a journal twice; '-' is a stream (write it "
        + "to a file first)\n")
    #expect(run.exit == 2 && run.output.isEmpty)
  }

  @Test func `A file that changed after it was read is an error`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let bytes = try Sample.bytes(Sample.unlock)
    let path = try folder.write("a.jsonl", bytes)
    let judge = Judge()
    let timelines = Journal.read(bytes: bytes, path: path).map { reading in
      TimelineJSON(
        AuditedSession(reading, rules: judge.rules, results: judge.judge(reading.trace)),
        showing: TimelineSelection())
    }
    let reading = timelines[0].audited.reading
    let lines = bytes.split(separator: 0x0A)
    #expect(try RecordLines(timelines).line(5, of: reading) == Array(lines[5]))
    try folder.write("a.jsonl", Array(lines.dropFirst().joined(separator: [0x0A])))
    let changed = try RecordLines(timelines)
    #expect(throws: InputError.changed(path)) { try changed.line(5, of: reading) }
  }
}
