internal import AdRecording

#if canImport(UIKit)
  internal import AVFAudio
  internal import AdCapture
  internal import AdVocabulary
  public import Foundation
  public import UIKit

  /// Records the life cycle, scenes, memory warnings, device lock, time changes, interruptions of
  /// the sound, network connection and what covers the content of an app.
  ///
  /// Create it as early as possible, before the app's own observers, and keep it:
  ///
  /// ```swift
  /// func application(_ app: UIApplication, didFinishLaunchingWithOptions: …) -> Bool {
  ///   observer = AppObserver(recorder)
  /// ```
  ///
  /// Observers are called in the order in which they were added, so a change is recorded before the
  /// app reacts to it. Methods of an app delegate run before all observers: if your app reacts to
  /// changes there, call ``appBecameActive()`` or the corresponding method first. Each change is
  /// recorded once, even if app, scenes, calls and several observers report it.
  ///
  /// On the main thread it costs a record for each change. When the app becomes active and a second
  /// after each dismissal of an ad, it also reads the windows of the visible scenes and their
  /// presented view controllers; it loads no view. The network connection is watched on another
  /// thread. The classes `audio`, `connectivity` and `cover` cost nothing if
  /// `SessionFacts.captures` is set and does not list them.
  @MainActor public final class AppObserver {
    let recorder: AdRecorder
    let application: UIApplication
    let clock: @Sendable () -> LocalTime
    private nonisolated let observations: Observations
    let app: ObservedApp
    let connectivity: Connectivity?
    let endsSession: Bool

    /// The local time of a device.
    public struct LocalTime: Sendable {
      /// Minutes east of UTC.
      public var offsetMinutes: Int
      /// Seconds since 1970.
      public var seconds: Int64

      /// Creates a time from the UTC offset in minutes east and the seconds since 1970.
      public init(offsetMinutes: Int, seconds: Int64) {
        self.offsetMinutes = offsetMinutes
        self.seconds = seconds
      }

      /// The current time of the system.
      public static var now: LocalTime {
        LocalTime(
          offsetMinutes: SessionFacts.systemOffsetMinutes,
          seconds: Int64(Date().timeIntervalSince1970.rounded(.down)))
      }
    }

    /// Starts to observe, and records the launch and the current state.
    ///
    /// - Parameters:
    ///   - recorder: The recorder of the app.
    ///   - center: The notification center to which the system posts.
    ///   - application: The app to observe.
    ///   - recordsLaunch: Whether to record `app.launched`; pass `false` if the observer is not
    ///     created during the launch.
    ///   - endsSession: Whether the session ends when the app terminates; later events of the
    ///     process are then dropped.
    ///   - clock: Returns the local time.
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
      connectivity = Self.connectivity(app, recorder)
      observations = Observations(center, isMainThread: isMainThread)
      if recordsLaunch, known == nil { recorder.record(.appLaunched(cold: true)) }
      recordState(isFirst: known == nil)
      _ = app.isObserved(by: self)
      observe()
    }

    /// Creates the state of the app, whose phase is known only if it is active.
    ///
    /// An app with scenes is launched in the background and enters the foreground without having
    /// left it.
    private static func app(_ application: UIApplication, _ time: LocalTime) -> ObservedApp {
      ObservedApp(
        AppPhases(phase: application.applicationState == .active ? .active : nil),
        TimeChanges(offsetMinutes: time.offsetMinutes, seconds: time.seconds))
    }

    /// The monitor of the network connection, which all observers share.
    private static func connectivity(_ app: ObservedApp, _ recorder: AdRecorder) -> Connectivity? {
      guard recorder.session.captures(.connectivity) else { return nil }
      let shared = app.connectivity ?? Connectivity(recorder)
      app.connectivity = shared
      return shared
    }

    private func recordState(isFirst: Bool) {
      recorder.expect(application.supportsMultipleScenes ? .several : .one)
      let scenes = application.connectedScenes.compactMap { $0 as? UIWindowScene }
      for scene in scenes.sorted(by: { recorder.name(of: $0) < recorder.name(of: $1) }) {
        updateShape(of: scene)
        if let phase = AppPhases.Phase(scene.activationState) {
          _ = app.phases.move(recorder.name(of: scene), to: phase)
        }
      }
      if !application.isProtectedDataAvailable { setLocked(true) }
      guard application.applicationState == .active else { return }
      if isFirst { recordPhase(.becameActive) } else { handle(.becameActive) }
    }

    // MARK: Calls of an app delegate

    /// Records that the app became active; call it first in `applicationDidBecomeActive`.
    public func appBecameActive() { handle(.becameActive) }
    /// Records that the app will resign active; call it first in `applicationWillResignActive`.
    public func appWillResignActive() { handle(.resignedActive) }
    /// Records that the app entered the background; call it first in
    /// `applicationDidEnterBackground`.
    public func appEnteredBackground() { handle(.enteredBackground) }
    /// Records that the app will enter the foreground; call it first in
    /// `applicationWillEnterForeground`.
    public func appWillEnterForeground() { handle(.enteringForeground) }

    /// Records the new size of a window; call it last in a transition's completion or in
    /// `windowScene(_:didUpdate:interfaceOrientation:traitCollection:)`.
    ///
    /// The system posts no notification for it. Without this call, the new size is recorded with
    /// the scene's next notification.
    public func resized(_ scene: UIWindowScene) { updateShape(of: scene) }

    // MARK: Notifications of the system

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
        on(app) { observer, _ in observer.handle(signal) }
        on(scene) { observer, object in observer.handle(signal, of: object) }
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
        observer.setLocked(true)
      }
      on(UIApplication.protectedDataDidBecomeAvailableNotification) { observer, _ in
        observer.setLocked(false)
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
      guard recorder.session.captures(.audio) else { return }
      onNotification(AVAudioSession.interruptionNotification) { $0.audioChanged($1) }
    }

    private func on(
      _ name: Notification.Name,
      _ body: @escaping @MainActor @Sendable (AppObserver, UIScene?) -> Void
    ) {
      onNotification(name) { body($0, $1.object as? UIScene) }
    }

    private func onNotification(
      _ name: Notification.Name,
      _ body: @escaping @MainActor @Sendable (AppObserver, Notification) -> Void
    ) {
      observations.observe(name) { [weak self] notification in
        if let self, app.isObserved(by: self) { body(self, notification) }
      }
    }
  }
#endif
