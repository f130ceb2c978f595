import AdAudit
import AdReports
import AdWhatIf
import AdReplay
import AdDecider
import AdSession
import AdSimulator
import PropertyTesting
import Testing

struct WhatIfTests {
  private func lines(_ path: String, _ policy: PolicySetting...) throws -> [String] {
    let reading = try #require(Samples.audited(path).first?.reading)
    let result = try #require(WhatIf(reading.trace, policy: policy))
    return WhatIfText(result, policy: policy, paint: Paint(isOn: false)).lines
  }

  @Test func `Every well-behaved session is decided as it was`() throws {
    var count = 0
    for path in try Samples.paths(in: "sessions") {
      var before: [PastShow] = []
      for audited in try Samples.audited(path) {
        let trace = audited.reading.trace
        let result = try #require(
          WhatIf(trace, policy: [PolicySetting(.paidSeconds, 11)], shownBefore: before))
        let differences = result.differences
        #expect(differences.isEmpty, "\(path): \(differences)")
        #expect(result.changes.isEmpty && result.notRequested.isEmpty, "\(path)")
        count += result.opportunities.count
        for event in trace.events where event.kind == .adWillPresent && event.format == .appOpen {
          let offset = trace.header?.utcOffsetMinutes ?? 0
          let day = WallClock.localDay(event.wall, utcOffsetMinutes: offset)
          before.append(PastShow(wall: event.wall, day: day))
        }
      }
    }
    #expect(count > 40)
  }

  @Test func `What the decider decided in the simulated world it decides again`() throws {
    var simulation = Simulation(faults: .all.subtracting(FaultSet([.lostRecords])))
    simulation.manager = .deciding
    var count = 0
    for seed in 1...UInt64(150) {
      guard let trace = simulation.sessions(Choices(seed: seed)).first else { continue }
      let result = try #require(WhatIf(trace, policy: [PolicySetting(.paidSeconds, 11)]))
      #expect(result.differences.isEmpty, "seed \(seed): \(result.differences)")
      #expect(result.changes.isEmpty, "seed \(seed)")
      count += result.opportunities.count
    }
    #expect(count > 200)
  }

  @Test func `A lower cap takes shows away, and what followed from them`() throws {
    let path = "sessions/app-open-cold-start-and-return.jsonl"
    #expect(
      try lines(path, PolicySetting(.dailyCap, 1)) == [
        "session reader-5c1e90  2 decisions about full-screen ads, 3 requests",
        "under the recorded policy the decider decides the same every time",
        "",
        "with daily_cap=1 (recorded 20)",
        "  line 19, 0:00:08.639: app_open would not be requested then: the day has no show left",
        "  line 31, 0:08:54.645: app_open ad a-2 would not be shown: daily_cap (the day has no "
          + "show left)",
        "  line 39, 0:09:00.436: app_open would not be requested then: the day has no show left",
        "shows: app_open 2, would be 1",
        "revenue of these shows: 0.01653 EUR, would be 0.00912 EUR",
        "violations: 0 by the recorded policy; 3 by this one, 0 of them not of what would be "
          + "decided otherwise",
      ])
  }

  @Test func `A show that nobody observed gives bounds, and so does what follows from it`() throws {
    let path = "sessions/splash-module-lock-and-short-absence.jsonl"
    #expect(
      try lines(path, PolicySetting(.minBackgroundSeconds, 1)).dropFirst(3) == [
        "with min_background_s=1 (recorded 10)",
        "  line 22, 0:01:10.583: app_open in main would be shown, where it was skipped "
          + "(interval); it may fail to come up",
        "  line 36, 0:06:53.976: app_open in main may or may not be shown: that depends on an "
          + "answer of the SDK that nobody observed; without it: not_ready (no ad is ready)",
        "shows: app_open 2, would be 1 to 3",
        "revenue of these shows: 0.00679 EUR, would be at least 0.00331 EUR",
        "up to 2 shows that nobody observed",
        "violations: 0 by the recorded policy; 0 by this one",
      ])
  }

  @Test func `An incident says where the decider would not have done it, and why`() throws {
    let fiveHours = try lines(
      "incidents/app-open-shown-after-five-hours.jsonl",
      PolicySetting(.appOpenMaxAgeSeconds, 21_600))
    #expect(fiveHours[1] == "under the recorded policy the decider decides otherwise 1 time:")
    #expect(
      fiveHours[2] == "  line 26, 5:14:56.794: app_open ad a-2 was to be shown; it would not: "
        + "expired (what it holds is too old)")
    #expect(fiveHours.last == "violations: 1 by the recorded policy; 0 by this one")
    let unlock = try lines(Samples.unlock, PolicySetting(.dailyCap, 5))
    #expect(
      unlock.contains { $0.contains("it would not: locked (the phone was locked, not left)") })
  }

  @Test func `Requests that a longer pause forbids are named with what is left of it`() throws {
    let lines = try lines(
      "sessions/interstitial-retries-and-new-policy.jsonl", PolicySetting(.retryBaseSeconds, 20))
    #expect(
      lines.contains(
        "  line 11, 0:00:04.962: interstitial would not be requested then: the pause after failed "
          + "loads runs 17.65 s more"))
  }

  @Test func `A session without its header has no policy to compare with`() {
    let trace = Trace()
    trace.events = [Event(.appBecameActive)]
    #expect(WhatIf(trace, policy: [PolicySetting(.dailyCap, 1)]) == nil)
  }

  @Test func `Every threshold's default makes sense`() {
    for key in PolicyKey.allCases { #expect(key.allowedRange.contains(key.defaultValue)) }
  }
}
