import AdTesting
import Testing

@testable import ReferenceManagers

/// What the phone reports about windows, placements and the actions of the user.
@Suite struct WindowTests {
  /// A manager that compares its callbacks with what the phone says.
  final class Watching: WindowAds {
    nonisolated(unsafe) static var problems: Set<String> = []
    nonisolated(unsafe) static var seen: Set<String> = []
    private var open: [AdWindow] = []

    private func note(_ event: String) {
      Self.seen.insert(event)
      if open.map(\.name) != phone.windows.map(\.name) { Self.problems.insert("\(event): windows") }
      let scenes = Set(phone.placements.compactMap(\.scene))
      if scenes != Set(open.map(\.name)) { Self.problems.insert("\(event): placements") }
    }
    override func windowOpened(_ window: AdWindow) {
      open.append(window)
      note("opened")
      super.windowOpened(window)
    }
    override func windowResized(_ window: AdWindow) {
      open = open.map { $0.name == window.name ? window : $0 }
      if phone.windows != open { Self.problems.insert("resized: sizes") }
      if window.width > window.height { Self.seen.insert("landscape") }
      if !window.supportsFullScreenAds { Self.seen.insert("shared landscape") }
      note("resized")
      super.windowResized(window)
    }
    override func windowClosed(_ window: AdWindow) {
      open.removeAll { $0.name == window.name }
      note("closed")
      super.windowClosed(window)
    }
    override func wantsToShow(_ placement: AdPlacement) {
      if !open.contains(where: { $0.name == placement.scene }) {
        Self.problems.insert("a moment for a closed window")
      }
      note("moment")
      super.wantsToShow(placement)
    }
  }

  @Test func `a closed window has no placements and is never offered`() throws {
    try AdManagerTest(WindowAds.windowApp) { Watching($0) }.check(sessions: 500)
    #expect(Watching.problems.isEmpty)
    #expect(
      Watching.seen == ["opened", "resized", "closed", "moment", "landscape", "shared landscape"])
  }

  @Test func `a request without a window fails in an app with several windows`() throws {
    final class Forgetting: WindowAds {
      override func makeSlot(_ placement: AdPlacement) -> AdSlot {
        AdSlot(phone, AdPlacement(placement.unit), maximumAge: maximumAge) { [unowned self] in
          activeTime
        }
      }
    }
    let test = AdManagerTest(WindowAds.windowApp) { Forgetting($0) }
    let failure = #expect(throws: AdTestFailure.self) { try test.check(sessions: 200) }
    #expect(failure?.rule == "scene-set-on-request")
  }

  @Test func `an ad that is presented in another window fails, and the timeline says the window`()
    throws
  {
    final class Foreign: WindowAds {
      override func show(_ ad: SimulatedFullScreenAd, _ trigger: ShowTrigger) {
        if let window = phone.windows.first { ad.present(trigger, in: window) }
      }
    }
    let test = AdManagerTest(WindowAds.windowApp) { Foreign($0) }
    let failure = try #require(
      #expect(throws: AdTestFailure.self) { try test.check(sessions: 500) })
    #expect(failure.rule == "shown-in-its-own-scene", "\(failure)")
    #expect(
      failure.because
        == "interstitial ad a-2 was presented in scene s-1 but requested for scene s-2")
    #expect(failure.timeline.contains("a-2.present(.transition, in: s-1)"), "\(failure.timeline)")
  }

  @Test func `a tap on the button of a rewarded ad is a user action`() throws {
    final class Counting: RewardedAds {
      nonisolated(unsafe) static var moments = 0, taps = 0
      private var actions = 0
      override func userActed() { actions += 1 }
      override func wantsToShow(_ placement: AdPlacement) {
        Self.moments += 1
        if actions > 0 { Self.taps += 1 }
        actions = 0
        super.wantsToShow(placement)
      }
    }
    try AdManagerTest(RewardedAds.app) { Counting($0) }.check(sessions: 300)
    #expect(Counting.moments > 300 && Counting.taps == Counting.moments)
  }
}
