internal import AdTesting

extension ClientMutant {
  private static func appOpen<Ads: AppOpenAds & SendableMetatype>(
    _ name: String, _ causes: [String], _ make: @escaping @Sendable (SimulatedPhone) -> Ads
  ) -> ClientMutant {
    ClientMutant(name, AppOpenAds.app, causes, make)
  }

  static let appOpens: [ClientMutant] = [
    ClientMutant("shows an ad at the second launch", FirstAds.app, ["first-ad-waits"]) {
      FirstAds($0, firstLaunch: 2)
    },
    appOpen("takes a lock for an absence", ["lock-is-not-background"]) { IgnoresLocks($0) },
    appOpen("never forgets a lock", ["shows-when-it-can"]) { NeverForgetsLock($0) },
    appOpen("shows after ten seconds exactly", ["minimum-background"]) { ShowsAtTenSeconds($0) },
    appOpen("shows after any absence", ["minimum-background"]) { ShowsAfterAnyAbsence($0) },
    appOpen("measures the absence on the wall clock", ["minimum-background"]) { WallAbsence($0) },
    appOpen("measures the absence from the resignation", ["minimum-background"]) {
      LeavesAtResignation($0)
    },
    appOpen("forgets a lock just before the background", ["lock-is-not-background"]) {
      ForgetsEarlyLock($0)
    },
    appOpen("shows nine seconds after another ad", ["dismissal-leads-to-no-other-ad"]) {
      ShortQuiet($0)
    },
    appOpen("shows when a dialog closes", ["app-open-not-after-system-dialog"]) {
      ShowsAfterDialog($0)
    },
    appOpen("ignores suppression", ["suppression-respected"]) { IgnoresSuppression($0) },
    appOpen("forgets suppression at its end", ["suppression-respected"]) { NoSuppressionTail($0) },
    appOpen("waits one second after a suppression", ["suppression-respected"]) { ShortTail($0) },
    appOpen("never ends suppression", ["shows-when-it-can"]) { NeverEndsSuppression($0) },
    appOpen("has no cap", ["daily-cap"]) { NoCap($0) },
    appOpen("shows 21 ads a day", ["daily-cap"]) { OneTooMany($0) },
    appOpen("counts shows per process", ["daily-cap"]) { CountsPerProcess($0) },
    appOpen("counts shows by UTC day", ["daily-cap", "shows-when-it-can"]) { CountsInUTC($0) },
    appOpen("resets the cap after twelve hours", ["daily-cap"]) { HalfDayCap($0) },
    appOpen("never resets the cap", ["shows-when-it-can"]) { NeverResetsCap($0) },
    appOpen("resets the cap a day after the last show", ["shows-when-it-can"]) {
      CapADayAfterLastShow($0)
    },
    appOpen("counts shows by the zone of the launch", ["daily-cap"]) { CountsInFirstZone($0) },
    appOpen("counts a show at its dismissal", ["daily-cap"]) { CountsAtDismissal($0) },
    appOpen("does not count the launch", ["daily-cap"]) { SplashIsFree($0) },
    appOpen(
      "closes the loading screen under its ad",
      ["splash-waits-for-its-ad"]
    ) { ClosesEarly($0) },
    appOpen(
      "shows the launch ad over the content",
      ["cold-start-only-on-splash", "nothing-after-main-content"]
    ) { ShowsLateAtLaunch($0) },
    appOpen("closes the loading screen before the app is ready", []) { ClosesUnready($0) },
    appOpen("waits twenty seconds for an ad", ["splash-ends"]) { WaitsLong($0) },
    appOpen("never closes the loading screen after a failed present", ["splash-ends"]) {
      NeverFinishes($0)
    },
    appOpen("shows only at launch", ["shows-when-it-can"]) { LaunchOnly($0) },
    appOpen("expires an app-open ad by the wall clock", ["app-open-max-age"]) {
      AgesOnWallClock($0)
    },
    appOpen("keeps ads for twelve hours", ["app-open-max-age"]) { OldAds($0) },
    appOpen(
      "shows eleven seconds after the user left",
      ["no-present-in-background", "no-present-while-inactive", "minimum-background"]
    ) { ShowsTooEarly($0) },
  ]
}

