public import AdRecording

/// The open scenes and their sizes, so that only changes are recorded.
public struct SceneShapes: Sendable {
  /// The size and orientation of a scene.
  public struct Shape: Equatable, Sendable {
    /// The width in points.
    public var width: Int
    /// The height in points.
    public var height: Int
    /// Whether the window fills the display.
    public var isFullScreen: Bool
    /// The orientation of the interface.
    public var orientation: Recorded.Orientation

    /// Creates a shape from whole points.
    public init(
      width: Int, height: Int, isFullScreen: Bool, orientation: Recorded.Orientation
    ) {
      self.width = width
      self.height = height
      self.isFullScreen = isFullScreen
      self.orientation = orientation
    }

    /// Creates a shape from fractional points, which are rounded.
    ///
    /// The window fills the display if their sizes differ by less than one point, in either
    /// orientation of the display.
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

  /// A change of a scene.
  public enum Change: Equatable, Sendable {
    /// The scene is new.
    case connected(Shape)
    /// The size or orientation changed.
    case resized(Shape)
    /// The scene disconnected.
    case disconnected
  }

  private var shapes: [String: Shape] = [:]

  /// Creates a filter without scenes.
  public init() {}

  /// Sets the current shape of a scene, `nil` if it disconnected; returns the change, if any.
  public mutating func update(_ scene: String, to shape: Shape?) -> Change? {
    let old = shapes[scene]
    shapes[scene] = shape
    guard let shape else { return old == nil ? nil : .disconnected }
    if old == nil { return .connected(shape) }
    return old == shape ? nil : .resized(shape)
  }
}
