import AdRecording
import AdSession
import AppJournal
import Foundation
import GoogleMobileAds
import TestSessions
import Testing
import UIKit

@testable import GoogleMobileAdsJournal

/// An app that follows the SDK's guides and is recorded.
@MainActor struct ScenarioTests {
  private let appOpen = "ca-app-pub-3940256099942544/5575463023"
  private let rewarded = "ca-app-pub-3940256099942544/1712485313"

  private func show(_ callbacks: [Callback], _ ad: StubFullScreenAd, pay: Bool = true) {
    for callback in callbacks {
      ad.send(callback)
      if callback == .impression, pay { ad.pay("0.0021", "EUR", .estimated) }
    }
  }

  @Test func `a session of an app that follows the guides violates no rule of the app`()
    async throws
  {
    let world = try AppWorld()
    let recorder = world.journal.recorder
    StubAds.deliver(appOpen)
    StubAds.deliver(rewarded)
    let app = AppDelegate("app", Log())

    world.observe()
    let scene = UIWindowScene()
    world.post(UIScene.willConnectNotification, scene)
    world.post(UIApplication.didBecomeActiveNotification)
    recorder.record(.consentUpdated(canRequestAds: true))
    recorder.record(.sdkStarted)
    recorder.splashBegan()
    let first = try await recorder.load(
      AppOpenAd.self, with: appOpen, reason: .launch, isTest: true)
    first.delegate = app
    first.paidEventHandler = { _ in }
    recorder.decided(
      .show, .ready, unit: appOpen, format: .appOpen, ad: first.id, remaining: 19,
      trigger: .launch)
    first.present(from: nil, trigger: .launch)
    show([.present, .impression, .dismiss, .dismissed], first.ad)
    let next = try await recorder.load(
      AppOpenAd.self, with: appOpen, reason: .dismissed, isTest: true)
    recorder.splashFinished()
    recorder.contentShown()
    recorder.userActed("watch")
    let reward = try await recorder.load(
      RewardedAd.self, with: rewarded, reason: .user, isTest: true)
    reward.delegate = app
    reward.paidEventHandler = { _ in }
    reward.present(from: nil, trigger: .user) { reward.recordGrant() }
    show([.present, .impression], reward.ad)
    reward.ad.stubEarn()
    show([.dismiss, .dismissed], reward.ad)
    let another = try await recorder.load(
      RewardedAd.self, with: rewarded, reason: .dismissed, isTest: true)
    world.post(UIApplication.willResignActiveNotification)
    world.post(UIApplication.didEnterBackgroundNotification)
    _ = await world.journal.session.drain()

    let recording = try world.journal.read()
    // Two ads are still held at the end of the session, which violates no rule.
    // The ads of the stub are over at once.
    #expect(recording.violated == ["full-screen-ad-is-seen"])
    #expect(recording.values("ad", of: "ad.loaded") == ["a-1", "a-2", "a-3", "a-4"])
    #expect(next.id == "a-2" && another.id == "a-4")
  }

  @Test func `the facts of a session are those of bundle, device and SDK`() throws {
    let facts = SessionFacts.thisApp(build: .debug, launchCount: 3, sdk: .googleMobileAds)
    #expect(facts.sdk == "google-mobile-ads" && facts.sdkVersion == "13.1.0")
    #expect(facts.os == "iOS" && facts.osVersion == "26.1" && facts.launchCount == 3)
    #expect(facts.supportsSeveralWindows == false && facts.timezone == TimeZone.current.identifier)
    #expect(facts.device == nil && facts.captures == nil)
  }
}
