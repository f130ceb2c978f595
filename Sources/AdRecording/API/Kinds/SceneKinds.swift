// Written by Tools/regenerate/regenerate.py from Journals/formats/1/vocabulary.tsv; do not edit.

public import AdSession

extension Recorded {
  /// `scene.connected`.
  public struct SceneConnected: VocabularyEvent {
    let scene: String
    let width: Int
    let height: Int
    let fullScreen: Bool
    let orientation: Orientation?

    /// Always `scene.connected`.
    public var kind: EventKind { .sceneConnected }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.text(.scene, scene)
      fields.integer(.width, width)
      fields.integer(.height, height)
      fields.boolean(.fullScreen, fullScreen)
      fields.word(.orientation, orientation?.word)
    }
  }

  /// `scene.resized`: the transition is complete.
  public struct SceneResized: VocabularyEvent {
    let scene: String
    let width: Int
    let height: Int
    let fullScreen: Bool
    let orientation: Orientation?

    /// Always `scene.resized`.
    public var kind: EventKind { .sceneResized }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.text(.scene, scene)
      fields.integer(.width, width)
      fields.integer(.height, height)
      fields.boolean(.fullScreen, fullScreen)
      fields.word(.orientation, orientation?.word)
    }
  }

  /// `scene.disconnected`.
  public struct SceneDisconnected: VocabularyEvent {
    let scene: String

    /// Always `scene.disconnected`.
    public var kind: EventKind { .sceneDisconnected }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.text(.scene, scene)
    }
  }

  /// `window.shown`: the ad module put its own window above the app.
  public struct WindowShown: VocabularyEvent {
    let window: String
    let scene: String?
    let level: Int?

    /// Always `window.shown`.
    public var kind: EventKind { .windowShown }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.text(.window, window)
      fields.text(.scene, scene)
      fields.integer(.level, level)
    }
  }

  /// `window.closed`: and took it down.
  public struct WindowClosed: VocabularyEvent {
    let window: String

    /// Always `window.closed`.
    public var kind: EventKind { .windowClosed }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.text(.window, window)
    }
  }
}

extension RecordedEvent where Self == Recorded.SceneConnected {
  /// `scene.connected`.
  ///
  /// - Parameters:
  ///   - scene: A window scene.
  ///   - width: Points.
  ///   - height: Points.
  ///   - fullScreen: The window fills the display.
  public static func sceneConnected(
    scene: consuming String, width: Int, height: Int, fullScreen: Bool,
    orientation: Recorded.Orientation? = nil
  ) -> Self {
    Recorded.SceneConnected(
      scene: scene, width: width, height: height, fullScreen: fullScreen, orientation: orientation
    )
  }
}

extension RecordedEvent where Self == Recorded.SceneResized {
  /// The transition is complete.
  ///
  /// - Parameters:
  ///   - scene: A window scene.
  ///   - width: Points.
  ///   - height: Points.
  ///   - fullScreen: The window fills the display.
  public static func sceneResized(
    scene: consuming String, width: Int, height: Int, fullScreen: Bool,
    orientation: Recorded.Orientation? = nil
  ) -> Self {
    Recorded.SceneResized(
      scene: scene, width: width, height: height, fullScreen: fullScreen, orientation: orientation
    )
  }
}

extension RecordedEvent where Self == Recorded.SceneDisconnected {
  /// `scene.disconnected`.
  ///
  /// - Parameter scene: A window scene.
  public static func sceneDisconnected(scene: consuming String) -> Self {
    Recorded.SceneDisconnected(scene: scene)
  }
}

extension RecordedEvent where Self == Recorded.WindowShown {
  /// The ad module put its own window above the app.
  ///
  /// - Parameters:
  ///   - window: The ad module's own window.
  ///   - scene: A window scene.
  ///   - level: Window level.
  public static func windowShown(
    window: consuming String, scene: consuming String? = nil, level: Int? = nil
  ) -> Self {
    Recorded.WindowShown(window: window, scene: scene, level: level)
  }
}

extension RecordedEvent where Self == Recorded.WindowClosed {
  /// And took it down.
  ///
  /// - Parameter window: The ad module's own window.
  public static func windowClosed(window: consuming String) -> Self {
    Recorded.WindowClosed(window: window)
  }
}
