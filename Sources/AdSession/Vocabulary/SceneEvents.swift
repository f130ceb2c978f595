extension Vocabulary {
  /// The entries of the classes scene, window.
  static let sceneEvents: [VocabularyEntry] = [
    VocabularyEntry(
      .sceneConnected, "scene.connected", .scene,
      says: "",
      fields: [
        .required(.scene, .string, "a window scene"),
        .required(.width, .integer, "points"),
        .required(.height, .integer, "points"),
        .required(.fullScreen, .boolean, "the window fills the display"),
        .optional(.orientation, .string, values: [.portrait, .landscape, .unknown]),
      ]),
    VocabularyEntry(
      .sceneResized, "scene.resized", .scene,
      says: "the transition is complete",
      fields: [
        .required(.scene, .string, "a window scene"),
        .required(.width, .integer, "points"),
        .required(.height, .integer, "points"),
        .required(.fullScreen, .boolean, "the window fills the display"),
        .optional(.orientation, .string, values: [.portrait, .landscape, .unknown]),
      ]),
    VocabularyEntry(
      .sceneDisconnected, "scene.disconnected", .scene,
      says: "",
      fields: [
        .required(.scene, .string, "a window scene")
      ]),
    VocabularyEntry(
      .windowShown, "window.shown", .window,
      says: "the ad module put its own window above the app",
      fields: [
        .required(.window, .string, "the ad module's own window"),
        .optional(.scene, .string, "a window scene"),
        .optional(.level, .integer, "window level"),
      ]),
    VocabularyEntry(
      .windowClosed, "window.closed", .window,
      says: "and took it down",
      fields: [
        .required(.window, .string, "the ad module's own window")
      ]),
  ]
}
