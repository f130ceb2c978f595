#if canImport(GoogleMobileAds) && canImport(UIKit)
  internal import AdCapture

  /// The app as the journal has it, for all observers of a recorder: each change is recorded once, and
  /// one that comes when another is gone goes on with what that has recorded.
  @MainActor final class ObservedApp {
    var phases: AppPhases
    var shapes = SceneShapes()
    var times: TimeChanges
    var isLocked = false
    private weak var leader: AppObserver?

    init(_ phases: AppPhases, _ times: TimeChanges) {
      self.phases = phases
      self.times = times
    }

    /// Whether an observer is the one of all that hears the system: the oldest that there is.
    func isLed(by observer: AppObserver) -> Bool {
      if leader == nil { leader = observer }
      return leader === observer
    }
  }
#endif
