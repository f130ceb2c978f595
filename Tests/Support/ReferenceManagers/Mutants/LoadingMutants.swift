internal import AdTesting

extension ClientMutant {
  private static func slot<Slot: AdSlot & SendableMetatype>(
    _ name: String, _ causes: [String], _: Slot.Type
  ) -> ClientMutant {
    ClientMutant(name, InterstitialAds.app, causes) { SlotAds<Slot>($0) }
  }

  static let loading: [ClientMutant] = [
    slot("retries at once", ["retry-backs-off"], RetriesAtOnce.self),
    slot("retries after a fixed second", ["retry-backs-off"], RetriesEachSecond.self),
    slot(
      "never retries a failed load", ["load-failure-does-not-silence-slot", "shows-when-it-can"],
      NeverRetries.self),
    slot(
      "gives up after three failures", ["load-failure-does-not-silence-slot", "shows-when-it-can"],
      GivesUpAfterThree.self),
    slot(
      "gives up after eight failures",
      ["load-failure-does-not-silence-slot", "shows-when-it-can"], GivesUpAfterEight.self),
    slot(
      "never forgets its failures", ["load-failure-does-not-silence-slot", "shows-when-it-can"],
      CountsAllFailures.self),
    slot(
      "takes every error for no fill", ["no-retry-on-configuration-error"],
      RetriesConfigurationErrors.self),
    slot(
      "takes only code 10 for a configuration error", ["no-retry-on-configuration-error"],
      KnowsOneCode.self),
    slot(
      "loads again while a load is in flight",
      ["one-load-in-flight", "unexpired-ad-not-thrown-away"], LoadsTwice.self),
    slot("waits forever for an answer", ["shows-when-it-can"], WaitsForever.self),
    slot("never expires an ad", ["full-screen-max-age"], NeverExpires.self),
    slot("expires an ad at one hour and a millisecond", ["full-screen-max-age"], ExpiresLate.self),
    slot("expires an ad by the wall clock", ["full-screen-max-age"], ExpiresByWallClock.self),
    slot("counts the age in active time", ["full-screen-max-age"], AgesInForeground.self),
    slot(
      "counts the age from the request of a long load",
      ["full-screen-max-age", "unexpired-ad-not-thrown-away"], ForgetsAgeOnLoad.self),
    slot(
      "expires an ad after 3.6 seconds", ["fresh-ad-is-kept", "unexpired-ad-not-thrown-away"],
      ExpiresInSeconds.self),
    slot(
      "replaces a ready ad with each load", ["unexpired-ad-not-thrown-away"], ReplacesReadyAd.self),
    slot("discards the ready ad before a load", ["fresh-ad-is-kept"], DiscardsReadyAd.self),
    slot("keeps the ad after it was taken", ["single-use-ad"], KeepsTakenAd.self),
    slot(
      "takes an ad that it knows again", ["single-use-ad", "fresh-ad-is-kept"], TakesKnownAds.self),
    slot("sets no delegate", ["delegate-set-before-present"], SetsNoDelegate.self),
    slot("sets no paid handler", ["paid-handler-set-before-present"], SetsNoPaidHandler.self),
    slot(
      "ignores the first answer", ["shows-when-it-can", "unexpired-ad-not-thrown-away"],
      IgnoresAnswers.self),
    slot("does not give up an expired ad", ["expired-ad-not-shown"], KeepsExpired.self),
    slot(
      "doubles the pause without a limit",
      ["load-failure-does-not-silence-slot", "shows-when-it-can"], PausesForever.self),
  ]
}

