internal import AdRecording

#if canImport(UIKit)
  internal import AVFAudio
  internal import AdCapture
  internal import Foundation
  internal import UIKit

  // The records of an `AppObserver`.
  extension AppObserver {
    func handle(_ signal: AppPhases.Signal) {
      if app.phases.handleApp(signal) { recordPhase(signal) }
    }

    func handle(_ signal: AppPhases.Signal, of scene: UIScene?) {
      guard let scene else { return }
      if let windows = scene as? UIWindowScene, signal != .resignedActive {
        updateShape(of: windows)
      }
      if let news = app.phases.handleScene(recorder.name(of: scene), signal) { recordPhase(news) }
    }

    func recordPhase(_ signal: AppPhases.Signal) {
      switch signal {
      case .becameActive:
        recorder.record(.appBecameActive)
        observeCover(.activation)
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
      if let news = app.phases.move(recorder.name(of: scene), to: phase) { recordPhase(news) }
    }

    func disconnect(_ scene: UIScene?) {
      guard let scene else { return }
      let name = recorder.name(of: scene)
      if app.shapes.update(name, to: nil) != nil {
        recorder.record(.sceneDisconnected(scene: name))
      }
      if let news = app.phases.move(name, to: nil) { recordPhase(news) }
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

    /// Records that the system interrupted the app's sound, or that the interruption ended.
    ///
    /// An app that was suspended learns about it at its return; nothing interrupts it then.
    func audioChanged(_ notification: Notification) {
      let key = AVAudioSessionInterruptionTypeKey
      guard let type = notification.userInfo?[key] as? UInt,
        notification.userInfo?["AVAudioSessionInterruptionReasonKey"] as? UInt != 1
      else { return }
      let isInterrupted = type == AVAudioSession.InterruptionType.began.rawValue
      guard isInterrupted != app.isAudioInterrupted else { return }
      app.isAudioInterrupted = isInterrupted
      if isInterrupted {
        recorder.record(.audioInterrupted)
      } else {
        recorder.record(.audioResumed)
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
