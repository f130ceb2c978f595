import AdSession

/// What the simulated phone is doing.
struct PhoneState {
  /// Whether the app is on screen, in use, or in the background.
  enum Stage { case active, inactive, background }

  var stage = Stage.inactive
  /// Whether the app was told that it ends: the user goes nowhere any more.
  var isEnding = false
  /// From when on the process is suspended; nil while it runs.
  var suspendedAt: Int64?
  /// What waits for the process to return.
  var deferred: [() -> Void] = []
  /// The open windows.
  var scenes: [SceneWindow] = []
  /// How many windows there have been.
  var scenesSoFar = 0
  /// Whether a suppression is open.
  var suppression: Word?
}

/// One window scene.
struct SceneWindow {
  var scene: Symbol
  var width: Int64
  var height: Int64
  var isFullScreen: Bool
  var orientation: Word
}
