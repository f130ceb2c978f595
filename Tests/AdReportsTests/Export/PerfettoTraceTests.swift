import AdAudit
import AdReplay
import AdReports
import AdRules
import AdSession
import Foundation
import TestReports
import Testing

struct PerfettoTraceTests {
  @Test
  func `An ad has slices from its load to its dismissal, and the next ad a slice until the end`()
    throws
  {
    var script = ExportScript()
    script.request("r")
    script.load("r", ad: "a")
    script.add(#""ad.delegate_set","ad":"a","unit":"u""#)
    script.present("ad.will_present", "a")
    script.present("ad.impression", "a")
    script.present("ad.dismissed", "a")
    script.add(#""ad.discarded","ad":"a","unit":"u","reason":"shown""#)
    script.request("q")
    script.load("q", ad: "b")
    script.add(#""ad.expired","ad":"b","unit":"u""#)
    script.add(#""session.ended""#)
    let events = try TraceEvents([try script.audited()])
    #expect(
      events.track("app_open ads of u") == [
        "app_open a loading 1000-2000", "app_open a ready 2000-4000", "ad.delegate_set 3000",
        "app_open a showing 4000-6000", "ad.impression 5000", "ad.dismissed 6000",
        "app_open b loading 8000-9000", "app_open b ready 9000-10000",
        "app_open b expired 10000-11000",
      ])
    #expect(
      events.track("events") == ["session.began 0", "ad.discarded 7000", "session.ended 11000"])
    let ready = try #require(events.all.first { $0.text("name") == "app_open a ready" })
      .object("args")
    #expect((ready.number("seq"), ready.text("event")) == (3, "ad.loaded"))
    #expect((ready.number("until_seq"), ready.text("until")) == (5, "ad.will_present"))
    #expect((ready.text("ad"), ready.text("wall")) == ("a", "2026-01-05T22:00:02.000Z"))
  }

  @Test func `Overlapping ads of one slot have different lanes`() throws {
    var script = ExportScript()
    script.request("r")
    script.load("r", ad: "a")
    script.present("ad.will_present", "a")
    script.request("q")
    script.load("q", ad: "b")
    script.present("ad.dismissed", "a")
    script.request("p")
    let events = try TraceEvents([try script.audited()])
    #expect(
      events.track("app_open ads of u") == [
        "app_open a loading 1000-2000", "app_open a ready 2000-3000",
        "app_open a showing 3000-6000", "ad.dismissed 6000", "app_open p loading 7000-7000",
      ])
    #expect(
      events.track("app_open ads of u (2)") == [
        "app_open b loading 4000-5000", "app_open b ready 5000-7000",
      ])
  }

  @Test func `Each ad of one request has its own lane`() throws {
    var script = ExportScript()
    script.request("r", format: "native")
    script.load("r", ad: "a", format: "native")
    script.load("r", ad: "b", format: "native")
    script.load("r", ad: "b", format: "native")
    script.add(#""native.rendered","ad":"b","unit":"u""#)
    script.add(#""native.untracked","ad":"b","unit":"u""#)
    let events = try TraceEvents([try script.audited()])
    #expect(
      events.track("native ads of u") == [
        "native a loading 1000-2000", "native a ready 2000-6000",
      ])
    #expect(
      events.track("native ads of u (2)") == [
        "native b ready 3000-5000", "ad.loaded 4000", "native b showing 5000-6000",
        "native b hidden 6000-6000",
      ])
  }

