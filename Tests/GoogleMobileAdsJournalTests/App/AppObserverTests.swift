import AdRecording
import AdReplay
import AppJournal
import Foundation
import TestSessions
import Testing
import UIKit

@testable import GoogleMobileAdsJournal

@MainActor struct AppObserverTests {
  private static let visit: [(app: Notification.Name, scene: Notification.Name)] = [
    (UIApplication.willEnterForegroundNotification, UIScene.willEnterForegroundNotification),
    (UIApplication.didBecomeActiveNotification, UIScene.didActivateNotification),
    (UIApplication.willResignActiveNotification, UIScene.willDeactivateNotification),
    (UIApplication.didEnterBackgroundNotification, UIScene.didEnterBackgroundNotification),
    (UIApplication.willEnterForegroundNotification, UIScene.willEnterForegroundNotification),
    (UIApplication.didBecomeActiveNotification, UIScene.didActivateNotification),
  ]
  private static let recorded = [
    "app.launched cold=true", "app.became_active", "app.resigned_active",
    "app.entered_background", "app.entering_foreground", "app.became_active",
  ]

  @Test(arguments: [(true, false), (false, true), (true, true)])
  func `each life-cycle change is recorded once, from app, scene or both`(
    _ app: Bool, _ scene: Bool
  ) throws {
    let world = try AppWorld()
    world.observe()
    let object = UIScene()
    for step in Self.visit {
      if scene { world.post(step.scene, object) }
      if app { world.post(step.app, world.application) }
    }
    #expect(try world.lines() == Self.recorded)
  }

  @Test
  func `a change that an app delegate reports first is not recorded again by its notification`()
    throws
  {
    let world = try AppWorld()
    world.observe()
    world.observer?.appBecameActive()
    world.post(UIApplication.didBecomeActiveNotification)
    world.observer?.appWillResignActive()
    world.post(UIApplication.willResignActiveNotification)
    world.observer?.appEnteredBackground()
    world.post(UIApplication.didEnterBackgroundNotification)
    world.observer?.appWillEnterForeground()
    world.post(UIApplication.willEnterForegroundNotification)
    #expect(try world.lines() == Array(Self.recorded.dropLast()))
  }

