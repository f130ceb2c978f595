internal import AdRecording

#if canImport(GoogleMobileAds) && canImport(UIKit)
  internal import AdCapture
  public import Foundation
  public import UIKit

  /// Records what the system tells the app: its life cycle, scenes, memory, lock and time.
  ///
  /// Make it as early as the app can, before its own observers, and keep it:
  ///
  /// ```swift
  /// func application(_ app: UIApplication, didFinishLaunchingWithOptions: …) -> Bool {
  ///   observer = AppObserver(recorder)
  /// ```
  ///
  /// Observers are called in the order in which they came, so what is recorded comes before what the
  /// app does about it. Methods of an app delegate run sooner than any observer; an app that does
  /// something in them calls ``appBecameActive()`` and its like first. Each change is recorded once,
  /// however many of app, scenes, calls and observers tell it.
  @MainActor public final class AppObserver {
    let recorder: AdRecorder
    let application: UIApplication
    let clock: @Sendable () -> LocalTime
    private nonisolated let observations: Observations
    let app: ObservedApp
    let endsSession: Bool

    /// The time that a clock on the wall shows.
    public struct LocalTime: Sendable {
      /// Minutes east of UTC.
      public var offsetMinutes: Int
      /// Seconds since 1970.
      public var seconds: Int64

      /// Makes a time.
      public init(offsetMinutes: Int, seconds: Int64) {
        self.offsetMinutes = offsetMinutes
        self.seconds = seconds
      }

      /// The time of the system.
      public static var now: LocalTime {
        LocalTime(
          offsetMinutes: SessionFacts.systemOffsetMinutes,
          seconds: Int64(Date().timeIntervalSince1970.rounded(.down)))
      }
    }

    /// Begins to observe, and records the launch and the state at this moment.
    ///
    /// - Parameters:
    ///   - recorder: Where to record.
    ///   - center: Where the system posts.
    ///   - application: The app.
    ///   - recordsLaunch: Whether the process was just started, so that this is its launch.
    ///   - endsSession: Whether the session ends when the app is terminated: what comes later in
    ///     the process is dropped.
    ///   - clock: The local time.
    public convenience init(
      _ recorder: AdRecorder, center: NotificationCenter = .default,
      application: UIApplication = .shared, recordsLaunch: Bool = true, endsSession: Bool = true,
      clock: @escaping @Sendable () -> LocalTime = { .now }
    ) {
      self.init(
        recorder, center, application, recordsLaunch: recordsLaunch, endsSession: endsSession,
        clock: clock, isMainThread: { Thread.isMainThread })
    }

    init(
      _ recorder: AdRecorder, _ center: NotificationCenter, _ application: UIApplication,
      recordsLaunch: Bool, endsSession: Bool, clock: @escaping @Sendable () -> LocalTime,
      isMainThread: @escaping @Sendable () -> Bool
    ) {
      self.recorder = recorder
      self.application = application
      self.clock = clock
      self.endsSession = endsSession
      let known = recorder.app
      app = known ?? Self.app(application, clock())
      recorder.app = app
      observations = Observations(center, isMainThread: isMainThread)
      if recordsLaunch, known == nil { recorder.record(.appLaunched(cold: true)) }
      recordState(isFirst: known == nil)
      _ = app.isLed(by: self)
      observe()
    }

    /// An app with scenes is launched in the background, and then comes to the foreground without
    /// having left it; only what is active is known.
    private static func app(_ application: UIApplication, _ time: LocalTime) -> ObservedApp {
      ObservedApp(
        AppPhases(phase: application.applicationState == .active ? .active : nil),
        TimeChanges(offsetMinutes: time.offsetMinutes, seconds: time.seconds))
    }

    private func recordState(isFirst: Bool) {
      recorder.expect(application.supportsMultipleScenes ? .several : .one)
      let scenes = application.connectedScenes.compactMap { $0 as? UIWindowScene }
      for scene in scenes.sorted(by: { recorder.name(of: $0) < recorder.name(of: $1) }) {
        look(at: scene)
        if let phase = AppPhases.Phase(scene.activationState) {
          _ = app.phases.move(recorder.name(of: scene), to: phase)
        }
      }
      if !application.isProtectedDataAvailable { lock(true) }
      guard application.applicationState == .active else { return }
      if isFirst { recorder.record(.appBecameActive) } else { tell(.becameActive) }
    }

    // MARK: What an app delegate can tell before the observers

    /// The app became active; the first line of `applicationDidBecomeActive`.
    public func appBecameActive() { tell(.becameActive) }
    /// The app is about to stop being active; the first line of `applicationWillResignActive`.
    public func appWillResignActive() { tell(.resignedActive) }
    /// The app entered the background; the first line of `applicationDidEnterBackground`.
    public func appEnteredBackground() { tell(.enteredBackground) }
    /// The app is about to enter the foreground; the first line of `applicationWillEnterForeground`.
    public func appWillEnterForeground() { tell(.enteringForeground) }

    /// A window has its new size; the last line of a transition's completion, or of
    /// `windowScene(_:didUpdate:interfaceOrientation:traitCollection:)`.
    ///
    /// No notification says so. Without this call a new size is recorded when the scene's next
    /// notification comes.
    public func resized(_ scene: UIWindowScene) { look(at: scene) }

    // MARK: What the system tells

    private func observe() {
      let signals: [(Notification.Name, Notification.Name, AppPhases.Signal)] = [
        (
          UIApplication.didBecomeActiveNotification, UIScene.didActivateNotification,
          .becameActive
        ),
        (
          UIApplication.willResignActiveNotification, UIScene.willDeactivateNotification,
          .resignedActive
        ),
        (
          UIApplication.didEnterBackgroundNotification, UIScene.didEnterBackgroundNotification,
          .enteredBackground
        ),
        (
          UIApplication.willEnterForegroundNotification, UIScene.willEnterForegroundNotification,
          .enteringForeground
        ),
      ]
      for (app, scene, signal) in signals {
        on(app) { observer, _ in observer.tell(signal) }
        on(scene) { observer, object in observer.tell(signal, of: object) }
      }
      on(UIScene.willConnectNotification) { $0.connect($1) }
      on(UIScene.didDisconnectNotification) { $0.disconnect($1) }
      observeDevice()
    }

    private func observeDevice() {
      on(UIApplication.didReceiveMemoryWarningNotification) { observer, _ in
        observer.recorder.record(.appMemoryWarning)
      }
      on(UIApplication.protectedDataWillBecomeUnavailableNotification) { observer, _ in
        observer.lock(true)
      }
      on(UIApplication.protectedDataDidBecomeAvailableNotification) { observer, _ in
        observer.lock(false)
      }
      on(UIApplication.significantTimeChangeNotification) { observer, _ in
        observer.timeChanged(.significant)
      }
      on(Notification.Name("NSSystemClockDidChangeNotification")) { observer, _ in
        observer.timeChanged(.clock)
      }
      on(Notification.Name("NSSystemTimeZoneDidChangeNotification")) { observer, _ in
        observer.timeChanged(.zone)
      }
      on(UIApplication.willTerminateNotification) { observer, _ in observer.terminate() }
    }

    private func on(
      _ name: Notification.Name,
      _ body: @escaping @MainActor @Sendable (AppObserver, UIScene?) -> Void
    ) {
      observations.observe(name) { [weak self] object in
        if let self, app.isLed(by: self) { body(self, object as? UIScene) }
      }
    }
  }
#endif
