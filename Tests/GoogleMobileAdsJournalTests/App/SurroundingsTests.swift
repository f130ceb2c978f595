import AVFAudio
import AdRecording
import AdSession
import Foundation
import GoogleMobileAds
import Network
import TestSessions
import Testing
import UIKit

@testable import AppJournal
@testable import GoogleMobileAdsJournal

/// What happens around the ads: sound, network, covers, tracking.
@MainActor struct SurroundingsTests {
  // MARK: Sound

  private func interrupt(_ world: AppWorld, _ type: UInt?, reason: UInt? = nil) {
    var info: [String: Any] = [:]
    info[AVAudioSessionInterruptionTypeKey] = type
    info["AVAudioSessionInterruptionReasonKey"] = reason
    world.center.post(
      name: AVAudioSession.interruptionNotification, object: nil, userInfo: info)
  }

  @Test func `an interruption of the sound and its end are each recorded once`() throws {
    let world = try AppWorld()
    world.observe()
    for type: UInt? in [0, 1, 1, nil, 0, 0] { interrupt(world, type) }
    #expect(
      try world.lines() == ["app.launched cold=true", "audio.interrupted", "audio.resumed"])
  }

  @Test func `an interruption of a suspended app is not recorded`() throws {
    let world = try AppWorld()
    world.observe()
    interrupt(world, 1, reason: 1)
    interrupt(world, 1, reason: 0)
    #expect(try world.lines() == ["app.launched cold=true", "audio.interrupted"])
  }

  // MARK: Network

  @Test func `the first network connection and each change are recorded`() throws {
    let world = try AppWorld()
    world.observe()
    let monitor = try #require(world.observer?.connectivity?.monitor)
    for path in [
      NWPath(stubStatus: .satisfied), NWPath(stubStatus: .satisfied),
      NWPath(stubStatus: .satisfied, isExpensive: true), NWPath(stubStatus: .requiresConnection),
      NWPath(stubStatus: .unsatisfied), NWPath(stubStatus: .satisfied, isConstrained: true),
    ] { monitor.stubSend(path) }
    #expect(
      try world.lines() == [
        "app.launched cold=true",
        "connectivity.changed connected=true constrained=false expensive=false",
        "connectivity.changed connected=true constrained=false expensive=true",
        "connectivity.changed connected=false constrained=false expensive=false",
        "connectivity.changed connected=true constrained=true expensive=false",
      ])
  }

  @Test func `observers share one network monitor, which stops with the last of them`() throws {
    let world = try AppWorld()
    world.observe()
    var first = world.observer
    world.observe()
    let monitor = try #require(first?.connectivity?.monitor)
    #expect(world.observer?.connectivity?.monitor === monitor)
    first = nil
    monitor.stubSend(NWPath(stubStatus: .unsatisfied))
    world.stopObserving()
    monitor.stubSend(NWPath(stubStatus: .satisfied))
    #expect(first == nil)
    #expect(
      try world.journal.read().values("connected", of: "connectivity.changed") == ["false"])
  }

  @Test func `classes that the header does not list are not observed`() throws {
    let world = try AppWorld { $0.captures = [.scene] }
    world.observe()
    show(in: world)
    world.post(UIApplication.didBecomeActiveNotification)
    interrupt(world, 1)
    #expect(world.observer?.connectivity == nil)
    #expect(
      try world.lines().filter { !$0.hasPrefix("app.") && !$0.hasPrefix("scene.") } == [])
  }

  // MARK: Covers

  /// Adds an active scene with a window and its root view controller.
  @discardableResult
  private func show(in world: AppWorld) -> UIViewController {
    let scene = UIWindowScene()
    scene.activationState = .foregroundActive
    let window = UIWindow(windowScene: scene)
    let root = UIViewController()
    window.rootViewController = root
    scene.windows = [window]
    world.application.connectedScenes = [scene]
    kept.append(scene)
    return root
  }

  private let kept = Kept()

  /// The scenes of a test, which windows do not retain.
  private final class Kept: @unchecked Sendable {
    private var objects: [AnyObject] = []
    func append(_ object: AnyObject) { objects.append(object) }
  }

  private func covers(_ world: AppWorld) throws -> [String] {
    try world.lines().filter { $0.hasPrefix("cover.") }
  }

  @Test func `what covers the content is recorded when the app becomes active`() throws {
    let world = try AppWorld()
    world.observe()
    let root = show(in: world)
    for controller in [nil, UIViewController(), StubAdController()] {
      root.presentedViewController = controller
      world.post(UIApplication.didBecomeActiveNotification)
      world.post(UIApplication.willResignActiveNotification)
    }
    #expect(
      try covers(world) == [
        "cover.observed by=nothing scene=s-1 when=activation",
        "cover.observed by=other controller=UIKit.UIViewController scene=s-1 when=activation",
        """
        cover.observed by=advert controller=GoogleMobileAds.StubAdController scene=s-1 \
        when=activation
        """,
      ])
  }

  @Test func `an ad in a window of its own covers the content unless the window is hidden`()
    throws
  {
    let world = try AppWorld()
    world.observe()
    show(in: world)
    let scene = try #require(world.application.connectedScenes.first as? UIWindowScene)
    let front = UIWindow(windowScene: scene)
    front.windowLevel = .alert
    front.rootViewController = StubAdController()
    scene.windows.insert(front, at: 0)
    world.post(UIApplication.didBecomeActiveNotification)
    front.isHidden = true
    world.post(UIApplication.willResignActiveNotification)
    world.post(UIApplication.didBecomeActiveNotification)
    #expect(try world.journal.read().values("by", of: "cover.observed") == ["advert", "nothing"])
  }

  @Test func `a controller that came with a shown ad is an ad's, one that was there before is not`()
    async throws
  {
    let world = try AppWorld()
    world.observe()
    let root = show(in: world)
    let (sheet, unknown) = (UIViewController(), UIViewController())
    root.presentedViewController = sheet
    let unit = UUID().uuidString
    StubAds.deliver(unit)
    let ad = try await world.journal.recorder.load(InterstitialAd.self, with: unit)
    ad.ad.stubOnPresent = { _ in sheet.presentedViewController = unknown }
    ad.present(from: sheet)
    for callback in [Callback.present, .impression] { ad.ad.send(callback) }
    world.later.run(after: 0)
    ad.ad.send(.dismissed)
    world.later.run(after: 1)
    sheet.presentedViewController = nil
    ad.ad.send(.dismissed)
    world.later.run(after: 1)
    #expect(
      try covers(world) == [
        "cover.observed by=advert controller=UIKit.UIViewController scene=s-1 when=after_dismissal",
        "cover.observed by=other controller=UIKit.UIViewController scene=s-1 when=after_dismissal",
      ])
  }

  @Test func `no scene in the foreground, no window and no observer record no cover`()
    async throws
  {
    let world = try AppWorld()
    let unit = UUID().uuidString
    StubAds.deliver(unit)
    let ad = try await world.journal.recorder.load(InterstitialAd.self, with: unit)
    ad.ad.send(.dismissed)
    world.later.run(after: 1)
    world.observe()
    show(in: world)
    for scene in world.application.connectedScenes.compactMap({ $0 as? UIWindowScene }) {
      scene.activationState = .background
      world.post(UIApplication.didBecomeActiveNotification)
      scene.activationState = .foregroundActive
      scene.windows = []
      world.post(UIApplication.willResignActiveNotification)
      world.post(UIApplication.didBecomeActiveNotification)
    }
    #expect(try covers(world) == [])
  }

  // MARK: Tracking

  private enum Status: UInt { case notDetermined, restricted, denied, authorized, later }

  @Test(arguments: [
    (Status.notDetermined, "not_determined"), (.restricted, "restricted"), (.denied, "denied"),
    (.authorized, "authorized"), (.later, "unknown"),
  ])
  private func `the tracking prompt and its answer are recorded`(
    _ answer: Status, _ name: String
  ) async throws {
    let journal = try TestJournal()
    let given = await journal.recorder.trackingPrompt(after: Status.notDetermined) {
      journal.recorder.record(.note(text: "asked"))
      return answer
    }
    #expect(given == answer)
    #expect(
      try journal.read().lines == [
        "tracking.prompt_shown", "note text=asked", "tracking.answered status=\(name)",
      ])
  }

  @Test func `a tracking request of a user who answered before is not recorded`() async throws {
    let journal = try TestJournal()
    let given = await journal.recorder.trackingPrompt(after: Status.denied) { .authorized }
    #expect(given == .authorized)
    #expect(try journal.read().lines == [])
  }

  // MARK: Revenue

  @Test func `revenue that the app passes on is recorded in micros, else as a note`() throws {
    let recorder = try TestJournal()
    recorder.recorder.revenueForwarded(0.0021, "EUR", of: "a-1", unit: "u", to: .firebase)
    recorder.recorder.revenueForwarded(2_100, "EUR", of: "a-1", unit: "u", to: .adjust)
    recorder.recorder.revenueForwarded(.nan, "EUR", of: "a-1", unit: "u", to: .own)
    #expect(
      try recorder.read().lines == [
        "revenue.forwarded ad=a-1 currency=EUR to=firebase value_micros=2100",
        "revenue.forwarded ad=a-1 currency=EUR to=adjust value_micros=2100000000",
        "note text=revenue of ad a-1 was forwarded as nan, which has no micros",
      ])
  }
}
