internal import AdRecording

#if canImport(UIKit)
  internal import AdCapture
  internal import UIKit

  extension AppPhases.Phase {
    /// Converts an activation state; `nil` for a scene that is not connected.
    init?(_ state: UIScene.ActivationState) {
      switch state {
      case .foregroundActive: self = .active
      case .foregroundInactive: self = .inactive
      case .background: self = .background
      default: return nil
      }
    }
  }

  extension SceneShapes.Shape {
    /// The current shape of a scene.
    @MainActor init(_ scene: UIWindowScene) {
      let (bounds, display) = (scene.coordinateSpace.bounds, scene.screen.bounds)
      let orientation = scene.interfaceOrientation
      self.init(
        width: Double(bounds.width), height: Double(bounds.height),
        displayWidth: Double(display.width), displayHeight: Double(display.height),
        orientation: orientation.isPortrait
          ? .portrait : orientation.isLandscape ? .landscape : .unknown)
    }
  }

  extension Recorded.AppTimeChanged.Reason {
    init(_ reason: TimeChanges.Reason) {
      switch reason {
      case .clock: self = .clock
      case .zone: self = .zone
      case .midnight: self = .midnight
      }
    }
  }
#endif
