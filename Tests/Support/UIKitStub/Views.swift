// The part of UIKit that the package uses, for tests on systems without UIKit.
@_exported public import Foundation

/// An object in the responder chain.
@MainActor open class UIResponder: NSObject {
  /// Creates a responder.
  public nonisolated override init() { super.init() }
}

/// A rectangular area of the screen.
@MainActor open class UIView: UIResponder {
  /// The window of the view, if any.
  public weak var window: UIWindow?
  /// Whether the view is hidden.
  public var isHidden = false
  /// The position and size in the superview.
  public var bounds = CGRect(x: 0, y: 0, width: 0, height: 0)
}

/// A window in a scene.
@MainActor open class UIWindow: UIView {
  /// The level of a window.
  public struct Level: Hashable, Sendable {
    /// The level as a number; higher levels are in front.
    public var rawValue: CGFloat
    /// Creates a level.
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    /// The level of the app's windows.
    public static let normal = Level(rawValue: 0)
    /// The level of alerts.
    public static let alert = Level(rawValue: 2000)
  }

  /// The scene of the window; a window without scene is not visible.
  public weak var windowScene: UIWindowScene?
  /// The level of the window.
  public var windowLevel = Level.normal
  /// The view controller that fills the window.
  public var rootViewController: UIViewController?

  /// Creates a window in a scene.
  public convenience init(windowScene: UIWindowScene) {
    self.init()
    self.windowScene = windowScene
    window = self
  }
}

/// A view controller.
@MainActor open class UIViewController: UIResponder {
  private var loadedView: UIView?
  /// The presented view controller.
  public var presentedViewController: UIViewController?

  /// The view, created at the first use.
  public var view: UIView! {
    get {
      if loadedView == nil { loadedView = UIView() }
      return loadedView
    }
    set { loadedView = newValue }
  }

  /// The view, if it was created.
  public var viewIfLoaded: UIView? { loadedView }
}

/// An image.
open class UIImage: NSObject {}
