internal import AdSession

/// The property that an answer shares with its trigger.
public enum CorrelationKey: Sendable {
  /// The same ad.
  case ad
  /// The same unit.
  case unit
  /// The same unit and scene.
  case slot
  /// The same request.
  case request
  /// The same call of an adapter.
  case load
  /// The same scene.
  case scene
  /// The same session, so that every answer fits.
  case session
  /// The loading screen that was up while the ad was shown.
  case splash

  /// Whether the scene is part of the key.
  var needsScene: Bool { self == .slot || self == .scene }

  func key(_ context: EvaluationContext) -> UInt64 {
    let event = context.event
    switch self {
    case .ad: return UInt64(event.ad.id)
    case .unit: return UInt64(event.unit.id)
    case .slot: return UInt64(event.unit.id) << 32 | UInt64(context.facts.scene.id)
    case .request: return UInt64(event.request.id)
    case .load: return UInt64(event.load.id)
    case .scene: return UInt64(context.facts.scene.id)
    case .splash: return UInt64((context.splashUnderAd?.scene ?? context.facts.scene).id)
    case .session: return 0
    }
  }
}