  @Test func `A full-screen view over a banner does not end it`() throws {
    var script = ExportScript()
    script.request("r", format: "banner")
    script.load("r", ad: "a", format: "banner")
    script.add(#""view.appeared","ad":"a","unit":"u""#)
    script.add(#""ad.will_present","ad":"a","unit":"u","format":"banner""#)
    script.add(#""ad.dismissed","ad":"a","unit":"u","format":"banner""#)
    script.add(#""view.hidden","ad":"a","unit":"u""#)
    script.add(#""ad.discarded","ad":"a","unit":"u","reason":"other""#)
    #expect(
      try TraceEvents([try script.audited()]).track("banner ads of u") == [
        "banner a loading 1000-2000", "banner a ready 2000-3000", "banner a showing 3000-6000",
        "ad.will_present 4000", "ad.dismissed 5000", "banner a hidden 6000-7000",
        "ad.discarded 7000",
      ])
  }

  @Test func `A failure ends a load, but not an ad that the load delivered before`() throws {
    var script = ExportScript()
    script.request("r")
    script.add(#""ad.failed_to_load","unit":"u","format":"app_open","request":"r","error_code":3"#)
    script.request("q")
    script.load("q", ad: "a")
    script.add(#""ad.failed_to_load","unit":"u","format":"app_open","request":"q","error_code":3"#)
    script.add(#""session.ended""#)
    #expect(
      try TraceEvents([try script.audited()]).track("app_open ads of u") == [
        "app_open r loading 1000-2000", "ad.failed_to_load 2000", "app_open a loading 3000-4000",
        "app_open a ready 4000-6000", "ad.failed_to_load 5000",
      ])
  }

  @Test func `Every slice ends at a gap, and the gap is a slice`() throws {
    var script = ExportScript()
    script.add(#""app.became_active""#)
    script.request("r")
    script.load("r", ad: "a")
    script.add(#""sdk.started""#)
    script.present("ad.will_present", "a", skipping: 3)
    script.present("ad.dismissed", "a")
    let events = try TraceEvents([try script.audited()])
    #expect(
      events.track("app_open ads of u") == [
        "app_open a loading 2000-3000", "app_open a ready 3000-4000",
        "app_open a showing 5000-6000", "ad.dismissed 6000",
      ])
    #expect(events.track("app") == ["active 1000-4000"])
    #expect(events.track("gaps") == ["gap 4000-5000"])
    let ready = try #require(events.all.first { $0.text("name") == "app_open a ready" })
    #expect(ready.object("args").text("until") == "gap")
    let gap = try #require(events.all.first { $0.text("name") == "gap" })
    #expect(gap.object("args").number("lost_records") == 3)
  }

  @Test func `Phases of the app are consecutive slices, and other stays have their own tracks`()
    throws
  {
    var script = ExportScript()
    script.add(#""app.launched","cold":true"#)
    script.add(#""splash.began""#)
    script.add(#""app.became_active""#)
    script.add(#""app.became_active""#)
    script.add(#""suppression.began","why":"share""#)
    script.add(#""splash.finished""#)
    script.add(#""suppression.ended","why":"share""#)
    script.add(#""app.resigned_active""#)
    script.add(#""app.entered_background""#)
    script.add(#""app.resigned_active""#)
    script.add(#""window.shown","window":"w""#)
    script.add(#""app.entering_foreground""#)
    script.add(#""app.terminating""#)
    script.add(#""window.closed","window":"w""#)
    let events = try TraceEvents([try script.audited()])
    #expect(
      events.track("app") == [
        "launching 1000-3000", "active 3000-8000", "app.became_active 4000",
        "inactive 8000-9000", "background 9000-12000", "app.resigned_active 10000",
        "inactive 12000-13000", "terminating 13000-14000",
      ])
    #expect(events.track("splash") == ["splash 2000-6000"])
    #expect(events.track("suppression") == ["share 5000-7000"])
    #expect(events.track("window") == ["w 11000-14000"])
  }

  @Test func `A violation is an instant event at the record at which it became certain`() throws {
    let audited = try Samples.audited(Samples.unlock)
    let events = try TraceEvents(audited)
    let found = events.all.filter { $0.object("args").text("because") != nil }
    let expected = audited.flatMap { session in
      zip(session.rules, session.results).flatMap { rule, result in
        result.violations.map { violation in
          "\(rule.id) \(session.reading.trace.events[violation.certainAt].seq) \(violation.because)"
        }
      }
    }
    #expect(!expected.isEmpty)
    #expect(
      found.map {
        let args = $0.object("args")
        return "\($0.text("name") ?? "") \(args.number("seq") ?? 0) \(args.text("because") ?? "")"
      } == expected)
    #expect(events.track("violations").count == expected.count)
  }

  @Test func `An arrow leads from each record of a witness to the violation`() throws {
    let audited = try Samples.audited(Samples.unlock)
    let events = try TraceEvents(audited).all
    // A flow belongs to the event that its thread had last.
    var last: [Int: [String: Any]] = [:]
    var begun: [Int: [String: Any]] = [:]
    var arrows: [String] = []
    for (_, event) in events.enumerated().sorted(by: {
      ($0.element.number("ts") ?? 0, $0.offset) < ($1.element.number("ts") ?? 0, $1.offset)
    }) {
      let thread = try #require(event.number("tid"))
      let id = event.number("id") ?? 0
      switch event.text("ph") {
      case "s": begun[id] = last[thread]
      case "f":
        let from = try #require(begun[id])
        begun[id] = nil
        let to = try #require(last[thread])
        #expect(event.text("bp") == "e")
        arrows.append("\(from.object("args").number("seq") ?? 0) \(to.text("name") ?? "")")
      default: last[thread] = event
      }
    }
    #expect(begun.isEmpty)
    let expected = audited.flatMap { session in
      zip(session.rules, session.results).flatMap { rule, result in
        result.violations.flatMap { violation in
          violation.witness.map { "\(session.reading.trace.events[$0].seq) \(rule.id)" }
        }
      }
    }
    #expect(arrows.sorted() == expected.sorted())
    #expect(arrows.count > 3)
  }

  @Test func `Sessions of one install follow each other, others begin at 0`() throws {
    func session(_ name: String, install: String?) throws -> AuditedSession {
      var script = ExportScript(install: install)
      script.add(#""app.became_active""#, after: 5)
      let lines = script.lines.map {
        $0.replacing(#""session":"s""#, with: "\"session\":\"\(name)\"")
      }
      return try #require(Samples.audited(lines: lines).first)
    }
    let events = try TraceEvents([
      session("a", install: "x"), session("b", install: "y"), session("c", install: "x"),
      session("d", install: nil), session("e", install: nil), session("f", install: "x"),
    ])
    #expect(
      events.track("app") == [
        "active 5000-5000", "active 5000-5000", "active 5000-5000", "active 5000-5000",
        "active 11000-11000", "active 17000-17000",
      ])
  }

  @Test func `Times that doubles cannot represent are clamped`() throws {
    var script = ExportScript()
    script.add(#""app.became_active""#)
    let far = script.lines.map {
      $0.replacingOccurrences(of: #""t":1000"#, with: #""t":9223372036854775807"#)
    }
    let events = try TraceEvents(Samples.audited(lines: far))
    #expect(events.track("app") == ["active 9007199254740-9007199254740"])
  }

  // MARK: Laws

  @Test(arguments: [
    "sessions", "incidents", "damaged", "google-sample", "counterexamples", "rules",
  ])
  func `Every record occurs once, and no slices of a track overlap`(folder: String) throws {
    let audited = try Samples.paths(in: folder).flatMap { try Samples.audited($0) }
    let events = try TraceEvents(audited).all
    var ends: [Int: Int] = [:]
    var processes: [Int: Int] = [:]
    var records = 0
    for event in events.sorted(by: { ($0.number("ts") ?? 0) < ($1.number("ts") ?? 0) }) {
      let tid = try #require(event.number("tid"))
      let pid = try #require(event.number("pid"))
      #expect(processes[tid, default: pid] == pid)
      processes[tid] = pid
      if event.object("args").text("wall") != nil { records += 1 }
      guard event.text("ph") == "X" else { continue }
      let start = try #require(event.number("ts"))
      let duration = try #require(event.number("dur"))
      #expect(duration >= 0 && start >= ends[tid] ?? 0, "\(folder) \(event)")
      ends[tid] = start + duration
    }
    #expect(records == audited.reduce(0) { $0 + $1.reading.recordCount })
    #expect(records > 100)
  }
}
