import AdAudit
import AdPage
import AdReplay
import AdReports
import AdRules
import Foundation
import JSONLines
import JournalInput
import TestReports
import Testing

/// An engine with the journals of a folder, and its answers as dictionaries.
final class Page {
  let engine = PageEngine()

  init(_ paths: [String]) { engine.audit(paths) }

  convenience init(in folder: String) { self.init(["\(Samples.root)/\(folder)"]) }

  /// The answer to a question; `#expect` it to be valid JSON.
  func ask(_ request: [String: Any]) throws -> [String: Any] {
    let bytes = try JSONSerialization.data(withJSONObject: request)
    let answer = ByteView.with([UInt8](bytes)) { engine.answer($0) }
    return try #require(
      try JSONSerialization.jsonObject(with: Data(answer)) as? [String: Any],
      "\(String(decoding: answer, as: UTF8.self))")
  }

  /// The rows of all sessions.
  func sessions(_ more: [String: Any] = [:]) throws -> [[String: Any]] {
    var request: [String: Any] = ["ask": "sessions", "from": 0, "count": 1000]
    request.merge(more) { $1 }
    return try ask(request).objects("rows")
  }
}

struct PageEngineTests {
  private let page = Page(in: "incidents")

  @Test func `The page has the sessions of an audit, with its violations`() throws {
    let audit = try Samples.object(
      PageEngine.auditJSON(["\(Samples.root)/incidents"]))
    let sessions = audit.objects("journals").flatMap { $0.objects("sessions") }
    #expect(sessions.count > 300)
    let rows = try page.sessions()
    #expect(rows.count == sessions.count)
    let keys = Dictionary(grouping: rows) { $0.text("session") ?? "" }
    for session in sessions {
      let name = try #require(session.text("session"))
      let violations = session.objects("rules").flatMap { rule in
        rule.objects("violations").map { "\(rule.text("rule") ?? "") \($0.number("seq") ?? 0)" }
      }
      let opened = try (keys[name] ?? []).map { row in
        try page.ask(["ask": "session", "key": row.text("key") ?? ""])
          .objects("violations").map { "\($0.text("rule") ?? "") \($0.number("seq") ?? 0)" }
          .sorted()
      }
      #expect(opened.contains(violations.sorted()), "\(name)")
    }
  }

  @Test func `Each problem has an example on the page and as many sessions as it says`() throws {
    let fleet = try page.ask(["ask": "fleet"])
    let problems = fleet.objects("problems")
    #expect(problems.count > 50)
    let keys = Set(try page.sessions().compactMap { $0.text("key") })
    for problem in problems {
      let id = try #require(problem.text("id"))
      let example = problem.object("example")
      let key = try #require(example.text("key"))
      #expect(keys.contains(key))
      let rows = try page.sessions(["problem": id])
      #expect(rows.count == problem.number("sessions"))
      #expect(rows.contains { $0.text("key") == key })
      let session = try page.ask(["ask": "session", "key": key])
      let seqs = session.objects("violations").filter { $0.text("problem") == id }
        .map { $0.number("seq") }
      #expect(seqs.contains(example.number("seq")), "\(id) \(key)")
    }
  }

