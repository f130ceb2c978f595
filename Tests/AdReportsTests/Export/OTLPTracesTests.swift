import AdAudit
import AdReports
import AdReplay
import AdSession
import Foundation
import TestReports
import Testing

struct OTLPTracesTests {
  /// The spans of a session, and the attributes of its resource.
  private func spans(_ audited: AuditedSession) throws -> [[String: Any]] {
    try scopes(audited).objects("spans")
  }

  private func scopes(_ audited: AuditedSession) throws -> [String: Any] {
    let resources = try Samples.object(OTLPTraces.line(of: audited)).objects("resourceSpans")
    #expect(resources.count == 1)
    return try #require(resources.first?.objects("scopeSpans").first)
  }

  private func attributes(_ object: [String: Any]) -> [String: String] {
    object.objects("attributes").reduce(into: [:]) { all, attribute in
      let value = attribute.object("value").values.first
      all[attribute.text("key") ?? ""] = value.map { "\($0)" }
    }
  }

  private func names(_ span: [String: Any]) -> [String] {
    span.objects("events").compactMap { $0.text("name") }
  }

  @Test
  func
    `The span of a session contains those of its ads, which contain those of their presentations`()
    throws
  {
    var script = ExportScript()
    script.request("r")
    script.load("r", ad: "a")
    script.present("ad.will_present", "a")
    script.present("ad.impression", "a")
    script.present("ad.dismissed", "a")
    script.add(#""ad.discarded","ad":"a","unit":"u","reason":"shown""#)
    script.request("q")
    script.add(#""ad.failed_to_load","unit":"u","format":"app_open","request":"q","error_code":3"#)
    let spans = try spans(script.audited())
    #expect(
      spans.map { $0.text("name") }
        == ["session", "ad app_open", "presentation app_open", "ad app_open"])
    let ids = spans.map { $0.text("spanId") ?? "" }
    #expect(Set(ids).count == 4 && ids.allSatisfy { $0.count == 16 })
    #expect(Set(spans.map { $0.text("traceId") }).count == 1)
    #expect(spans.map { $0.text("parentSpanId") } == [nil, ids[0], ids[1], ids[0]])
    #expect(
      spans[1...].map(names) == [
        ["ad.requested", "ad.loaded", "ad.discarded"],
        ["ad.will_present", "ad.impression", "ad.dismissed"],
        ["ad.requested", "ad.failed_to_load"],
      ])
    #expect(
      attributes(spans[1]) == [
        "adjournal.unit": "u", "adjournal.request": "r", "adjournal.ad": "a",
        "adjournal.outcome": "shown",
      ])
    #expect(attributes(spans[3])["adjournal.outcome"] == "failed_to_load")
    #expect(spans[3].object("status").number("code") == 2)
    #expect(spans[3].object("status").text("message") == "error_code 3")
    #expect(spans[1]["status"] == nil)
  }

  @Test func `Ids depend only on the session's name`() throws {
    let audited = try #require(try Samples.audited(Samples.unlock).first)
    #expect(OTLPTraces.line(of: audited) == OTLPTraces.line(of: audited))
    let spans = try spans(audited)
    #expect(spans[0].text("traceId") == "da368f3aff56bdf1ce7a3239c28354a6")
    #expect(spans[0].text("spanId") == "052a8e790b9f276d")
  }

  @Test func `Times are the first wall clock plus the monotonic time, in nanoseconds`()
    throws
  {
    var script = ExportScript()
    script.add(#""app.became_active""#)
    let jumped = script.lines.map {
      $0.replacingOccurrences(of: "2026-01-05T22:00:01.000Z", with: "2020-01-01T00:00:00.000Z")
    }
    let audited = try #require(Samples.audited(lines: jumped).first)
    #expect(audited.reading.lastWall == 1_577_836_800_000)
    let span = try spans(audited)[0]
    #expect(span.text("startTimeUnixNano") == "1767650400000000000")
    #expect(span.text("endTimeUnixNano") == "1767650401000000000")
  }

  @Test(arguments: [
    ("0000-01-01T00:00:00.000Z", "0"), ("9999-12-31T23:59:59.999Z", "9223372036854000000"),
  ])
  func `Times that do not fit in 64 bits are clamped`(wall: String, time: String) throws {
    let lines = ExportScript().lines.map {
      $0.replacingOccurrences(of: "2026-01-05T22:00:00.000Z", with: wall)
    }
    let span = try spans(try #require(Samples.audited(lines: lines).first))[0]
    #expect(span.text("startTimeUnixNano") == time)
    #expect(span.text("endTimeUnixNano") == time)
  }

  @Test func `The resource has the facts of the header, and without it only the session's name`()
    throws
  {
    let resources = try [true, false].map { header in
      var script = ExportScript(header: header)
      script.add(#""sdk.started""#)
      let line = OTLPTraces.line(of: try script.audited())
      return try #require(try Samples.object(line).objects("resourceSpans").first)
        .object("resource")
    }
    #expect(
      attributes(resources[0]) == [
        "service.name": "a", "service.version": "4.2", "deployment.environment.name": "release",
        "os.name": "iOS", "os.version": "26.0", "adjournal.sdk": "google-mobile-ads",
        "adjournal.sdk_version": "13.1.0", "session.id": "s",
      ])
    #expect(attributes(resources[1]) == ["session.id": "s"])
  }

  @Test func `Violations are events of the session's span, whose status is an error`() throws {
    let audited = try #require(try Samples.audited(Samples.unlock).first)
    let spans = try spans(audited)
    let found = spans[0].objects("events").filter { $0.text("name") == "violation" }
    #expect(!found.isEmpty)
    let rules = found.map { attributes($0)["adjournal.rule"] ?? "" }
    #expect(rules.contains("lock-is-not-background"))
    #expect(attributes(found[0])["adjournal.because"]?.isEmpty == false)
    #expect(spans[0].object("status").number("code") == 2)
  }

  // MARK: Laws

  @Test(arguments: [
    "sessions", "incidents", "damaged", "google-sample", "counterexamples", "rules",
  ])
  func `Every record is an event of one span, and no span ends before it begins`(
    folder: String
  ) throws {
    for path in try Samples.paths(in: folder) {
      for audited in try Samples.audited(path) where audited.reading.recordCount > 0 {
        let spans = try spans(audited)
        let seqs = spans.flatMap { $0.objects("events") }
          .filter { $0.text("name") != "violation" }.map { attributes($0)["adjournal.seq"] ?? "" }
        #expect(
          seqs.compactMap { Int64($0) }.sorted() == audited.reading.trace.events.map(\.seq),
          "\(path)")
        #expect(Set(spans.map { $0.text("spanId") }).count == spans.count)
        for span in spans {
          let start = try #require(span.text("startTimeUnixNano").flatMap { UInt64($0) })
          let end = try #require(span.text("endTimeUnixNano").flatMap { UInt64($0) })
          #expect(start <= end, "\(path)")
        }
      }
    }
  }
}
