import AdSimulator
import Testing

@testable import AdTesting
@testable import ReferenceManagers

/// What the timeline of a case says, and how short it is.
@Suite struct TimelineTests {
  private func failure<Manager: TestedAdManager>(
    _ test: AdManagerTest<Manager>, sessions: Int = 1_000
  ) throws -> AdTestFailure {
    try #require(#expect(throws: AdTestFailure.self) { try test.check(sessions: sessions) })
  }

  /// Lines of a timeline, a second apart.
  private func text(_ lines: [String]) -> String {
    RepeatedLines(
      lines.enumerated().map { .init(time: Int64($0 * 1_000), depth: 0, text: $1) }
    ).text.joined(separator: "\n")
  }

  @Test func `equal groups of lines are written once, whatever the numbers of their ads`() {
    let day = (1...9).flatMap { ["manager.appBecameActive()", "a-\($0).present(.foreground)"] }
    #expect(
      text(["manager.sdkStarted()"] + day + ["manager.appTerminating()"]) == """
          0:00:00.000  manager.sdkStarted()
          0:00:01.000  manager.appBecameActive()
          0:00:02.000  a-1.present(.foreground)
                       // the 2 lines above 8 times more, until 0:00:18.000
          0:00:19.000  manager.appTerminating()
        """)
  }

  @Test func `two equal lines are written twice, and many as one`() {
    #expect(!text(["a", "a", "b"]).contains("//"))
    #expect(
      text(["a", "a", "a", "a", "a"]) == """
          0:00:00.000  a
                       // the line above 4 times more, until 0:00:04.000
        """)
    #expect(
      text(["a-1", "b", "c", "a-2", "b", "c"]).contains("the 3 lines above once more, until"))
  }

  @Test func `lines that differ in more than an ad are not equal`() {
    #expect(!text(["load → a-1, in s-1", "x", "y", "load → a-1, in s-2", "x", "y"]).contains("//"))
  }

  /// Fails as soon as the clock changed, so that the timeline ends there.
  final class ClockWatcher: InterstitialAds {
    private var lead: Int64 = 0, zone = 0
    override func sdkStarted() {
      super.sdkStarted()
      (lead, zone) = (phone.wallMilliseconds - phone.milliseconds, phone.minutesEastOfUTC)
    }
    override func appBecameActive() {
      if phone.wallMilliseconds - phone.milliseconds != lead { stop() }
      if phone.minutesEastOfUTC != zone { stop() }
      super.appBecameActive()
    }
  }

  @Test(arguments: [
    (Fault.wallJumps, "// the wall clock jumps 1 h 0 min ahead, to 13:00:"),
    (Fault.zoneChanges, "// the time zone changes from UTC+0:00 to UTC+1:00"),
  ])
  func `the timeline says how the clock changes`(fault: Fault, line: String) throws {
    var test = AdManagerTest(InterstitialAds.app) { ClockWatcher($0) }
    test.faultPacks = [FaultPack(name: "one fault", faults: FaultSet([fault]))]
    let failure = try failure(test)
    #expect(failure.timeline.contains(line), "\(failure.timeline)")
  }

  /// Gives each ad a delegate that nothing keeps.
  final class Careless: InterstitialAds {
    final class Listener: SimulatedAdDelegate {}
    override func wantsToShow(_ placement: AdPlacement) {
      guard !isUp, let ad = slots[placement]?.ad else { return super.wantsToShow(placement) }
      super.wantsToShow(placement)
      if isUp { ad.delegate = Listener() }
    }
  }

  @Test func `a released delegate is named as the cause`() throws {
    var test = AdManagerTest(InterstitialAds.app) { Careless($0) }
    test.onlyRules = ["reload-after-dismiss", "reload-after-present-failure"]
    let failure = try failure(test)
    let end = "; the manager did not hear of a-1, because its delegate had been released"
    #expect(failure.because.hasSuffix(end), "\(failure)")
    #expect(
      failure.remedy == "Keep a strong reference to the delegate of an ad until the ad is gone.")
    #expect(failure.timeline.contains(": its delegate was released"), "\(failure.timeline)")
  }

  @Test func `the timeline names what an ad without a delegate reports`() throws {
    final class Mute: InterstitialAds {
      final class Slot: AdSlot {}
      override func sdkStarted() { phone.load { [self] in ad = try? $0.get() } }
      override func userActed() {
        guard let shown = ad else { return }
        ad = nil
        shown.present(.user)
        phone.after(milliseconds: 1_000) { [self] in stop() }
      }
      var ad: SimulatedFullScreenAd?
    }
    var test = AdManagerTest(InterstitialAds.app) { Mute($0) }
    test.onlyRules = ["daily-cap"]
    test.faultPacks = []
    let failure = try failure(test)
    #expect(failure.timeline.contains("// a-1 appeared: no delegate"), "\(failure)")
  }

  @Test func `the timeline names the unit if several have the same format`() throws {
    var app = TestedApp(units: [
      AdUnit("level_end", .interstitial), AdUnit("pause", .interstitial), AdUnit("coin", .rewarded),
    ])
    app.isDebug = false
    final class Throwing: InterstitialAds {
      override func appResignedActive() { stop() }
    }
    let failure = try failure(AdManagerTest(app) { Throwing($0) })
    #expect(failure.timeline.contains("phone.load(interstitial 'level_end', reason: .launch)"))
    #expect(failure.timeline.contains("phone.load(rewarded, reason: .launch)"))
  }

  /// Takes an ad for gone five seconds after its present, also if the app was in the background.
  final class Hasty: InterstitialAds {
    override var isUp: Bool {
      guard let presentedAt, !hasAppeared else { return super.isUp }
      return shownSince != nil && now - presentedAt <= 5_000
    }
    private var presentedAt: Int64?
    override func present(_ placement: AdPlacement, _ trigger: ShowTrigger) -> Bool {
      let isPresented = super.present(placement, trigger)
      if isPresented { presentedAt = now }
      return isPresented
    }
    override var isTooSoon: Bool { false }
    override func userActed() { actions += 2 }
  }

  @Test func `a failure says which part of the time does not count`() throws {
    var test = AdManagerTest(InterstitialAds.app) { Hasty($0) }
    test.onlyRules = ["one-full-screen-at-a-time"]
    test.faultPacks = [
      FaultPack(name: "absences", faults: FaultSet([.latePresent, .shortAbsences]))
    ]
    let failure = try failure(test, sessions: 8_000)
    #expect(failure.because.contains(" was about to appear; of the "), "\(failure)")
    #expect(failure.because.hasSuffix(" in the background do not count"), "\(failure)")
  }

  @Test func `a long timeline leaves out scheduled calls in which nothing happened`() {
    let calls = (0..<50).flatMap { ["call \($0)", "scheduled call"] }
    let lines = text(calls).split(separator: "\n")
    #expect(lines.count == 51)
    #expect(
      lines.first
        == "               // scheduled calls in which nothing happened are left out")
    #expect(text(Array(calls.prefix(20))).contains("scheduled call"))
  }

  @Test func `in a long timeline, idle callbacks at the same time share a line`() {
    func text(_ returns: Int) -> [Substring] {
      let texts = [
        (0, "manager.appEnteringForeground()"), (0, "manager.appBecameActive()"),
        (1, "phone.load(interstitial)"), (0, "manager.userActed()"), (0, "manager.userActed()"),
      ]
      let lines = (0..<returns).flatMap { number in
        texts.map { depth, text in
          RepeatedLines.Line(
            time: Int64(number * 1_000), depth: depth, text: text + (depth == 1 ? " \(number)" : "")
          )
        }
      }
      return RepeatedLines(lines).text.joined(separator: "\n").split(separator: "\n")
    }
    #expect(text(8).count == 40)
    #expect(
      text(10).suffix(4) == [
        "  0:00:09.000  manager.appEnteringForeground()",
        "  0:00:09.000  manager.appBecameActive()",
        "  0:00:09.000    phone.load(interstitial) 9",
        "  0:00:09.000  manager.userActed(), userActed()",
      ])
  }

  @Test func `an earlier process that the failure does not need is left out`() throws {
    final class Late: InterstitialAds {
      override func sdkStarted() {
        super.sdkStarted()
        if phone.launchCount % 8 > 0 || phone.launchCount > 8 { stop() }
      }
    }
    let failure = try failure(AdManagerTest(InterstitialAds.app) { Late($0) })
    #expect(!failure.timeline.contains("process 2"), "\(failure)")
    #expect(failure.timeline.hasPrefix("process 1, launch 1, wall clock 12:00:00 (UTC+0:00)\n"))
  }

  @Test func `a failure right after a return is shown without the whole recovery`() throws {
    final class Impatient: InterstitialAds {
      override func appBecameActive() {
        super.appBecameActive()
        if timeAway > 12_000 { stop() }
      }
    }
    var test = AdManagerTest(InterstitialAds.app) { Impatient($0) }
    test.faultPacks = []
    let failure = try failure(test)
    #expect(failure.timeline.split(separator: "\n").count <= 16, "\(failure)")
  }
}

extension FullScreenAds {
  /// Fails the test.
  fileprivate func stop() {
    phone.finishSplash()
    phone.finishSplash()
  }
}