  @Test func `A filter chooses sessions, and the problems are theirs`() throws {
    let all = try page.sessions()
    let filters: [[String: String]] = [
      ["severity": "error"], ["severity": "warning"], ["format": "rewarded"],
      ["version": "4.2.0"], ["text": "RELOAD"], ["severity": "error", "format": "interstitial"],
    ]
    for filter in filters {
      let fleet = try page.ask(["ask": "fleet", "filter": filter])
      let rows = try page.sessions(["filter": filter])
      #expect(fleet.number("selected") == rows.count)
      #expect(!rows.isEmpty && rows.count < all.count, "\(filter)")
      if filter["severity"] == "error" { #expect(rows.allSatisfy { $0.number("error") ?? 0 > 0 }) }
      if let version = filter["version"] {
        #expect(rows.allSatisfy { $0.text("version") == version })
        #expect(rows.count == all.count { $0.text("version") == version })
      }
      for problem in fleet.objects("problems").prefix(5) {
        let id = try #require(problem.text("id"))
        let found = try page.sessions(["problem": id, "filter": filter])
        #expect(found.count == problem.number("sessions"))
      }
    }
    #expect(try page.sessions(["filter": ["text": "no such text"]]).isEmpty)
    let install = try #require(all.compactMap { $0.text("install") }.first { !$0.isEmpty })
    let ofInstall = try page.sessions(["filter": ["text": install]])
    #expect(ofInstall.contains { $0.text("install") == install })
  }

  @Test func `Sessions are sorted as asked`() throws {
    let records = try page.sessions(["sort": "records"]).compactMap { $0.number("records") }
    #expect(records == records.sorted(by: >))
    let violations = try page.sessions(["sort": "violations"]).map { row in
      ["error", "warning", "info"].map { row.number($0) ?? 0 }
    }
    #expect(violations == violations.sorted { $1.lexicographicallyPrecedes($0) })
    let part = try page.sessions(["sort": "records", "from": 3, "count": 2])
    #expect(part.compactMap { $0.number("records") } == Array(records[3..<5]))
  }

  @Test func `Every verdict of a session is listed, and explained when it is asked for`() throws {
    let key = "daily-03c8be"
    let session = try page.ask(["ask": "session", "key": key])
    #expect(session.objects("verdicts").count == RuleBook.all.count)
    for verdict in session.objects("verdicts") where verdict.text("verdict") != "holds" {
      let rule = try #require(verdict.text("rule"))
      let answer = try page.ask(["ask": "explain", "key": key, "rule": rule])
      #expect(answer.text("verdict") == verdict.text("verdict"), "\(rule)")
    }
    let kept = try page.ask([
      "ask": "explain", "key": key, "rule": "no-show-after-unlock", "seq": 29,
    ])
    #expect(kept.text("error") != nil || kept["kept"] != nil)
  }

  @Test func `What is not on the page is a sentence`() throws {
    for request in [
      ["ask": "session", "key": "nobody"], ["ask": "problem", "id": "nothing"],
      ["ask": "rule", "id": "none"], ["ask": "everything"],
      ["ask": "state", "key": "daily-03c8be", "i": 100_000] as [String: Any],
      ["ask": "state", "key": "daily-03c8be", "i": -1],
      ["ask": "explain", "key": "daily-03c8be", "rule": "none"],
    ] {
      #expect(try page.ask(request).keys.sorted() == ["error"])
    }
    let nothing = Page(["/nowhere/x.jsonl"])
    #expect(try nothing.ask(["ask": "fleet"])["unread"] as? [String] != [])
  }

  @Test func `An opened session has the verdicts of the audit of its whole install`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("page-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for launch in 1...2 {
      try Data(Self.journal(launch).utf8)
        .write(to: folder.appendingPathComponent("\(launch).jsonl"))
    }
    let both = Page([folder.path])
    let second = try both.ask(["ask": "session", "key": "s-2"])
    #expect(second.objects("violations").map { $0.text("rule") } == ["daily-cap"])
    let alone = Page([folder.appendingPathComponent("2.jsonl").path])
    #expect(try alone.ask(["ask": "session", "key": "s-2"]).objects("violations").isEmpty)
  }

  /// A launch of an install with a daily cap of 1 and one app open ad on the screen.
  private static func journal(_ launch: Int) -> String {
    let lines = [
      #""event":"session.began","app":"a","app_version":"1","build":"release","os":"iOS","#
        + #""os_version":"18","device":"phone","sdk":"google-mobile-ads","sdk_version":"12","#
        + #""timezone":"UTC","utc_offset_min":0,"install":"i-1","launch_count":\#(launch),"#
        + #""captures":["app","load","present"],"policy":{"daily_cap":1}"#,
      #""event":"app.launched","cold":true"#, #""event":"app.became_active""#,
      #""event":"ad.requested","unit":"u","format":"app_open","request":"r-1""#,
      #""event":"ad.loaded","unit":"u","format":"app_open","request":"r-1","ad":"a-1""#,
      #""event":"ad.present_requested","unit":"u","format":"app_open","ad":"a-1""#,
      #""event":"ad.will_present","unit":"u","format":"app_open","ad":"a-1""#,
      #""event":"ad.dismissed","unit":"u","format":"app_open","ad":"a-1""#,
      #""event":"session.ended""#,
    ]
    return lines.enumerated().map { number, line in
      #"{"v":1,"session":"s-\#(launch)","seq":\#(number + 1),"t":\#(number * 1000),"#
        + #""wall":"2026-11-01T10:0\#(launch):0\#(number).000Z",\#(line)}"# + "\n"
    }.joined()
  }
}
