import AdSession
import PropertyTesting

extension World {
  /// The content of the app rests under an ad, and its sound under one with sound.
  func pauseOrResume(at event: Event) {
    switch event.kind {
    case .adWillPresent: pauseContent(in: event.scene)
    case .adDismissed, .adFailedToPresent: planResumption()
    case .userActed where around.isContentPaused || around.isSoundOff: planResumption()
    default: break
    }
  }

  private func pauseContent(in scene: Symbol) {
    if !around.isContentPaused && choices.bool(probability: 0.7) {
      around.isContentPaused = true
      record(.contentPaused) {
        $0.reason = .advert
        $0.scene = scene
      }
    }
    if !around.isSoundOff && choices.bool(probability: 0.6) {
      around.isSoundOff = true
      record(.audioInterrupted)
    }
  }

  private func planResumption() {
    guard around.isContentPaused || around.isSoundOff else { return }
    later(drawTime(0...300)) { $0.resumeContent() }
  }

  private func resumeContent() {
    if around.isSoundOff && bug != .soundStaysOff {
      around.isSoundOff = false
      record(.audioResumed)
    }
    if around.isContentPaused && bug != .contentStaysPaused {
      around.isContentPaused = false
      record(.contentResumed) { $0.scene = phone.scenes.first?.scene ?? .absent }
    }
  }
}
