import AdAudit
import AdReplay
import AdReports
import AdSession
import TestReports
import Testing

/// The state of a session as text for people.
struct StateTextTests {
  private func text(_ path: String, at seq: Int64? = nil) throws -> String {
    let trace = try #require(Samples.audited(path).first).reading.trace
    let index = seq.flatMap { seq in trace.events.firstIndex { $0.seq == seq } }
    return StateText(trace, after: index ?? trace.events.count - 1, style: .plain).lines
      .joined(separator: "\n")
  }

  @Test func `A state names the app's phase, the ads, what is due and the caps`() throws {
    #expect(
      try text(Samples.unlock, at: 29) == """
        state after seq 29  ad.present_requested
          time      0:03:02.381 after the start, 2026-10-29 07:43:15, UTC+08:00
          app       active for 5 ms; cold start; 1 return from the background
          consent   ads can be requested; SDK started 3 min 2.306 s ago
          slot      app_open  ca-app-pub-1234567890123456/4410027781
                      presenting  a-2 for 0 s, loaded 1 min 29.556 s ago
          due       present-resolves within 5 s, since seq 29
          caps      app open shows in this session today: 1 of 20 (daily_cap)
        """)
  }

  @Test func `A state names screens, windows and a load in flight`() throws {
    let path = "sessions/splash-module-midnight.jsonl"
    let lines = try text(path, at: 13)
    #expect(lines.contains("\n  screen    loading screen for 1.567 s\n"))
    #expect(lines.contains("\n            ad window w-1 for 0 s\n"))
    let loading = try text(path, at: 22)
    #expect(loading.contains("\n              loading  r-2 for 20 ms\n"))
    #expect(try text(path, at: 47).contains("\n  screen    content, shown 0 s ago\n"))
  }

  @Test func `A dismissed ad is no part of the text`() throws {
    let text = try text(Samples.unlock, at: 20)
    #expect(!text.contains("a-1"))
    #expect(text.contains("\n              loading  r-2 for 0 s\n"))
  }

  @Test func `The last state of an ended session has nothing due`() throws {
    let text = try text(Samples.unlock)
    #expect(text.hasPrefix("state after seq 42  session.ended\n"))
    #expect(!text.contains("\n  due "))
    #expect(text.contains("\n              ready  a-3, loaded 26.687 s ago\n"))
  }

  /// A session of an interstitial that was requested and failed so many times, a second apart.
  private func failing(_ count: Int, more: [String] = []) -> Trace {
    let header =
      #""session.began","app":"a","app_version":"1","build":"release","os":"iOS","os_version":"26.0","#
      + #""sdk":"google-mobile-ads","sdk_version":"13.1.0","utc_offset_min":0"#
    let slot = #""unit":"u-1","format":"interstitial""#
    let loads = (0..<count).flatMap { number in
      [
        #""ad.requested",\#(slot),"request":"r-\#(number)","reason":"launch""#,
        #""ad.failed_to_load",\#(slot),"request":"r-\#(number)","error_code":1"#,
      ]
    }
    let lines = ([header] + loads + more).enumerated().map { number, event in
      let (minute, second) = (number / 60 % 60, number % 60)
      let time = "0\(minute)".suffix(2) + ":" + "0\(second)".suffix(2)
      return #"{"v":1,"session":"s","seq":\#(number + 1),"t":\#(number * 1000),"#
        + #""wall":"2026-11-26T00:\#(time).000Z","event":\#(event)}"#
    }
    return Samples.audited(lines: lines)[0].reading.trace
  }

  @Test func `A slot without an ad names its failed loads and their cause`() {
    let trace = failing(3)
    let lines = StateText(trace, after: 6, style: .plain).lines
    #expect(lines.contains("  slot      interstitial  u-1"))
    #expect(lines.contains("              no ad"))
    #expect(lines.contains("              3 failed loads in a row, the last 0 s ago, no_fill"))
    let first = StateText(trace, after: 2, style: .plain).lines
    #expect(first.contains("              1 failed load in a row, the last 0 s ago, no_fill"))
  }

  @Test func `The text has a bounded number of ads, whatever the state has`() {
    let slot = #""unit":"u-1","format":"interstitial""#
    let more = (0..<300).map { #""ad.loaded",\#(slot),"request":"q","ad":"a-\#($0)""# }
    let trace = failing(0, more: more)
    let lines = StateText(trace, after: trace.events.count - 1, style: .plain).lines
    #expect(lines.count < 60)
    #expect(lines.contains("              and 290 older ads"))
    #expect(lines.contains { $0.hasPrefix("              ready  a-299, loaded ") })
  }

  @Test func `The text has a bounded number of slots`() {
    let more = (0..<300).map {
      #""ad.requested","unit":"u-\#($0)","format":"interstitial","request":"q-\#($0)","reason":"launch""#
    }
    let trace = failing(0, more: more)
    let lines = StateText(trace, after: trace.events.count - 1, style: .plain).lines
    #expect(lines.count < 150)
    #expect(lines.contains("            and 250 more slots"))
  }

  @Test func `The app is unknown after a gap, and an ad is marked`() throws {
    let text = try text("damaged/seq-gap.jsonl", at: 14)
    #expect(text.contains("\n  app       unknown since a gap ("))
  }

  @Test func `The app is unknown in a further file of a session alone`() throws {
    let text = try text("format/segments/cooking-3.jsonl")
    #expect(text.hasSuffix("\n  app       unknown, its beginning is lost"))
  }

  @Test func `Every state of every session has text without spaces at the end of a line`() throws {
    for path in try Samples.paths(in: "sessions") + Samples.paths(in: "damaged") {
      for audited in try Samples.audited(path) {
        let trace = audited.reading.trace
        for index in stride(from: 0, to: trace.events.count, by: 7) {
          let lines = StateText(trace, after: index, style: .plain).lines
          #expect(lines.count >= 3 && lines.allSatisfy { !$0.hasSuffix(" ") }, "\(path)")
        }
      }
    }
  }
}
