import AdManaging
import AdRecording
import AdSession
import AppJournal
import Foundation
import GoogleMobileAds
import Platform

/// App-open ads by `AppOpenAds`: the user repeatedly leaves the app for a minute and returns.
@MainActor final class DecidedAds {
  private let count: Int
  private let clock = Clock()
  private let recorder: AdRecorder
  private let ads: GoogleJournal.AppOpenAds
  private let unit = "decided"
  private var waiting: StubAds.Load?
  private var shown: AppOpenAd?

  init(folder: String, count: Int) {
    // A session of a real app has a few dozen shows, not thousands.
    self.count = min(count, 200)
    let policy = [
      PolicySetting(.dailyCap, 1_000_000), PolicySetting(.minBackgroundSeconds, 10),
      PolicySetting(.firstAdMinLaunches, 3),
    ]
    recorder = AdRecorder(
      SessionRecorder(toMeasureIn: folder, policy: policy, system: clock.system))
    ads = GoogleJournal.AppOpenAds(recorder, unit: unit, shows: .file(folder + "/app-open-shows"))
    StubAds.answer(unit) { [weak self] load in
      nonisolated(unsafe) let load = load
      MainActor.assumeIsolated { self?.waiting = load }
    }
  }

  func run() -> Costs {
    var costs = Costs()
    ads.start()
    recorder.record(.appLaunched(cold: true))
    recorder.record(.consentUpdated(canRequestAds: true))
    recorder.record(.sdkStarted)
    recorder.record(.contentShown())
    recorder.record(.appBecameActive)
    let begin = recorder.session.status.newest
    for number in 0..<count { visit(number, &costs) }
    let status = recorder.session.status
    (costs.ads, costs.records, costs.lost) = (count, Int(status.newest - begin), status.lost)
    recorder.session.endAndWait()
    return costs
  }

  private func visit(_ number: Int, _ costs: inout Costs) {
    let ad = AppOpenAd(stubUnit: unit, responseInfo: Answers.response(number))
    nonisolated(unsafe) let loaded = ad
    ad.stubOnPresent = { [weak self] _ in MainActor.assumeIsolated { self?.shown = loaded } }
    let load = waiting
    waiting = nil
    costs.time("loaded") { load?.finish(ad, nil) }
    costs.time("taken over") { _ = RunLoop.main.run(mode: .default, before: Date() + 0.05) }
    costs.time("resigned") { recorder.record(.appResignedActive) }
    costs.time("background") { recorder.record(.appEnteredBackground) }
    clock.advance(by: 60)
    costs.time("foreground") { recorder.record(.appEnteringForeground) }
    costs.time("active, decided, presented") { recorder.record(.appBecameActive) }
    guard let up = shown else { return }
    shown = nil
    up.stubOnPresent = { _ in }
    Callbacks.run(up, &costs)
    clock.advance(by: 5)
    Costs.pause(100_000)
  }

  /// A clock that the benchmark sets.
  private final class Clock: @unchecked Sendable {
    private let lock = NSLock()
    private var nanoseconds: Int64 = 0

    var system: SystemCalls {
      var system = SystemCalls.live
      system.now = { self.lock.withLock { self.nanoseconds } }
      system.wall = { self.lock.withLock { 1_795_000_000_000_000_000 + self.nanoseconds } }
      return system
    }

    func advance(by seconds: Int64) { lock.withLock { nanoseconds += seconds * 1_000_000_000 } }
  }
}
