internal import AdSession
internal import AdSimulator

/// A window of an app with several windows.
public struct AdWindow: Sendable, Hashable, CustomStringConvertible {
  /// The orientations of a window.
  public enum Orientation: String, Sendable, CaseIterable {
    case portrait, landscape
  }

  /// The name, as in ``AdPlacement/scene``.
  public let name: String
  /// The width in points.
  public let width: Int
  /// The height in points.
  public let height: Int
  /// The orientation.
  public let orientation: Orientation
  /// Whether the window fills the screen; if not, it shares the screen with another app.
  public let isFullScreen: Bool

  /// Whether full-screen ads can be requested for the window: not in landscape beside another app.
  public var supportsFullScreenAds: Bool { isFullScreen || orientation == .portrait }

  /// The name, the size and whether it fills the screen, such as `s-1, 507 × 1366, shared`.
  public var description: String {
    "\(name), \(width) × \(height)\(isFullScreen ? "" : ", shared")"
  }

  init(_ window: SceneWindow, _ world: World) {
    name = world.text(window.scene)
    width = Int(window.width)
    height = Int(window.height)
    orientation = window.orientation == .landscape ? .landscape : .portrait
    isFullScreen = window.isFullScreen
  }
}
