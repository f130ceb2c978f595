import AdAudit
import AdReplay
import AdReports
import AdSession
import Foundation
import JSONLines
import TestReports
import Testing

struct StatisticsTests {
  /// A session of events, a second apart, at 22:00 UTC two hours east of it.
  private struct Script {
    var lines: [String] = []
    var captures = #"["revenue"]"#
    private var t = -1000

    init(captures: String? = nil, header: Bool = true) {
      if let captures { self.captures = captures }
      if header {
        add(
          #""session.began","app":"a","app_version":"4.2","build":"release","os":"iOS","#
            + #""os_version":"26.0","sdk":"google-mobile-ads","sdk_version":"13.1.0","#
            + #""utc_offset_min":120,"captures":\#(self.captures)"#)
      }
    }

    mutating func add(_ event: String, after seconds: Int = 1, skipping lost: Int = 0) {
      let seq = lines.count + 1 + lost
      t += seconds * 1000
      lines.append(
        #"{"v":1,"session":"s","seq":\#(seq),"t":\#(t),"wall":"\#(Self.wall(t))","event":\#(event)}"#
      )
    }

    private static func wall(_ t: Int) -> String {
      WallClock.text(1_767_650_400_000 + Int64(t))
    }

    mutating func request(_ name: String, format: String = "interstitial") {
      add(#""ad.requested","unit":"u","format":"\#(format)","request":"\#(name)""#)
    }

    mutating func load(_ name: String, ad: String, format: String = "interstitial") {
      add(
        #""ad.loaded","unit":"u","format":"\#(format)","request":"\#(name)","ad":"\#(ad)","adapter":"A""#
      )
    }

    mutating func show(_ ad: String) {
      add(#""ad.will_present","ad":"\#(ad)","unit":"u","format":"interstitial""#)
    }

    mutating func discard(_ ad: String, _ reason: String) {
      add(#""ad.discarded","ad":"\#(ad)","unit":"u","reason":"\#(reason)""#)
    }

    mutating func end() { add(#""session.ended""#) }

    func statistics(by fields: [StatisticsField] = []) throws -> AdStatistics {
      let reading = try #require(Samples.audited(lines: lines).first).reading
      return AdStatistics(of: reading.trace, by: fields)
    }

    func total() throws -> AdFigures { try statistics().total }
  }

  // MARK: Requests

  @Test func `The first ad of a request fills it and ends its latency`() throws {
    var script = Script()
    script.request("r", format: "native")
    script.load("r", ad: "a", format: "native")
    script.load("r", ad: "b", format: "native")
    script.add(#""ad.failed_to_load","unit":"u","format":"native","request":"r","error_code":1"#)
    let total = try script.total()
    #expect((total.requests, total.filled, total.failed, total.open) == (1, 1, 0, 0))
    #expect(total.ads == 2)
    #expect(total.latencies.count == 1)
    #expect(total.latencies.percentile(50) == 1000)
    #expect(total.failures.entries.isEmpty)
  }

  @Test func `An answer without a recorded request counts as a request`() throws {
    var script = Script()
    script.load("r", ad: "a")
    script.add(
      #""ad.failed_to_load","unit":"u","format":"banner","request":"q","error_code":3,"adapter":"B""#
    )
    let statistics = try script.statistics(by: [.adapter])
    #expect(statistics.groups.entries.map(\.key.values) == [["A"], ["B"]])
    let total = statistics.total
    #expect((total.requests, total.filled, total.failed, total.open) == (2, 1, 1, 0))
    #expect(total.latencies.count == 0)
    #expect(total.latencies.percentile(95) == nil)
    #expect(total.failures.entries.map(\.key) == [FailureKind(code: 3, cause: "internal")])
  }

  @Test func `Failures count by cause and code, and a code that no SDK explains has no cause`()
    throws
  {
    var script = Script()
    for (name, code, cause) in [("q", 0, ""), ("r", 0, ""), ("s", 99, ""), ("t", 1, "network")] {
      script.request(name)
      let field = cause.isEmpty ? "" : #","cause":"\#(cause)""#
      script.add(
        #""ad.failed_to_load","unit":"u","format":"interstitial","request":"\#(name)","#
          + #""error_code":\#(code)\#(field)"#)
    }
    let statistics = try script.statistics(by: [.format])
    let failures = statistics.total.failures.entries
    #expect(failures.map(\.key.code) == [0, 1, 99])
    #expect(failures.map(\.key.cause) == ["configuration", "network", nil])
    #expect(failures.map(\.value) == [2, 1, 1])
    let text = StatisticsText(statistics, style: ANSIStyle(isOn: false)).lines
    #expect(text[1].hasSuffix("configuration (0) × 2, network (1) × 1, unknown (99) × 1"))
    var writer = JSONWriter()
    writer.beginObject()
    StatisticsJSON.write(statistics, to: &writer)
    writer.endObject()
    #expect(
      String(decoding: writer.bytes, as: UTF8.self).contains(
        #""failures":[{"cause":"configuration","error_code":0,"count":2},"#
          + #"{"cause":"network","error_code":1,"count":1},"#
          + #"{"cause":null,"error_code":99,"count":1}]"#))
  }

  @Test func `A request without an answer is open, and a reused name is another request`() throws {
    var script = Script()
    script.request("r")
    script.request("r")
    script.load("r", ad: "a")
    let total = try script.total()
    #expect((total.requests, total.filled, total.open) == (2, 1, 1))
  }

  // MARK: Ads

  @Test func `An ad counts with exactly one outcome`() throws {
    var script = Script()
    for ad in ["shown", "old", "older", "given", "resized", "seen", "left"] {
      script.load(ad, ad: ad)
    }
    script.show("shown")
    script.discard("shown", "expired")
    script.add(#""ad.expired","ad":"old","unit":"u""#)
    script.discard("old", "replaced")
    script.discard("older", "expired")
    script.discard("given", "memory")
    script.discard("resized", "resized")
    script.discard("seen", "shown")
    script.end()
    let total = try script.total()
    #expect(total.ads == 7)
    #expect((total.shown, total.expired, total.discarded) == (2, 2, 1))
    #expect((total.leftOver, total.undecided, total.wasted) == (1, 0, 4))
  }

  @Test func `An ad that is ready when a session is cut may have been shown`() throws {
    var script = Script()
    script.load("r", ad: "a")
    script.load("q", ad: "b")
    script.discard("b", "replaced")
    let total = try script.total()
    #expect((total.discarded, total.leftOver, total.undecided) == (1, 0, 1))
  }

  @Test func `The outcome of an ad is unknown after a gap between its load and its end`() throws {
    var script = Script()
    script.load("r", ad: "before")
    script.add(#""ad.expired","ad":"before","unit":"u""#)
    script.load("q", ad: "across")
    let lost = 4
    script.add(#""ad.expired","ad":"across","unit":"u""#, skipping: lost)
    script.add(
      #""ad.loaded","unit":"u","format":"banner","request":"p","ad":"behind""#, skipping: lost)
    script.add(#""ad.expired","ad":"behind","unit":"u""#, skipping: lost)
    script.add(#""session.ended""#, skipping: lost)
    let statistics = try script.statistics()
    #expect(statistics.withGaps == 1)
    #expect((statistics.total.expired, statistics.total.undecided) == (2, 1))
  }

  @Test(arguments: [
    (#"["window"]"#, "interstitial", 0), (#"["revenue"]"#, "interstitial", 0),
    (#"["window"]"#, "banner", 1), (#"["window"]"#, "native", 1), (#"["revenue"]"#, "banner", 0),
  ])
  func `Banners of an app that does not record impressions may have been shown`(
    captures: String, format: String, undecided: Int
  ) throws {
    var script = Script(captures: captures)
    script.load("r", ad: "a", format: format)
    script.end()
    let statistics = try script.statistics()
    #expect(statistics.total.undecided == undecided)
    #expect(statistics.total.leftOver == 1 - undecided)
    #expect(statistics.withoutRevenue == (captures.contains("revenue") ? 0 : 1))
  }

  @Test func `A show without a recorded load is counted separately`() throws {
    var script = Script()
    script.show("a")
    script.add(#""ad.impression","ad":"a","unit":"u","format":"interstitial""#)
    let statistics = try script.statistics()
    #expect(statistics.strayShows == 1)
    #expect(statistics.groups.entries.isEmpty)
  }

  // MARK: Groups

  @Test func `A day is the local day of the phone, and revenue counts for the day of its payment`()
    throws
  {
    var script = Script()
    script.request("r")
    script.load("r", ad: "a")
    script.show("a")
    script.add(#""app.time_changed","utc_offset_min":-600,"reason":"zone""#)
    script.add(
      #""ad.paid","ad":"a","unit":"u","format":"interstitial","value_micros":1500000,"#
        + #""currency":"EUR","precision":"precise""#)
    let statistics = try script.statistics(by: [.day, .version])
    let groups = statistics.groups.entries
    #expect(groups.map(\.key.values) == [["2026-01-05", "4.2"], ["2026-01-06", "4.2"]])
    #expect(groups.map(\.value.ads) == [0, 1])
    #expect(groups.map(\.value.shown) == [0, 1])
    let revenue = groups[0].value.revenue.entries
    #expect(revenue.map(\.key.currency) == ["EUR"])
    #expect(revenue.map(\.key.precision) == ["precise"])
    #expect(revenue.map(\.value) == [1_500_000])
  }

  @Test func `Day and version are unknown without a header`() throws {
    var script = Script(header: false)
    script.request("r")
    let statistics = try script.statistics(by: [.version, .day, .adapter])
    #expect(
      statistics.groups.entries.map(\.key.values) == [["unknown", "unknown", "unknown"]])
  }

  @Test func `The sum of payments is clamped to the largest integer`() throws {
    var script = Script()
    for _ in 0..<3 {
      script.add(
        #""ad.paid","ad":"a","unit":"u","format":"banner","value_micros":9223372036854775807,"#
          + #""currency":"EUR","precision":"precise""#)
    }
    #expect(try script.total().revenue.entries.map(\.value) == [Int.max])
  }

  @Test func `A percentile is the smallest duration that enough loads do not exceed`() throws {
    var script = Script()
    for number in 1...20 {
      script.request("r\(number)")
      script.add(
        #""ad.loaded","unit":"u","format":"banner","request":"r\#(number)","ad":"a\#(number)""#,
        after: number)
    }
    let latencies = try script.total().latencies
    #expect(latencies.count == 20)
    #expect(latencies.percentile(5) == 1000)
    #expect(latencies.percentile(50) == 10_000)
    // Eleven binary digits of 19 000 and 20 000.
    #expect(latencies.percentile(95) == 18_992)
    #expect(latencies.percentile(100) == 20_000)
  }

  // MARK: Laws

  @Test func `Sums do not depend on the order of sessions or on the groups`() throws {
    var readings: [SessionReading] = []
    for folder in ["sessions", "incidents", "damaged"] {
      for path in try Samples.paths(in: folder) {
        readings += try Samples.audited(path).map(\.reading)
      }
    }
    let totals = [[], [.format], [.unit, .day], StatisticsField.allCases].map { fields in
      [readings, readings.reversed()].map { order in
        order.reduce(into: AdStatistics(by: fields)) {
          $0.add(AdStatistics(of: $1.trace, by: fields))
        }
      }
    }
    for (forwards, backwards) in totals.map({ ($0[0], $0[1]) }) {
      #expect(forwards.groups == backwards.groups)
      #expect(forwards.total == totals[0][0].total)
    }
    let total = totals[0][0].total
    #expect(total.requests > 100 && total.undecided > 0 && total.failures.entries.count > 3)
    #expect(total.shown + total.wasted + total.undecided <= total.ads)
    #expect(total.latencies.count <= total.filled)
  }

  // MARK: Output

  @Test func `The table has one row per group, percentages and notes on unknown outcomes`() throws {
    var script = Script()
    script.request("r")
    script.load("r", ad: "a")
    script.show("a")
    script.request("q")
    script.add(
      #""ad.failed_to_load","unit":"u","format":"interstitial","request":"q","error_code":1"#)
    script.request("p", format: "banner")
    let text = StatisticsText(try script.statistics(by: [.format]), style: ANSIStyle(isOn: false))
    #expect(
      text.lines == [
        "format        requests  filled     p50     p95  ads    shown  wasted  unknown  "
          + "not filled (cause × times)  revenue",
        "banner               1       –       –       –    0        –       –        –",
        "interstitial         2  50.0 %  1.00 s  1.00 s    1  100.0 %   0.0 %    0.0 %  "
          + "no_fill (1) × 1",
        "all                  3  50.0 %  1.00 s  1.00 s    1  100.0 %   0.0 %    0.0 %  "
          + "no_fill (1) × 1",
        "1 request without an answer; not included in 'filled'",
      ])
  }

  @Test func `Notes below the table count what the figures omit or do not know`() throws {
    var script = Script(captures: #"["window"]"#)
    script.request("q")
    script.load("r", ad: "a")
    script.show("b")
    script.add(#""user.acted""#, skipping: 4)
    let text = StatisticsText(try script.statistics(), style: ANSIStyle(isOn: false))
    #expect(
      text.lines.dropFirst(3) == [
        "1 request without an answer; not included in 'filled'",
        "1 ad with an unknown outcome: the session was cut, or records or impressions are missing",
        "1 ad shown without a recorded load; not included",
        "1 session of an app that does not record revenue",
        "1 session with lost records: the figures may be too low",
      ])
  }

  @Test func `JSON has the same figures, and null for a rate of nothing`() throws {
    var script = Script()
    script.request("p", format: "banner")
    var writer = JSONWriter()
    writer.beginObject()
    StatisticsJSON.write(try script.statistics(by: [.unit, .format]), to: &writer)
    writer.endObject()
    let object = try Samples.object(writer.bytes)
    #expect(object.text("schema") == "adjournal.stats/1")
    #expect(object["by"] as? [String] == ["unit", "format"])
    let group = try #require(object.objects("groups").first)
    #expect((group.text("unit"), group.text("format")) == ("u", "banner"))
    #expect((group.number("requests"), group.number("open")) == (1, 1))
    #expect(group["fill_rate"] is NSNull && group["show_rate"] is NSNull)
    #expect(group.object("latency_ms")["p50"] is NSNull)
    #expect(object.object("total").number("requests") == 1)
  }
}
