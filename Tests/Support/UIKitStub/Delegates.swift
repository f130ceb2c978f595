/// The delegate of an application.
@MainActor public protocol UIApplicationDelegate: NSObjectProtocol {
  /// The app finished launching.
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
}

extension UIApplication {
  /// The keys of launch options.
  public struct LaunchOptionsKey: Hashable, Sendable {
    /// The name as text.
    public var rawValue: String
    /// Creates a key from text.
    public init(rawValue: String) { self.rawValue = rawValue }
  }
}
