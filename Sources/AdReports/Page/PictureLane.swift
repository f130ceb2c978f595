internal import AdSession

/// A horizontal lane of a session's picture.
enum PictureLane {
  /// The subject of a lane.
  enum Key: Hashable {
    /// The app's phases, and the lock of the screen.
    case app
    /// Everything else on the screen: loading screens, forms, dialogs, ad windows.
    case screen
    /// A slot: an ad unit in a scene.
    case slot(unit: Symbol, scene: Symbol)
    /// Records that belong to no other lane.
    case other
  }
}

extension PictureLane.Key {
  var isSlot: Bool { if case .slot = self { true } else { false } }
}
