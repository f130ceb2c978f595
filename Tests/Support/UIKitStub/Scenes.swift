/// How a screen or window is held.
public enum UIInterfaceOrientation: Int, Sendable {
  /// Not known.
  case unknown = 0
  /// Upright.
  case portrait = 1
  /// Upside down.
  case portraitUpsideDown = 2
  /// On its side.
  case landscapeLeft = 4
  /// On its other side.
  case landscapeRight = 3

  /// Whether it is higher than wide.
  public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
  /// Whether it is wider than high.
  public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
}

/// Something that has coordinates of its own.
@MainActor public protocol UICoordinateSpace: NSObjectProtocol {
  /// Its area.
  var bounds: CGRect { get }
}

/// A display.
@MainActor open class UIScreen: NSObject, UICoordinateSpace {
  /// Its area in points.
  public var bounds: CGRect
  /// Makes a display of a size.
  public init(bounds: CGRect) {
    self.bounds = bounds
    super.init()
  }
  /// That of the device.
  public static let main = UIScreen(bounds: CGRect(x: 0, y: 0, width: 1024, height: 1366))
}

/// One instance of an app's interface.
@MainActor open class UIScene: UIResponder {
  /// Where a scene is in its life.
  public enum ActivationState: Int, Sendable {
    /// Not connected.
    case unattached = -1
    /// In front, taking input.
    case foregroundActive = 0
    /// In front, not taking input.
    case foregroundInactive = 1
    /// Not visible.
    case background = 2
  }

  /// Where it is in its life; tests set it.
  public var activationState = ActivationState.unattached

  /// Posted when a scene connects.
  public nonisolated static let willConnectNotification = Notification.Name("UISceneWillConnect")
  /// Posted when a scene is gone.
  public nonisolated static let didDisconnectNotification =
    Notification.Name("UISceneDidDisconnect")
  /// Posted when a scene has become active.
  public nonisolated static let didActivateNotification = Notification.Name("UISceneDidActivate")
  /// Posted before a scene stops being active.
  public nonisolated static let willDeactivateNotification =
    Notification.Name("UISceneWillDeactivate")
  /// Posted before a scene can be seen.
  public nonisolated static let willEnterForegroundNotification =
    Notification.Name("UISceneWillEnterForeground")
  /// Posted when a scene can be seen no more.
  public nonisolated static let didEnterBackgroundNotification =
    Notification.Name("UISceneDidEnterBackground")
}

/// A scene that has windows.
@MainActor open class UIWindowScene: UIScene {
  /// The area that its windows have; tests set it.
  public var bounds = CGRect(x: 0, y: 0, width: 1024, height: 1366)
  /// The display that it is on.
  public var screen = UIScreen.main
  /// How it is held.
  public var interfaceOrientation = UIInterfaceOrientation.portrait
  /// Its windows.
  public var windows: [UIWindow] = []
  /// The window that takes input.
  public var keyWindow: UIWindow? { windows.last }
  /// Its coordinates.
  public var coordinateSpace: any UICoordinateSpace { UIScreen(bounds: bounds) }
}
