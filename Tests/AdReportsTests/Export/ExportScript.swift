import AdAudit
import AdReports
import AdSession
import Foundation
import TestReports
import Testing

/// Lines of a session, a second apart, for the tests of exports.
struct ExportScript {
  private(set) var lines: [String] = []
  private var t = 0
  private var seq = 0

  init(header: Bool = true, install: String? = nil) {
    if header {
      let more = install.map { ",\"install\":\"\($0)\"" } ?? ""
      add(
        #""session.began","app":"a","app_version":"4.2","build":"release","os":"iOS","#
          + #""os_version":"26.0","sdk":"google-mobile-ads","sdk_version":"13.1.0","#
          + #""utc_offset_min":120"# + more)
    }
  }

  /// Adds a record, some seconds after the one before it.
  mutating func add(_ event: String, after seconds: Int = 1, skipping lost: Int = 0) {
    seq += 1 + lost
    if seq > 1 { t += seconds * 1000 }
    lines.append(
      #"{"v":1,"session":"s","seq":\#(seq),"t":\#(t),"wall":"\#(Self.wall(t))","event":\#(event)}"#)
  }

  private static func wall(_ t: Int) -> String { WallClock.text(1_767_650_400_000 + Int64(t)) }

  mutating func request(_ name: String, format: String = "app_open") {
    add(#""ad.requested","unit":"u","format":"\#(format)","request":"\#(name)""#)
  }

  mutating func load(_ name: String, ad: String, format: String = "app_open") {
    add(#""ad.loaded","unit":"u","format":"\#(format)","request":"\#(name)","ad":"\#(ad)""#)
  }

  /// Adds an event of presentation.
  mutating func present(_ event: String, _ ad: String, skipping lost: Int = 0) {
    add(#""\#(event)","ad":"\#(ad)","unit":"u","format":"app_open""#, skipping: lost)
  }

  func audited() throws -> AuditedSession { try #require(Samples.audited(lines: lines).first) }
}

/// The trace events of sessions, read back.
struct TraceEvents {
  private(set) var all: [[String: Any]]

  init(_ sessions: [AuditedSession]) throws {
    var numbers = PerfettoNumbers()
    let pieces = sessions.map { numbers.number(PerfettoTrace.events(of: $0)) }
      .filter { !$0.isEmpty }
    let text =
      Array(PerfettoTrace.beginning.utf8) + pieces.joined(separator: [UInt8(ascii: ",")])
      + Array(PerfettoTrace.ending.utf8)
    all = try Samples.object(text).objects("traceEvents")
  }

  /// The elements of a track: `NAME FROM-TO` of a slice, `NAME FROM` of an instant, in
  /// milliseconds.
  func track(_ title: String) -> [String] {
    let names = all.filter { $0.text("name") == "thread_name" }
    let tids = names.filter { $0.object("args").text("name") == title }.map { $0.number("tid") }
    return all.filter { ["X", "i"].contains($0.text("ph")) && tids.contains($0.number("tid")) }
      .sorted { ($0.number("ts") ?? 0) < ($1.number("ts") ?? 0) }.map(Self.text)
  }

  private static func text(_ event: [String: Any]) -> String {
    let start = (event.number("ts") ?? 0) / 1000
    let end = event.number("dur").map { "-\(start + $0 / 1000)" } ?? ""
    return "\(event.text("name") ?? "") \(start)\(end)"
  }
}
