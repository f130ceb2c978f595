package import AdSession

extension EventKind {
  /// Whether the app's ad manager causes the event.
  ///
  /// Other parts of the app show the loading screen and open pickers: to the manager these are
  /// events that happen whatever it does.
  package var isOfManager: Bool {
    switch self {
    case .splashBegan, .suppressionBegan, .suppressionEnded: false
    default: isOfApp
    }
  }
}
