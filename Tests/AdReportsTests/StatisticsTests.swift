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
  struct Script {
    var lines: [String] = []
    var captures = #"["revenue"]"#
    private var t = -1000

    init(
      captures: String? = nil, header: Bool = true, install: String? = nil, version: String = "4.2"
    ) {
      if let captures { self.captures = captures }
      if header {
        add(
          #""session.began","app":"a","app_version":"\#(version)","build":"release","os":"iOS","#
            + (install.map { #""install":"\#($0)","# } ?? "")
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

    mutating func load(
      _ name: String, ad: String, format: String = "interstitial", unit: String = "u",
      after seconds: Int = 1, skipping lost: Int = 0
    ) {
      add(
        #""ad.loaded","unit":"\#(unit)","format":"\#(format)","request":"\#(name)","ad":"\#(ad)","#
          + #""adapter":"A""#, after: seconds, skipping: lost)
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
    let text = StatisticsText(statistics, style: TextStyle.plain).lines
    #expect(
      text.contains { $0.hasSuffix("configuration (0) × 2, network (1) × 1, unknown (99) × 1") })
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
    #expect((statistics.total.ads, statistics.total.impressions) == (0, 1))
  }

  // MARK: Foreground time

  @Test func `The time of a load is the foreground time: a sleeping phone loads nothing`() throws {
    var script = Script()
    script.request("r")
    script.add(#""app.entered_background""#)
    script.add(#""app.entering_foreground""#, after: 26_670)
    script.load("r", ad: "a", after: 2)
    #expect(try script.total().latencies.percentile(95) == 3000)
  }

  @Test func `A load across a gap has no time, because the gap can hide the background`() throws {
    var script = Script()
    script.request("r")
    script.load("r", ad: "a", skipping: 2)
    let total = try script.total()
    #expect(total.filled == 1)
    #expect(total.latencies.count == 0)
  }

  // MARK: Impressions, clicks and money

  /// A session with impressions, clicks and payments of two adapters in two currencies.
  private static func earning() -> Script {
    var script = Script()
    for (name, micros, currency) in [("a", 3000, "EUR"), ("b", 1000, "EUR"), ("c", 500, "TRY")] {
      script.load(name, ad: name)
      script.show(name)
      script.add(#""ad.impression","ad":"\#(name)","unit":"u","format":"interstitial""#)
      script.add(
        #""ad.paid","ad":"\#(name)","unit":"u","format":"interstitial","value_micros":\#(micros),"#
          + #""currency":"\#(currency)","precision":"precise""#)
    }
    script.add(#""ad.clicked","ad":"b","unit":"u","format":"interstitial""#)
    script.end()
    return script
  }

  @Test func `Impressions and clicks count as recorded, with the adapter of their ad`() throws {
    let statistics = try Self.earning().statistics(by: [.adapter])
    #expect(statistics.groups.entries.map(\.key.values) == [["A"]])
    #expect((statistics.total.impressions, statistics.total.clicks) == (3, 1))
  }

  @Test func `eCPM is the revenue of a thousand paid impressions, for each currency`() throws {
    let total = try Self.earning().total()
    #expect(total.earnings.map(\.currency) == ["EUR", "TRY"])
    #expect(total.earnings.map(\.micros) == [4000, 500])
    #expect(total.earnings.map(\.payments) == [2, 1])
    #expect(total.earnings.map(\.perThousand) == [2_000_000, 500_000])
  }

  @Test func `Sessions of a group are those of its app, version and day`() throws {
    var script = Script()
    script.load("r", ad: "a")
    script.show("a")
    script.add(#""app.time_changed","utc_offset_min":-600,"reason":"zone""#)
    script.load("q", ad: "b")
    script.show("b")
    var sum = AdStatistics(by: [.day, .app, .unit])
    for _ in 1...3 { sum.add(try script.statistics(by: [.day, .app, .unit])) }
    let rows = sum.rows()
    #expect(rows.map(\.names) == [["2026-01-05", "a", "u"], ["2026-01-06", "a", "u"]])
    #expect(rows.map(\.sessions.count) == [3, 3])
    #expect(rows.map(\.sessions.dayCount) == [1, 1])
    #expect(sum.totalRow.sessions.count == 3)
    #expect(sum.totalRow.sessions.dayCount == 2)
    #expect(sum.totalRow.shows(per: 3) == 2)
    #expect(sum.totalRow.shows(per: 0) == nil)
  }

  @Test func `A session across midnight counts for both days, and once in all`() throws {
    var script = Script()
    script.load("r", ad: "a")
    script.add(#""app.time_changed","utc_offset_min":-600,"reason":"zone""#)
    let statistics = try script.statistics(by: [.format])
    #expect(statistics.rows().map(\.sessions.count) == [1])
    #expect(statistics.rows().map(\.sessions.dayCount) == [2])
  }

  @Test func `An install counts once in all, and once on each local day with a record`() throws {
    var sum = AdStatistics(by: [.os, .build])
    for (install, isLong) in [("i", true), ("i", false), ("k", false)] {
      var script = Script(install: install)
      script.load("r", ad: "a")
      script.add(#""ad.impression","ad":"a","unit":"u","format":"interstitial""#)
      if isLong { script.add(#""app.time_changed","utc_offset_min":-600,"reason":"zone""#) }
      sum.add(try script.statistics(by: sum.fields))
    }
    let row = try #require(sum.rows().first)
    #expect(row.names == ["iOS 26.0", "release"])
    let sessions = row.sessions
    #expect((sessions.count, sessions.installs, sessions.dayCount) == (3, 2, 2))
    #expect((sessions.installDays, sessions.dailyInstalls) == (3, 1.5))
    #expect(row.impressionsPerInstallDay == 1 && sessions.hasExactInstalls)
    #expect(sum.totalRow.sessions == sessions)
    let text = StatisticsText(sum, style: TextStyle.plain)
    #expect(text.installs == "2 installs, 1.50 a day (DAU)")
    #expect(
      text.lines.drop { !$0.contains("installs") }.prefix(3) == [
        "os        build    sessions  installs  days   DAU",
        "iOS 26.0  release         3         2     2  1.50",
        "all                       3         2     2  1.50",
      ])
    let cells = try #require(Self.csv(sum).0.first)
    #expect(cells["installs"] == "2" && cells["install_days"] == "3" && cells["days"] == "2")
    var writer = JSONWriter()
    writer.object { StatisticsJSON.write(sum, to: &$0) }
    let group = try #require(Samples.object(writer.bytes).objects("groups").first)
    #expect((group.number("installs"), group.number("install_days")) == (2, 3))
    #expect(group.number("days") == 2)
    var other = AdStatistics(by: [.sdkVersion])
    other.add(try Script().statistics(by: [.sdkVersion]))
    #expect(other.totalRow.sessions.installs == 1)
  }

  @Test func `Rows are in natural order, pre-releases before their release`() throws {
    var sum = AdStatistics(by: [.version, .sdkVersion])
    for version in ["4.10", "4.9", "4.10-beta.2"] {
      var script = Script(version: version)
      script.request("r")
      sum.add(try script.statistics(by: sum.fields))
    }
    #expect(
      sum.rows().map(\.names)
        == ["4.9", "4.10-beta.2", "4.10"].map { [$0, "google-mobile-ads 13.1.0"] })
  }

  @Test(arguments: [
    (StatisticsColumn.requests, ["b", "a"]), (.revenue, ["a", "b"]), (.ecpm, ["a", "b"]),
    (.p95, ["b", "a"]),
  ])
  func `Rows are sorted by a column, the greatest value first, and groups without a value last`(
    column: StatisticsColumn, order: [String]
  ) throws {
    var script = Script()
    script.load("r", ad: "x", format: "banner", unit: "a")
    script.add(
      #""ad.paid","ad":"x","unit":"a","format":"banner","value_micros":5,"currency":"EUR","#
        + #""precision":"precise""#)
    for name in ["s", "t"] {
      script.add(#""ad.requested","unit":"b","format":"banner","request":"\#(name)""#)
      script.load(name, ad: name, format: "banner", unit: "b")
    }
    let statistics = try script.statistics(by: [.unit])
    #expect(statistics.rows(sortedBy: column).map { $0.names[0] } == order)
    #expect(statistics.rows().map { $0.names[0] } == ["a", "b"])
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
    #expect(try script.total().revenue.entries.map(\.value) == [Int64.max])
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
    // Shows are judged only where networks are compared.
    let plain: [[StatisticsField]] = [[], [.format], [.unit, .day]]
    let ofNetworks = [[.network], [.adapter, .day], StatisticsField.allCases]
    let totals = (plain + ofNetworks).map { fields in
      [readings, readings.reversed()].map { order in
        order.reduce(into: AdStatistics(by: fields)) {
          $0.add(AdStatistics(of: $1.trace, by: fields))
        }
      }
    }
    for (index, sums) in totals.enumerated() {
      #expect(sums[0].groups == sums[1].groups)
      #expect(sums[0].total == totals[index < plain.count ? 0 : plain.count][0].total)
    }
    #expect(totals[plain.count][0].total.ads == totals[0][0].total.ads)
    let total = totals[0][0].total
    #expect(total.requests > 100 && total.undecided > 0 && total.failures.entries.count > 3)
    #expect(total.shown + total.wasted + total.undecided <= total.ads)
    #expect(total.latencies.count <= total.filled)
    #expect(total.impressions > 10 && total.clicks > 0 && !total.earnings.isEmpty)
  }

  @Test func `Sums of sessions and of parts give the same rows`() throws {
    var parts: [AdStatistics] = []
    for path in try Samples.paths(in: "sessions") {
      for audited in try Samples.audited(path) {
        parts.append(AdStatistics(of: audited.reading.trace, by: [.version, .day, .format]))
      }
    }
    let empty = AdStatistics(by: [.version, .day, .format])
    let forwards = parts.reduce(into: empty) { $0.add($1) }
    var halves = [empty, empty]
    for (number, part) in parts.reversed().enumerated() { halves[number % 2].add(part) }
    let backwards = halves.reduce(into: empty) { $0.add($1) }
    #expect(StatisticsCSV.lines(forwards) == StatisticsCSV.lines(backwards))
    #expect(forwards.totalRow.sessions == backwards.totalRow.sessions)
    #expect(forwards.rows().count > 10)
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
    let text = StatisticsText(try script.statistics(by: [.format]), style: TextStyle.plain)
    #expect(
      text.lines == [
        "format        requests  filled     p50     p95",
        "banner               1       –       –       –",
        "interstitial         2  50.0 %  1.00 s  1.00 s",
        "all                  3  50.0 %  1.00 s  1.00 s",
        "",
        "format        ads    shown  wasted  unknown  shows/session  shows/day",
        "banner          0        –       –        –           0.00       0.00",
        "interstitial    1  100.0 %   0.0 %    0.0 %           1.00       1.00",
        "all             1  100.0 %   0.0 %    0.0 %           1.00       1.00",
        "",
        "format        impressions  clicks  CTR  impressions/DAU",
        "banner                  0       0    –             0.00",
        "interstitial            0       0    –             0.00",
        "all                     0       0    –             0.00",
        "",
        "format        not filled (cause × times)",
        "interstitial  no_fill (1) × 1",
        "all           no_fill (1) × 1",
        "1 request without an answer; not included in 'filled'",
      ])
  }

  @Test func `Notes below the table count what the figures omit or do not know`() throws {
    var script = Script(captures: #"["window"]"#)
    script.request("q")
    script.load("r", ad: "a")
    script.show("b")
    script.add(#""user.acted""#, skipping: 4)
    let text = StatisticsText(try script.statistics(), style: TextStyle.plain)
    #expect(
      text.lines.drop { !$0.contains("without an answer") } == [
        "1 request without an answer; not included in 'filled'",
        "1 ad with an unknown outcome: the session was cut, or records are missing",
        "1 ad shown without a recorded load; not included",
        "1 session of an app that does not record revenue",
        "1 session with lost records: the figures may be too low",
      ])
  }

  /// The style of a terminal of 80 columns.
  private static let narrow = {
    var style = TextStyle.plain
    style.width = 80
    return style
  }()

  @Test(
    arguments: [[], [.format], [.unit, .day], StatisticsField.allCases] as [[StatisticsField]])
  func `No line is wider than 80 columns, whatever the names are`(fields: [StatisticsField]) throws
  {
    var sum = AdStatistics(by: fields)
    for path in try Samples.paths(in: "sessions") {
      for audited in try Samples.audited(path) {
        sum.add(AdStatistics(of: audited.reading.trace, by: fields))
      }
    }
    let text = StatisticsText(sum, style: Self.narrow).lines.joined(separator: "\n")
    let lines = FittedText(width: 80).text(text).split(separator: "\n")
    #expect(lines.count > 15)
    for line in lines { #expect(line.count <= 80, "\(line)") }
  }

  @Test func `Long names have lines of their own, above the numbers`() throws {
    var script = Script()
    let unit = String(repeating: "u", count: 70)
    script.load("r", ad: "a", unit: unit)
    let lines = StatisticsText(
      try script.statistics(by: [.unit]), style: Self.narrow
    ).lines
    #expect(
      lines.prefix(6) == [
        "unit", "    requests   filled  p50  p95", unit, "           1  100.0 %    –    –", "all",
        "           1  100.0 %    –    –",
      ])
  }

  @Test func `Revenue has a row for each group and currency`() throws {
    let lines = StatisticsText(
      try Self.earning().statistics(by: [.format]), style: TextStyle.plain
    ).lines
    #expect(
      lines.drop { !$0.contains("currency") } == [
        "format        currency  revenue    eCPM  per session  per day  ARPDAU",
        "interstitial       EUR   0.0040  2.0000       0.0040   0.0040  0.0040",
        "interstitial       TRY   0.0005  0.5000       0.0005   0.0005  0.0005",
        "all                EUR   0.0040  2.0000       0.0040   0.0040  0.0040",
        "all                TRY   0.0005  0.5000       0.0005   0.0005  0.0005",
      ])
  }

  /// The cells of each row by the names of the columns, and these names.
  private static func csv(_ statistics: AdStatistics) -> ([[String: String]], heading: [String]) {
    let lines = StatisticsCSV.lines(statistics).map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let rows = lines.dropFirst().map { cells in
      #expect(cells.count == lines[0].count)
      return Dictionary(zip(lines[0], cells)) { $1 }
    }
    return (rows, lines[0])
  }

  @Test func `CSV has a row for each group and currency, with fractions of 1`() throws {
    let (rows, heading) = Self.csv(try Self.earning().statistics(by: [.unit]))
    let row = try #require(rows.first)
    #expect(rows.count == 2)
    #expect(row["unit"] == "u" && row["requests"] == "3" && row["fill_rate"] == "1.0")
    #expect(row["latency_p95_ms"] == "" && row["impressions"] == "3" && row["clicks"] == "1")
    #expect(row["shows_per_session"] == "3.0" && row["days"] == "1")
    #expect(row["installs"] == "1" && row["install_days"] == "1" && row["dau"] == "1.0")
    #expect(row["installs_exact"] == "true" && row["impressions_per_dau"] == "3.0")
    #expect(rows.map { $0["requests"] } == ["3", "3"])
    #expect(rows.map { $0["currency"] } == ["EUR", "TRY"])
    #expect(rows.map { $0["payments"] } == ["2", "1"])
    #expect(rows.map { $0["revenue_micros"] } == ["4000", "500"])
    #expect(rows.map { $0["ecpm"] } == ["2.0", "0.5"])
    #expect(rows.map { $0["arpdau"] } == ["0.004", "0.0005"])
    // The columns are the same without a payment, in one row without a currency.
    var script = Script()
    script.request("r")
    let (unpaid, columns) = Self.csv(try script.statistics(by: [.unit]))
    #expect(columns == heading && unpaid.count == 1)
    #expect(unpaid[0]["currency"] == "" && unpaid[0]["payments"] == "0")
    #expect(unpaid[0]["revenue_micros"] == "0" && unpaid[0]["ecpm"] == "")
    #expect(unpaid[0]["arpdau"] == "")
  }

  @Test func `A name that a spreadsheet would treat as a formula is escaped in CSV`() throws {
    var script = Script()
    script.load("r", ad: "a", unit: "=1,2")
    #expect(
      StatisticsCSV.lines(try script.statistics(by: [.unit]))[1].hasPrefix(#""'=1,2",1,1,0,0,1.0,"#)
    )
  }

  @Test(arguments: [
    ("::warning file=x::pwned", "\\u{3a}:warning file=x::pwned"),
    (" \n::error::x", " \n\\u{3a}:error::x"),
    ("##vso[task.setvariable variable=x]y", "\\u{23}#vso[task.setvariable variable=x]y"),
    ("u##[error]", "u\\u{23}#[error]"), ("u::x", "u::x"),
  ])
  func `A name that a CI service would run as a command is escaped in text and CSV`(
    name: String, safe: String
  ) throws {
    var script = Script()
    let quoted = name.replacing("\n", with: "\\n")
    script.load("r", ad: "a", unit: quoted)
    let statistics = try script.statistics(by: [.unit])
    let text = StatisticsText(statistics, style: TextStyle.plain).lines
    #expect(text.contains { $0.hasPrefix(safe.replacing("\n", with: "\\u{a}")) })
    #expect(StatisticsCSV.lines(statistics)[1].replacing("\"", with: "").hasPrefix(safe + ","))
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
    #expect(group.number("sessions") == 1 && group.number("days") == 1)
    #expect(group["shows_per_session"] as? Double == 0 && group["ctr"] is NSNull)
    #expect(group.number("installs") == 1 && group.number("install_days") == 1)
    #expect(group["dau"] as? Double == 1 && group["impressions_per_dau"] as? Double == 0)
    #expect(group["installs_exact"] as? Bool == true)
    #expect(group.objects("earnings").isEmpty)
  }
}
