import AdAudit
import AdReports
import AdWhatIf
import AdReplay
import AdDecider
import AdSession
import AdSimulator
import PropertyTesting
import TestReports
import Testing

struct WhatIfTests {
  private func lines(_ path: String, _ policy: PolicySetting...) throws -> [String] {
    let reading = try #require(Samples.audited(path).first?.reading)
    let result = try #require(WhatIf(reading.trace, policy: policy))
    return WhatIfText(result, policy: policy, style: TextStyle.plain).lines
  }

  @Test func `The decider agrees with the decisions of all sessions without violations`() throws {
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

  @Test func `A lower cap removes shows and their consequences`() throws {
    let path = "sessions/app-open-cold-start-and-return.jsonl"
    #expect(
      try lines(path, PolicySetting(.dailyCap, 1)) == [
        "session reader-5c1e90  2 decisions about full-screen ads, 3 requests",
        "under the recorded policy, the decider agrees with every decision",
        "",
        "with daily_cap=1 (recorded 20)",
        "  line 19, 0:00:08.639: app_open would not be requested: the daily cap is reached",
        "  line 31, 0:08:54.645: app_open ad a-2 would not be shown: daily_cap (the daily cap "
          + "is reached)",
        "  line 39, 0:09:00.436: app_open would not be requested: the daily cap is reached",
        "shows: app_open 2, would be 1",
        "revenue of these shows: 0.01653 EUR, would be 0.00912 EUR",
        "violations: 0 under the recorded policy; 3 under this policy (0 unrelated to a changed "
          + "decision)",
      ])
  }

  @Test func `An unobserved show and its consequences result in bounds`() throws {
    let path = "sessions/splash-module-lock-and-short-absence.jsonl"
    #expect(
      try lines(path, PolicySetting(.minBackgroundSeconds, 1)).dropFirst(3) == [
        "with min_background_s=1 (recorded 10)",
        "  line 22, 0:01:10.583: app_open in main would be shown instead of skipped "
          + "(interval); the show may fail",
        "  line 36, 0:06:53.976: app_open in main may be shown, depending on an SDK answer that "
          + "was not recorded; otherwise skipped: not_ready (no ad is ready)",
        "shows: app_open 2, would be 1 to 3",
        "revenue of these shows: 0.00679 EUR, would be at least 0.00331 EUR",
        "up to 2 unobserved shows",
        "violations: 0 under the recorded policy; 0 under this policy",
      ])
  }

  @Test func `The decider disagrees with the violating decision of an incident and gives a reason`()
    throws
  {
    let fiveHours = try lines(
      "incidents/app-open-shown-after-five-hours.jsonl",
      PolicySetting(.appOpenMaxAgeSeconds, 21_600))
    #expect(fiveHours[1] == "under the recorded policy, the decider disagrees 1 time:")
    #expect(
      fiveHours[2] == "  line 26, 5:14:56.794: app_open ad a-2 was to be shown; the decider would "
        + "skip it: expired (the loaded ad is too old)")
    #expect(fiveHours.last == "violations: 1 under the recorded policy; 0 under this policy")
    let unlock = try lines(Samples.unlock, PolicySetting(.dailyCap, 5))
    #expect(
      unlock.contains {
        $0.contains("skip it: locked (the phone was locked, but the app was not left)")
      })
  }

  @Test func `A request that a longer pause forbids is listed with the rest of the pause`() throws {
    let lines = try lines(
      "sessions/interstitial-retries-and-new-policy.jsonl", PolicySetting(.retryBaseSeconds, 20))
    #expect(
      lines.contains(
        "  line 11, 0:00:04.962: interstitial would not be requested: the pause after failed "
          + "loads lasts 17.65 s more"))
  }

  @Test(
    arguments: [
      (EventKind.entitlementChanged, "the user paid for an app without ads"),
      (.preloadStarted, "a preloader of the SDK loads this unit"),
      (.connectivityChanged, "there is no connection, and loads failed before"),
    ])
  func `The decider does not request against what is known of the user and the phone`(
    kind: EventKind, reason: String
  ) throws {
    let trace = Self.requests(after: kind)
    let policy = PolicySetting(.offlineRequests, 0)
    trace.header?.policy = [policy]
    let result = try #require(WhatIf(trace, policy: [policy]))
    let lines = WhatIfText(result, policy: [policy], style: TextStyle.plain).lines
    #expect(
      lines.contains(
        "  line 4, 0:00:00.000: rewarded was requested; the decider would not request it: "
          + reason))
  }

  /// A session in which an ad is requested right after a record about the surroundings.
  private static func requests(after kind: EventKind) -> Trace {
    let trace = Trace()
    trace.header = Header()
    trace.header?.captures = ClassSet(EventClass.allCases.map { ClassSet($0) })
    let unit = trace.symbols.intern("unit")
    var events = [Event(.consentUpdated), Event(.sdkStarted), Event(kind), Event(.adRequested)]
    events[0].canRequestAds = true
    switch kind {
    case .entitlementChanged: events[2].adFree = true
    case .preloadStarted: events[2].unit = unit
    default: events[2].connected = false
    }
    events[3].unit = unit
    events[3].format = .rewarded
    events[3].request = trace.symbols.intern("r-1")
    for number in events.indices {
      events[number].seq = Int64(number + 1)
      events[number].line = UInt32(number + 1)
    }
    trace.events = events
    return trace
  }

  @Test func `A session without its header has no policy to compare with`() {
    let trace = Trace()
    trace.events = [Event(.appBecameActive)]
    #expect(WhatIf(trace, policy: [PolicySetting(.dailyCap, 1)]) == nil)
  }

  @Test func `The default of every threshold is within its allowed range`() {
    for key in PolicyKey.allCases {
      if let value = key.defaultValue { #expect(key.allowedRange.contains(value), "\(key.name)") }
    }
  }
}