private final class RetriesAtOnce: AdSlot {
  override var pause: Int64 { 0 }
}
private final class RetriesEachSecond: AdSlot {
  override var pause: Int64 { 1_000 }
}
private final class NeverRetries: AdSlot {
  override func retry(after failure: LoadFailure) { isMisconfigured = true }
}
private final class GivesUpAfterThree: AdSlot {
  override func retry(after failure: LoadFailure) {
    super.retry(after: failure)
    if failures >= 3 { isMisconfigured = true }
  }
}
private final class GivesUpAfterEight: AdSlot {
  override func retry(after failure: LoadFailure) {
    super.retry(after: failure)
    if failures >= 8 { isMisconfigured = true }
  }
}
private final class CountsAllFailures: AdSlot {
  private var all = 0
  override func retry(after failure: LoadFailure) {
    super.retry(after: failure)
    all += 1
    if all >= 6 { isMisconfigured = true }
  }
}
private final class RetriesConfigurationErrors: AdSlot {
  override func retry(after failure: LoadFailure) {
    super.retry(after: failure)
    isMisconfigured = false
  }
}
private final class KnowsOneCode: AdSlot {
  override func retry(after failure: LoadFailure) {
    super.retry(after: failure)
    isMisconfigured = failure.code == 10
  }
}
private final class LoadsTwice: AdSlot {
  override var isLoading: Bool { false }
}
private final class WaitsForever: AdSlot {
  override var isLoading: Bool { loadingSince != nil }
}
private final class NeverExpires: AdSlot {
  override var freshAd: SimulatedFullScreenAd? { ad }
}
private final class ExpiresLate: AdSlot {
  override var freshAd: SimulatedFullScreenAd? {
    ad.flatMap { phone.milliseconds - $0.loadedAt <= maximumAge ? $0 : nil }
  }
}
final class ExpiresByWallClock: AdSlot {
  private var loadedAt: [String: Int64] = [:]
  override func keep(_ new: SimulatedFullScreenAd) {
    if loadedAt[new.name] == nil { loadedAt[new.name] = phone.wallMilliseconds }
    super.keep(new)
  }
  override var freshAd: SimulatedFullScreenAd? {
    ad.flatMap { phone.wallMilliseconds - (loadedAt[$0.name] ?? 0) < maximumAge ? $0 : nil }
  }
  override func load(_ reason: LoadReason) {
    if ad != nil && freshAd == nil { giveUp(.expired) }
    super.load(reason)
  }
}
private final class AgesInForeground: AdSlot {
  private var loaded: Int64 = 0
  override func keep(_ new: SimulatedFullScreenAd) {
    super.keep(new)
    if ad === new { loaded = activeTime() }
  }
  override var freshAd: SimulatedFullScreenAd? {
    activeTime() - loaded < maximumAge ? ad : nil
  }
}
private final class ForgetsAgeOnLoad: AdSlot {
  private var checked: Int64 = 0
  override func load(_ reason: LoadReason) {
    checked = phone.milliseconds
    super.load(reason)
  }
  override var freshAd: SimulatedFullScreenAd? {
    phone.milliseconds - checked < maximumAge ? ad : nil
  }
}
private final class ExpiresInSeconds: AdSlot {
  override func load(_ reason: LoadReason) {
    if let ad, phone.milliseconds - ad.loadedAt >= 3_600 { giveUp(.expired) }
    super.load(reason)
  }
}
private final class ReplacesReadyAd: AdSlot {
  override func load(_ reason: LoadReason) {
    if reason == .foreground { ad = nil }
    super.load(reason)
  }
}
private final class DiscardsReadyAd: AdSlot {
  override func load(_ reason: LoadReason) {
    if reason == .foreground { giveUp(.replaced) }
    super.load(reason)
  }
}
private final class KeepsTakenAd: AdSlot {
  override func take() -> SimulatedFullScreenAd? { freshAd }
}
private final class TakesKnownAds: AdSlot {
  override func keep(_ new: SimulatedFullScreenAd) {
    known = []
    super.keep(new)
  }
}
private final class SetsNoDelegate: AdSlot {
  override func keep(_ new: SimulatedFullScreenAd) {
    delegate = nil
    super.keep(new)
  }
}
private final class SetsNoPaidHandler: AdSlot {
  override func keep(_ new: SimulatedFullScreenAd) {
    failures = 0
    guard known.insert(new.name).inserted else { return }
    if freshAd != nil { return new.discard(.replaced) }
    new.delegate = delegate
    ad = new
    onReady()
  }
}
private final class IgnoresAnswers: AdSlot {
  override func keep(_ new: SimulatedFullScreenAd) { failures = 0 }
}
private final class KeepsExpired: AdSlot {
  override func lose(_ lost: SimulatedFullScreenAd, _ reason: DiscardReason) {}
}
private final class PausesForever: AdSlot {
  override var pause: Int64 { 2_000 << Int64(min(failures * 3, 30)) }
}
