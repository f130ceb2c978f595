public import AdRecording

/// Which scenes are open and how large they are, so that only changes are recorded.
public struct SceneShapes: Sendable {
  /// The size of a scene's window, in points, and how it is held.
  public struct Shape: Equatable, Sendable {
    /// Points.
    public var width: Int
    /// Points.
    public var height: Int
    /// Whether the window fills the display.
    public var isFullScreen: Bool
    /// How it is held.
    public var orientation: Recorded.Orientation

    /// Makes a shape.
    public init(
      width: Int, height: Int, isFullScreen: Bool, orientation: Recorded.Orientation
    ) {
      self.width = width
      self.height = height
      self.isFullScreen = isFullScreen
      self.orientation = orientation
    }

    /// Makes a shape of lengths with fractions, which are rounded, and of a display in either
    /// orientation.
    public init(
      width: Double, height: Double, displayWidth: Double, displayHeight: Double,
      orientation: Recorded.Orientation
    ) {
      let isUpright = Self.isAbout(width, displayWidth) && Self.isAbout(height, displayHeight)
      let isTurned = Self.isAbout(width, displayHeight) && Self.isAbout(height, displayWidth)
      self.init(
        width: Self.points(width), height: Self.points(height),
        isFullScreen: isUpright || isTurned, orientation: orientation)
    }

    private static func points(_ length: Double) -> Int {
      length.isFinite && length.magnitude < 1e6 ? Int(length.rounded()) : 0
    }

    private static func isAbout(_ one: Double, _ other: Double) -> Bool {
      (one - other).magnitude < 1
    }
  }

  /// What a look at a scene says.
  public enum News: Equatable, Sendable {
    /// It was not there before.
    case connected(Shape)
    /// It has another size, or is held otherwise.
    case resized(Shape)
    /// It is gone.
    case disconnected
  }

  private var shapes: [String: Shape] = [:]

  /// Knows no scene yet.
  public init() {}

  /// A scene as it is now, nil where it is gone; what that changes.
  public mutating func look(at scene: String, _ shape: Shape?) -> News? {
    let old = shapes[scene]
    shapes[scene] = shape
    guard let shape else { return old == nil ? nil : .disconnected }
    if old == nil { return .connected(shape) }
    return old == shape ? nil : .resized(shape)
  }
}