  @Test func `a new observer records the current state of app and scenes`() throws {
    let world = try AppWorld()
    let scene = UIWindowScene()
    scene.activationState = .foregroundActive
    world.application.connectedScenes = [scene]
    world.application.applicationState = .active
    world.application.isProtectedDataAvailable = false
    world.observe(recordsLaunch: false)
    #expect(
      try world.lines() == [
        "scene.connected full_screen=true height=1366 orientation=portrait scene=s-1 width=1024",
        "device.locked confidence=hint", "app.became_active",
      ])
  }

  @Test func `an app launched in the background records no background`() throws {
    let world = try AppWorld()
    world.application.applicationState = .background
    world.observe()
    world.post(UIApplication.willEnterForegroundNotification)
    world.post(UIApplication.didBecomeActiveNotification)
    #expect(try world.lines() == ["app.launched cold=true", "app.became_active"])
  }

  @Test func `a scene's connection, resizes, rotation and disconnection are each recorded once`()
    throws
  {
    let world = try AppWorld()
    world.observe()
    let scene = UIWindowScene()
    world.post(UIScene.willConnectNotification, scene)
    world.post(UIScene.willEnterForegroundNotification, scene)
    scene.bounds = CGRect(x: 0, y: 0, width: 507, height: 1366)
    world.observer?.resized(scene)
    world.observer?.resized(scene)
    scene.bounds = CGRect(x: 0, y: 0, width: 1366, height: 1024)
    scene.interfaceOrientation = .landscapeLeft
    world.post(UIScene.didActivateNotification, scene)
    world.post(UIScene.didDisconnectNotification, scene)
    world.post(UIScene.willConnectNotification, scene)
    #expect(
      try world.lines().filter { $0.hasPrefix("scene") } == [
        "scene.connected full_screen=true height=1366 orientation=portrait scene=s-1 width=1024",
        "scene.resized full_screen=false height=1366 orientation=portrait scene=s-1 width=507",
        "scene.resized full_screen=true height=1024 orientation=landscape scene=s-1 width=1366",
        "scene.disconnected scene=s-1",
        "scene.connected full_screen=true height=1024 orientation=landscape scene=s-1 width=1366",
      ])
  }

  @Test func `memory warnings, lock hints and time changes are recorded`() throws {
    let world = try AppWorld()
    world.observe()
    world.post(UIApplication.didReceiveMemoryWarningNotification)
    for _ in 0..<2 { world.post(UIApplication.protectedDataWillBecomeUnavailableNotification) }
    for _ in 0..<2 { world.post(UIApplication.protectedDataDidBecomeAvailableNotification) }
    world.time.now.offsetMinutes = 120
    world.post(Notification.Name("NSSystemTimeZoneDidChangeNotification"))
    world.post(UIApplication.significantTimeChangeNotification)
    world.time.now.seconds += 86_400
    world.post(UIApplication.significantTimeChangeNotification)
    world.time.now.seconds -= 7_200
    world.post(Notification.Name("NSSystemClockDidChangeNotification"))
    #expect(
      try world.lines() == [
        "app.launched cold=true", "app.memory_warning", "device.locked confidence=hint",
        "device.unlocked confidence=hint", "app.time_changed reason=zone utc_offset_min=120",
        "app.time_changed reason=midnight utc_offset_min=120",
        "app.time_changed reason=clock utc_offset_min=120",
      ])
  }

  @Test func `the termination of the app ends the session unless endsSession is false`() throws {
    for (ends, last) in [(true, "app.terminating"), (false, "note text=late")] {
      let world = try AppWorld()
      world.observe(endsSession: ends)
      world.post(UIApplication.willTerminateNotification)
      world.journal.recorder.record(.note(text: "late"))
      #expect(try world.lines().last == last)
    }
  }

  @Test func `the journal is written in a background task, which is ended`() async throws {
    let world = try AppWorld()
    world.observe()
    world.post(UIApplication.didBecomeActiveNotification)
    world.post(UIApplication.didEnterBackgroundNotification)
    #expect(world.application.backgroundTasks.count == 1)
    while !world.application.backgroundTasks.isEmpty { await Task.yield() }
    #expect(world.journal.session.status.acknowledged == 4)
  }

  @Test func `an app with two observers is recorded once, also after the first is released`() throws
  {
    let world = try AppWorld()
    world.observe()
    var first = world.observer
    world.observe()
    world.post(UIApplication.didBecomeActiveNotification)
    world.post(UIApplication.didReceiveMemoryWarningNotification)
    first?.appWillResignActive()
    world.post(UIApplication.willResignActiveNotification)
    first = nil
    world.post(UIApplication.didReceiveMemoryWarningNotification)
    world.post(UIApplication.didEnterBackgroundNotification)
    #expect(
      try world.lines() == [
        "app.launched cold=true", "app.became_active", "app.memory_warning", "app.resigned_active",
        "app.memory_warning", "app.entered_background",
      ])
  }

  @Test func `a released observer records nothing`() throws {
    let world = try AppWorld()
    world.observe()
    world.stopObserving()
    world.post(UIApplication.didBecomeActiveNotification)
    #expect(try world.lines() == ["app.launched cold=true"])
  }

  @Test func `events that the app reports are recorded`() throws {
    let journal = try TestJournal()
    let (recorder, scene) = (journal.recorder, UIWindowScene())
    recorder.splashBegan(in: scene)
    recorder.splashFinished(in: scene)
    recorder.contentShown()
    recorder.userActed("next level", in: scene)
    recorder.suppressionBegan(.purchase)
    recorder.suppressionEnded(.purchase)
    recorder.decided(
      .skip, .dailyCap, unit: "u", format: .appOpen, remaining: 0, trigger: .foreground,
      placement: "home")
    let window = UIWindow(windowScene: scene)
    window.windowLevel = .alert
    recorder.windowClosed(recorder.windowShown(window))
    #expect(
      try journal.read().lines == [
        "splash.began scene=s-1", "splash.finished scene=s-1", "content.shown",
        "user.acted scene=s-1 what=next level", "suppression.began why=purchase",
        "suppression.ended why=purchase",
        """
        ad.show_decided outcome=skip placement=home reason=daily_cap remaining=0 \
        trigger=foreground
        """,
        "window.shown level=2000 scene=s-1 window=w-1", "window.closed window=w-1",
      ])
  }
}
