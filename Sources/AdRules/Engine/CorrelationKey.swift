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

  /// Whether the scene is part of the key.
  var needsScene: Bool { self == .slot || self == .scene }

  func key(_ context: EvaluationContext) -> UInt64 {
    let event = context.event
    switch self {
    case .ad: return UInt64(event.ad.id)
    case .unit: return UInt64(event.unit.id)
    case .slot: return UInt64(event.unit.id) << 32 | scene(context)
    case .request: return UInt64(event.request.id)
    case .load: return UInt64(event.load.id)
    case .scene: return scene(context)
    case .session: return 0
    }
  }

  private func scene(_ context: EvaluationContext) -> UInt64 {
    UInt64(context.session.identity(context.facts.scene).id)
  }

  /// What keys have in common whose events differ in their scenes only.
  func inAllScenes(_ key: UInt64) -> UInt64 {
    switch self {
    case .slot: key >> 32
    case .scene: 0
    case .ad, .unit, .request, .load, .session: key
    }
  }

  /// ``inAllScenes(_:)`` of the key of an event, in any state.
  func keyInAllScenes(of event: Event) -> UInt64 {
    switch self {
    case .ad: UInt64(event.ad.id)
    case .unit, .slot: UInt64(event.unit.id)
    case .request: UInt64(event.request.id)
    case .load: UInt64(event.load.id)
    case .scene, .session: 0
    }
  }

  /// Whether a key is one that an event of unknown scene can have.
  func mayBe(_ key: UInt64, _ context: EvaluationContext) -> Bool {
    self == .scene || key >> 32 == UInt64(context.event.unit.id)
  }
}
