import AdSession
import PropertyTesting

extension World {
  /// The recorder looks at what covers the app: when it becomes active, and a second after an ad is
  /// dismissed.
  func lookForCover(at event: Event) {
    switch event.kind {
    case .appBecameActive: recordCover(.activation)
    case .adDismissed: later(1_000) { $0.recordCover(.afterDismissal) }
    default: break
    }
  }

  private func recordCover(_ when: Word) {
    let by = cover(when)
    record(.coverObserved) {
      $0.by = by
      $0.when = when
      $0.scene = phone.scenes.first?.scene ?? .absent
    }
  }

  private func cover(_ when: Word) -> Word {
    if !sdk.up.isEmpty { return .advert }
    if when == .afterDismissal && (bug == .adWindowLeftOnTop || strikes(.adViewStays)) {
      return .advert
    }
    return choices.bool(probability: 0.05) ? .other : .nothing
  }
}
