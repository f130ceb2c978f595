// The part of UIKit that the package uses, written for tests where there is no UIKit.
@_exported public import Foundation

/// An object that takes part in the chain of responders.
@MainActor open class UIResponder: NSObject {
  /// Makes a responder.
  public nonisolated override init() { super.init() }
}

/// An area of the screen.
@MainActor open class UIView: UIResponder {
  /// The window that the view is in; nil before it is in one.
  public weak var window: UIWindow?
  /// Whether it is not drawn.
  public var isHidden = false
  /// Where the view lies in the one above it.
  public var bounds = CGRect(x: 0, y: 0, width: 0, height: 0)
}

/// The top of a tree of views, in a scene.
@MainActor open class UIWindow: UIView {
  /// How far in front a window is.
  public struct Level: Hashable, Sendable {
    /// More is further in front.
    public var rawValue: CGFloat
    /// Makes a level.
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    /// That of the app's own window.
    public static let normal = Level(rawValue: 0)
    /// That of alerts.
    public static let alert = Level(rawValue: 2000)
  }

  /// The scene that the window is in; where it is nil, nobody sees the window.
  public weak var windowScene: UIWindowScene?
  /// How far in front it is.
  public var windowLevel = Level.normal
  /// What fills it.
  public var rootViewController: UIViewController?

  /// Makes a window of a scene.
  public convenience init(windowScene: UIWindowScene) {
    self.init()
    self.windowScene = windowScene
    window = self
  }
}

/// Manages one screen of an app.
@MainActor open class UIViewController: UIResponder {
  private var loadedView: UIView?
  /// What is presented over it.
  public internal(set) var presentedViewController: UIViewController?

  /// Its view, made at the first use.
  public var view: UIView! {
    get {
      if loadedView == nil { loadedView = UIView() }
      return loadedView
    }
    set { loadedView = newValue }
  }

  /// Its view if there is one yet.
  public var viewIfLoaded: UIView? { loadedView }
}

/// An image.
open class UIImage: NSObject {}
