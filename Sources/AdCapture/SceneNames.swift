/// Names the scenes of an app and chooses the scene that an event of an ad names.
///
/// Unit and scene together are a slot. So the load of an ad, its check and its show must all name
/// the same scene, or none. In an app with one window, all ads are in that window's scene. If the
/// number of windows is unknown, an ad is in the scene that its request names, or in none.
public struct SceneNames: Sendable {
  /// The number of windows that an app can have.
  public enum Windows: Sendable {
    /// The number is not known.
    case unknown
    /// One window; a scene that connects after another one was closed gets the same name.
    case one
    /// More than one window; each scene that connects gets a new name.
    case several
  }

  /// The number of windows that the app can have.
  public var windows = Windows.unknown
  private var names: [ObjectIdentifier: String] = [:]
  private var free: [String] = []
  private var count = 0
  private static let first = "s-1"

  /// Creates a naming scheme without scenes.
  public init() {}

  /// Returns the name of a scene: `s-1`, `s-2` and so on, in the order of the first calls.
  public mutating func name(of scene: ObjectIdentifier) -> String {
    if let name = names[scene] { return name }
    let name = free.isEmpty ? newName() : free.removeFirst()
    names[scene] = name
    return name
  }

  private mutating func newName() -> String {
    count += 1
    return "s-\(count)"
  }

  /// Removes a scene that disconnected, because another one may get the same object identifier.
  public mutating func forget(_ scene: ObjectIdentifier) {
    guard let name = names.removeValue(forKey: scene), windows == .one else { return }
    free.append(name)
  }

  /// Returns the scene of a load, given the scene of its request.
  public func loaded(request: String?) -> String? {
    request ?? (windows == .one ? Self.first : nil)
  }

  /// Returns the scene of a presentation; `nil` for none.
  ///
  /// - Parameters:
  ///   - load: The scene of the load.
  ///   - presenting: The scene of the presenting view controller, if known.
  public func presented(load: String?, presenting: String?) -> String? {
    load == nil && windows != .several ? nil : presenting ?? load
  }
}
