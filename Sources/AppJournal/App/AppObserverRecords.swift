internal import AdRecording

#if canImport(UIKit)
  internal import AdCapture
  internal import UIKit

  // The records of an `AppObserver`.
  extension AppObserver {
    func handle(_ signal: AppPhases.Signal) {
      if app.phases.handleApp(signal) { record(signal) }
    }

    func handle(_ signal: AppPhases.Signal, of scene: UIScene?) {
      guard let scene else { return }
      if let windows = scene as? UIWindowScene, signal != .resignedActive {
        updateShape(of: windows)
      }
      if let news = app.phases.handleScene(recorder.name(of: scene), signal) { record(news) }
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
      updateShape(of: scene)
      guard let phase = AppPhases.Phase(scene.activationState) else { return }
      if let news = app.phases.move(recorder.name(of: scene), to: phase) { record(news) }
    }

    func disconnect(_ scene: UIScene?) {
      guard let scene else { return }
      let name = recorder.name(of: scene)
      if app.shapes.update(name, to: nil) != nil {
        recorder.record(.sceneDisconnected(scene: name))
      }
      if let news = app.phases.move(name, to: nil) { record(news) }
      recorder.forget(scene)
    }

    func updateShape(of scene: UIWindowScene) {
      let name = recorder.name(of: scene)
      switch app.shapes.update(name, to: SceneShapes.Shape(scene)) {
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

    /// Records a lock or unlock, with confidence `hint`.
    ///
    /// Protected data becomes unavailable some seconds after a lock, and only on a device with a
    /// passcode.
    func setLocked(_ isLocked: Bool) {
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
      let reason = app.times.handle(
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
