/// What keeps a place from being asked for.
public enum LoadObjection: Equatable, Sendable {
  /// The app is about to end.
  case terminating
  /// The scene is closed.
  case closedScene
  /// The scene is landscape without filling the display, where full-screen ads do not work.
  case splitScreen
  /// Consent forbids ads, or was not asked for.
  case noConsent
  /// The SDK was not started.
  case notStarted
  /// The unit failed for its configuration, and nothing changed since.
  case misconfigured
  /// The day has no show left, until a `t` at which the next one begins.
  case capReached(until: Int64)
  /// A load is in flight, for so many milliseconds of foreground time yet.
  case inFlight(rest: Int64)
  /// The pause after failed loads runs until a `t`.
  case pausing(until: Int64)
  /// The place holds an ad that was never shown.
  case holdsAd
}
