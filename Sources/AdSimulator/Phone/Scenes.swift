public import AdSession
import PropertyTesting

extension World {
  /// The possible sizes of windows in points, whether they fill the screen, and their orientation.
  private static let tabletSizes: [(Int64, Int64, Bool, Word)] = [
    (1024, 1366, true, .portrait), (507, 1366, false, .portrait), (320, 1366, false, .portrait),
    (694, 1024, false, .portrait), (1366, 1024, true, .landscape), (678, 1024, false, .landscape),
  ]
  private static let phoneSizes: [(Int64, Int64, Bool, Word)] = [
    (393, 852, true, .portrait), (852, 393, true, .landscape),
  ]

  private func drawSize() -> (Int64, Int64, Bool, Word) {
    let sizes = profile.isMultiScene ? Self.tabletSizes : Self.phoneSizes
    if !profile.isMultiScene && !faults.contains(.resizes) { return sizes[0] }
    return sizes[choices.pick(sizes.count)]
  }

  /// Opens a window.
  func connectScene() {
    phone.scenesSoFar += 1
    let size = drawSize()
    let window = SceneWindow(
      scene: symbol(profile.isMultiScene ? "s-\(phone.scenesSoFar)" : "main"), width: size.0,
      height: size.1, isFullScreen: size.2, orientation: size.3)
    phone.scenes.append(window)
    if isUnderTest && profile.isMultiScene { addPlaces(of: window.scene) }
    recordSize(.sceneConnected, window)
  }

  /// Rotates or resizes a window.
  func resize(_ number: Int) {
    let size = drawSize()
    phone.scenes[number].width = size.0
    phone.scenes[number].height = size.1
    phone.scenes[number].isFullScreen = size.2
    phone.scenes[number].orientation = size.3
    recordSize(.sceneResized, phone.scenes[number])
  }

  /// Closes a window.
  func disconnect(_ number: Int) {
    let window = phone.scenes.remove(at: number)
    hideAll(in: window.scene)
    record(.sceneDisconnected) { $0.scene = window.scene }
    for ad in sdk.up where ad.shownScene == window.scene {
      later(drawTime(0...900)) { $0.close(ad) }
    }
  }

  /// Sometimes plans that the user closes a window while an ad loads for it or comes up in it.
  func planClosing(of scene: Symbol) {
    guard isUnderTest, canChangeScenes, choices.bool(probability: 0.1) else { return }
    later(drawTime(0...8_000, towards: 1_000)) { world in
      guard world.phone.activation == .active, world.phone.scenes.count > 1,
        let number = world.phone.scenes.firstIndex(where: { $0.scene == scene })
      else { return }
      world.strike(.sceneChanges)
      world.disconnect(number)
    }
  }

  func recordSize(_ kind: EventKind, _ window: SceneWindow) {
    record(kind) {
      $0.scene = window.scene
      $0.width = window.width
      $0.height = window.height
      $0.fullScreen = window.isFullScreen
      $0.orientation = window.orientation
    }
  }

  /// The open windows, in the order in which they were opened.
  public var openWindows: [SceneWindow] { phone.scenes }

  /// The open window of a scene; nil if there is none.
  public func window(of scene: Symbol) -> SceneWindow? { phone.scenes.first { $0.scene == scene } }
}
