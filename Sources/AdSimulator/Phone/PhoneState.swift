public import AdSession

/// The state of the simulated phone.
struct PhoneState {
  /// The activation state of the app.
  enum Activation { case active, inactive, background }

  var activation = Activation.inactive
  /// Whether the app was notified that it terminates.
  var isEnding = false
  /// The time from which the process is suspended; nil in the foreground.
  var suspendedAt: Int64?
  /// The actions that wait until the process resumes.
  var deferred: [() -> Void] = []
  /// The open windows.
  var scenes: [SceneWindow] = []
  /// The number of windows opened so far.
  var scenesSoFar = 0
}

/// An open window.
public struct SceneWindow: Sendable {
  /// The name of the scene.
  public internal(set) var scene: Symbol
  /// The width in points.
  public internal(set) var width: Int64
  /// The height in points.
  public internal(set) var height: Int64
  /// Whether the window fills the screen.
  public internal(set) var isFullScreen: Bool
  /// Portrait or landscape.
  public internal(set) var orientation: Word

  var size: WindowSize { WindowSize(width: width, height: height) }
}

/// The size of a window, in points.
struct WindowSize: Hashable {
  let width, height: Int64
}
