#if canImport(UIKit)
  internal import AdCapture

  /// The recorded state of an app, shared by all observers of a recorder.
  ///
  /// So each change is recorded once, and a new observer continues where a released one stopped.
  @MainActor final class ObservedApp {
    var phases: AppPhases
    var shapes = SceneShapes()
    var times: TimeChanges
    var isLocked = false
    var isAudioInterrupted = false
    let covers = Covers()
    weak var connectivity: Connectivity?
    private(set) weak var activeObserver: AppObserver?

    init(_ phases: AppPhases, _ times: TimeChanges) {
      self.phases = phases
      self.times = times
    }

    /// Whether an observer is the one that handles notifications: the oldest existing one.
    func isObserved(by observer: AppObserver) -> Bool {
      if activeObserver == nil { activeObserver = observer }
      return activeObserver === observer
    }
  }
#endif
