/// The orientation of an interface.
public enum UIInterfaceOrientation: Int, Sendable {
  /// The value is unknown.
  case unknown = 0
  /// Portrait.
  case portrait = 1
  /// Portrait, upside down.
  case portraitUpsideDown = 2
  /// Landscape, left.
  case landscapeLeft = 4
  /// Landscape, right.
  case landscapeRight = 3

  /// Whether the orientation is portrait.
  public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
  /// Whether the orientation is landscape.
  public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
}

/// An object with its own coordinates.
@MainActor public protocol UICoordinateSpace: NSObjectProtocol {
  /// The bounds in points.
  var bounds: CGRect { get }
}

/// A display.
@MainActor open class UIScreen: NSObject, UICoordinateSpace {
  /// The bounds in points.
  public var bounds: CGRect
  /// Creates a display of a size.
  public init(bounds: CGRect) {
    self.bounds = bounds
    super.init()
  }
  /// The display of the device.
  public static let main = UIScreen(bounds: CGRect(x: 0, y: 0, width: 1024, height: 1366))
}

/// One instance of an app's user interface.
@MainActor open class UIScene: UIResponder {
  /// The activation state of a scene.
  public enum ActivationState: Int, Sendable {
    /// Not connected.
    case unattached = -1
    /// Visible, with input.
    case foregroundActive = 0
    /// Visible, without input.
    case foregroundInactive = 1
    /// Not visible.
    case background = 2
  }

  /// The activation state; tests set it.
  public var activationState = ActivationState.unattached

  /// Posted before a scene connects.
  public nonisolated static let willConnectNotification = Notification.Name("UISceneWillConnect")
  /// Posted after a scene disconnected.
  public nonisolated static let didDisconnectNotification =
    Notification.Name("UISceneDidDisconnect")
  /// Posted after a scene became active.
  public nonisolated static let didActivateNotification = Notification.Name("UISceneDidActivate")
  /// Posted before a scene resigns active.
  public nonisolated static let willDeactivateNotification =
    Notification.Name("UISceneWillDeactivate")
  /// Posted before a scene enters the foreground.
  public nonisolated static let willEnterForegroundNotification =
    Notification.Name("UISceneWillEnterForeground")
  /// Posted after a scene entered the background.
  public nonisolated static let didEnterBackgroundNotification =
    Notification.Name("UISceneDidEnterBackground")
}

/// A scene with windows.
@MainActor open class UIWindowScene: UIScene {
  /// The bounds of its windows; tests set it.
  public var bounds = CGRect(x: 0, y: 0, width: 1024, height: 1366)
  /// The display of the scene.
  public var screen = UIScreen.main
  /// The orientation of the interface.
  public var interfaceOrientation = UIInterfaceOrientation.portrait
  /// The windows of the scene.
  public var windows: [UIWindow] = []
  /// The key window.
  public var keyWindow: UIWindow? { windows.last }
  /// The coordinates of the scene.
  public var coordinateSpace: any UICoordinateSpace { UIScreen(bounds: bounds) }
}
