/// Names the scenes of an app, and says which of them an event of an ad names.
///
/// Unit and scene together are a slot: the load of an ad, its check and its show must name the same
/// scene, or none, or each would be in a slot of its own. An app with one window need not say which,
/// so all of its ads are in that one; where nobody has said how many windows it can have, an ad is in
/// the scene that its request names, or in none.
public struct SceneNames: Sendable {
  /// How many windows the app can have.
  public enum Windows: Sendable {
    /// Nobody has said it.
    case unknown
    /// One; a scene that comes after it was closed is the same again.
    case one
    /// More than one; each scene that comes is a new one.
    case several
  }

  /// How many windows the app can have.
  public var windows = Windows.unknown
  private var names: [ObjectIdentifier: String] = [:]
  private var free: [String] = []
  private var count = 0
  private static let first = "s-1"

  /// Knows no scene yet.
  public init() {}

  /// The name of a scene: `s-1`, `s-2` in the order in which they were seen.
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

  /// A scene is gone; another one may get its place in memory.
  public mutating func forget(_ scene: ObjectIdentifier) {
    guard let name = names.removeValue(forKey: scene), windows == .one else { return }
    free.append(name)
  }

  /// The scene of a load, by that of its request.
  public func loaded(request: String?) -> String? {
    request ?? (windows == .one ? Self.first : nil)
  }

  /// The scene of a presentation; nil for none.
  ///
  /// - Parameters:
  ///   - load: The scene of the load.
  ///   - presenter: The scene in which the app presents, as far as that is known.
  public func presented(load: String?, presenter: String?) -> String? {
    load == nil && windows != .several ? nil : presenter ?? load
  }
}
