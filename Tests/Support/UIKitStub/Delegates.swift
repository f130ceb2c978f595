/// What hears of the app's life.
@MainActor public protocol UIApplicationDelegate: NSObjectProtocol {
  /// Launching is done.
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
}

extension UIApplication {
  /// Why the app was launched.
  public struct LaunchOptionsKey: Hashable, Sendable {
    /// Its name.
    public var rawValue: String
    /// Makes a key.
    public init(rawValue: String) { self.rawValue = rawValue }
  }
}
