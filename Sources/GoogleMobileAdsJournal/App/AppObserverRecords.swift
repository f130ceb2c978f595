internal import AdRecording

#if canImport(GoogleMobileAds) && canImport(UIKit)
  internal import AdCapture
  internal import UIKit

  /// What is recorded of what an ``AppObserver`` sees.
  extension AppObserver {
    func tell(_ signal: AppPhases.Signal) {
      if app.phases.app(signal) { record(signal) }
    }

    func tell(_ signal: AppPhases.Signal, of scene: UIScene?) {
      guard let scene else { return }
      if let windows = scene as? UIWindowScene, signal != .resignedActive { look(at: windows) }
      if let news = app.phases.scene(recorder.name(of: scene), signal) { record(news) }
    }

    private func record(_ signal: AppPhases.Signal) {
      switch signal {
      case .becameActive: recorder.record(.appBecameActive)
      case .resignedActive: recorder.record(.appResignedActive)
      case .enteringForeground: recorder.record(.appEnteringForeground)
      case .enteredBackground:
        recorder.record(.appEnteredBackground)
        BackgroundWriting.begin(application, recorder.session)
      }
    }

    func connect(_ scene: UIScene?) {
      guard let scene = scene as? UIWindowScene else { return }
      look(at: scene)
      guard let phase = AppPhases.Phase(scene.activationState) else { return }
      if let news = app.phases.move(recorder.name(of: scene), to: phase) { record(news) }
    }

    func disconnect(_ scene: UIScene?) {
      guard let scene else { return }
      let name = recorder.name(of: scene)
      if app.shapes.look(at: name, nil) != nil { recorder.record(.sceneDisconnected(scene: name)) }
      if let news = app.phases.move(name, to: nil) { record(news) }
      recorder.forget(scene)
    }

    func look(at scene: UIWindowScene) {
      let name = recorder.name(of: scene)
      switch app.shapes.look(at: name, SceneShapes.Shape(scene)) {
      case .connected(let shape):
        recorder.record(
          .sceneConnected(
            scene: name, width: shape.width, height: shape.height, fullScreen: shape.isFullScreen,
            orientation: shape.orientation))
      case .resized(let shape):
        recorder.record(
          .sceneResized(
            scene: name, width: shape.width, height: shape.height, fullScreen: shape.isFullScreen,
            orientation: shape.orientation))
      case .disconnected, nil: break
      }
    }

    /// Protected files are unreadable soon after the device was locked, where it has a passcode: a
    /// hint, not a fact.
    func lock(_ isLocked: Bool) {
      guard isLocked != app.isLocked else { return }
      app.isLocked = isLocked
      if isLocked {
        recorder.record(.deviceLocked(confidence: .hint))
      } else {
        recorder.record(.deviceUnlocked(confidence: .hint))
      }
    }

    func timeChanged(_ source: TimeChanges.Source) {
      let time = clock()
      let reason = app.times.notice(
        source, offsetMinutes: time.offsetMinutes, seconds: time.seconds)
      guard let reason else { return }
      recorder.record(
        .appTimeChanged(utcOffsetMin: time.offsetMinutes, reason: .init(reason)))
    }

    func terminate() {
      recorder.record(.appTerminating)
      if endsSession { recorder.session.endAndWait() }
    }
  }
#endif