private final class FirstAds: AppOpenAds {
  private let firstLaunch: Int
  init(_ phone: SimulatedPhone, firstLaunch: Int) {
    self.firstLaunch = firstLaunch
    super.init(phone)
  }
  override static var app: TestedApp {
    var app = AppOpenAds.app
    app.policy.firstAdMinimumLaunches = 3
    return app
  }
  override var isUnderCap: Bool { phone.launchCount >= firstLaunch && super.isUnderCap }
}
private final class IgnoresLocks: AppOpenAds {
  override var wasLocked: Bool { false }
}
private final class NeverForgetsLock: AppOpenAds {
  override var wasLocked: Bool { lockedAt != nil }
}
private final class ShowsAtTenSeconds: AppOpenAds {
  override var isAwayLongEnough: Bool { leftAt.map { returnedAt - $0 >= 10_000 } ?? false }
}
private final class ShowsAfterAnyAbsence: AppOpenAds {
  override var isAwayLongEnough: Bool { leftAt != nil }
}
private final class WallAbsence: AppOpenAds {
  private var leftAtWall: Int64?
  override func appEnteredBackground() {
    super.appEnteredBackground()
    leftAtWall = phone.wallMilliseconds
  }
  private var returnedAtWall: Int64 = 0
  override func appEnteringForeground() {
    super.appEnteringForeground()
    returnedAtWall = phone.wallMilliseconds
  }
  override var isAwayLongEnough: Bool {
    leftAtWall.map { returnedAtWall - $0 > 10_000 } ?? false
  }
}
private final class LeavesAtResignation: AppOpenAds {
  private var resignedAt: Int64?
  override func appResignedActive() {
    super.appResignedActive()
    resignedAt = now
  }
  override var isAwayLongEnough: Bool {
    leftAt != nil && resignedAt.map { returnedAt - $0 > 10_000 } ?? false
  }
}
private final class ForgetsEarlyLock: AppOpenAds {
  override var wasLocked: Bool {
    guard let leftAt, let lockedAt else { return false }
    return lockedAt >= leftAt
  }
}
private final class ShortQuiet: AppOpenAds {
  override var isJustAfterAd: Bool { dismissedAt.map { now - $0 <= 9_000 } ?? false }
}
private final class ShowsAfterDialog: AppOpenAds {
  override func appBecameActive() {
    if leftAt != nil { isReturning = true }
    super.appBecameActive()
  }
}
private final class IgnoresSuppression: AppOpenAds {
  override func suppressionBegan() {}
}
private final class NoSuppressionTail: AppOpenAds {
  override var isJustAfterSuppression: Bool { false }
}
private final class ShortTail: AppOpenAds {
  override var isJustAfterSuppression: Bool {
    suppressionEndedAt.map { now - $0 <= 1_000 } ?? false
  }
}
private final class NeverEndsSuppression: AppOpenAds {
  override func suppressionEnded() {}
}
private final class NoCap: AppOpenAds {
  override var isUnderCap: Bool { true }
}
private final class OneTooMany: AppOpenAds {
  override var isUnderCap: Bool { showsToday <= 20 }
}
private final class CountsPerProcess: AppOpenAds {
  override var showsToday: Int64 { Int64(counted.count) }
}
private final class CountsInUTC: AppOpenAds {
  override var today: Int64 { phone.wallMilliseconds / 86_400_000 }
}
private final class HalfDayCap: AppOpenAds {
  override var today: Int64 { super.today * 2 + (phone.wallMilliseconds / 43_200_000) % 2 }
}
private final class NeverResetsCap: AppOpenAds {
  override var today: Int64 { 0 }
}
private final class CapADayAfterLastShow: AppOpenAds {
  private var isOver: Bool {
    phone[stored: "last show"].map { phone.wallMilliseconds - $0 >= 86_400_000 } ?? true
  }
  override var showsToday: Int64 { isOver ? 0 : phone[stored: "shows"] ?? 0 }
  override func adWillPresent(_ ad: SimulatedFullScreenAd) {
    if !counted.contains(ad.name) {
      phone[stored: "shows"] = showsToday + 1
      phone[stored: "last show"] = phone.wallMilliseconds
    }
    super.adWillPresent(ad)
  }
}
private final class CountsInFirstZone: AppOpenAds {
  private lazy var zone = Int64(phone.minutesEastOfUTC)
  override var today: Int64 { (phone.wallMilliseconds + zone * 60_000) / 86_400_000 }
}
private final class CountsAtDismissal: AppOpenAds {
  override func adWillPresent(_ ad: SimulatedFullScreenAd) {
    let isNew = counted.insert(ad.name).inserted
    super.adWillPresent(ad)
    if isNew { counted.remove(ad.name) }
  }
  override func adDismissed(_ ad: SimulatedFullScreenAd) {
    super.adDismissed(ad)
    if counted.insert(ad.name).inserted { phone[stored: "shows on day \(today)"] = showsToday + 1 }
  }
}
private final class SplashIsFree: AppOpenAds {
  override func adWillPresent(_ ad: SimulatedFullScreenAd) {
    if !hasFinished { counted.insert(ad.name) }
    super.adWillPresent(ad)
  }
}
private final class ClosesEarly: AppOpenAds {
  override func readyToFinishSplash() {
    super.readyToFinishSplash()
    guard !hasFinished else { return }
    (hasFinished, waitsForAd) = (true, false)
    phone.finishSplash()
  }
}
private final class ShowsLateAtLaunch: AppOpenAds {
  override func contentShown() {
    super.contentShown()
    if !isShownOnSplash, let placement = phone.placements.first { _ = present(placement, .launch) }
  }
}
private final class ClosesUnready: AppOpenAds {
  override func appBecameActive() {
    super.appBecameActive()
    if !hasFinished && !isReady && slots.values.allSatisfy({ $0.failures > 0 }) {
      (hasFinished, waitsForAd) = (true, false)
      phone.finishSplash()
    }
  }
}
private final class WaitsLong: AppOpenAds {
  override func readyToFinishSplash() {
    isReady = true
    showOnSplash()
    phone.after(milliseconds: 20_000) { [self] in finishSplash() }
  }
}
private final class NeverFinishes: AppOpenAds {
  override func finishSplash(isLate: Bool) {
    if isShownOnSplash && dismissedAt == nil { return }
    super.finishSplash(isLate: isLate)
  }
}
private final class LaunchOnly: AppOpenAds {
  override var mayShowOnReturn: Bool { false }
}
private final class AgesOnWallClock: AppOpenAds {
  override func makeSlot(_ placement: AdPlacement) -> AdSlot {
    ExpiresByWallClock(phone, placement, maximumAge: maximumAge) { [unowned self] in activeTime }
  }
}
private final class OldAds: AppOpenAds {
  override var maximumAge: Int64 { 12 * 3_600_000 }
}
private final class ShowsTooEarly: AppOpenAds {
  override func appEnteredBackground() {
    super.appEnteredBackground()
    phone.after(milliseconds: 11_000) { [self] in
      if leftAt != nil, hasFinished, isUnderCap, !isUp, let placement = phone.placements.first {
        isActive = true
        _ = present(placement, .foreground)
      }
    }
  }
}
