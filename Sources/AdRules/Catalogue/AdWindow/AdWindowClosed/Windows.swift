internal import AdSession

extension Pattern {
  /// Response before the end: each window closes before the next one of its scene is shown, and
  /// before the session ends unless an ad is shown then.
  static func windowCloses(message: @escaping @Sendable (EvaluationContext) -> String) -> Pattern {
    Pattern(
      [.windowShown, .windowClosed, .sessionEnded].map(Trigger.kind),
      visit: { context, state in
        switch context.event.kind {
        case .windowClosed: state.windowClosed(context)
        case .windowShown:
          let scene = CorrelationKey.scene.key(context)
          for other in state.memory.keys
          where other == scene || context.isSceneUnsure || context.isUnknownScene(other) {
            state.windowLeft(in: other, context, message)
          }
          state.memory[scene] = context.index
        default:
          if state.memory.isEmpty { return }
          let isUp = context.hasAnyFullScreen
          for scene in state.memory.keys {
            state.windowLeft(in: scene, context, unless: isUp, message)
          }
        }
      },
      needsFinish: .visited,
      finish: { evaluation, state in
        for shown in state.memory.values {
          let isLost = evaluation.session.time.firstGap(after: shown) != nil
          state.report(.undecided(isLost ? .gap : .cut), of: shown, in: evaluation)
        }
      })
  }
}

extension RuleState {
  /// Settles the open window of a scene, which `memory` holds.
  fileprivate mutating func windowClosed(_ context: EvaluationContext) {
    guard let shown = context.session.screen.openWindows[context.event.text] else { return }
    let scene = UInt64(context.session.identity(context.event(at: shown).scene).id)
    guard memory[scene] == shown else { return }
    memory[scene] = nil
    report(
      context.hasGap(since: shown) ? .undecided(.gap) : .kept, of: shown, in: context.evaluation)
  }

  /// Settles a window that should have closed before this event.
  fileprivate mutating func windowLeft(
    in scene: UInt64, _ context: EvaluationContext, unless isUp: Truth = .no,
    _ message: @Sendable (EvaluationContext) -> String
  ) {
    guard let shown = memory.removeValue(forKey: scene) else { return }
    let isOpen = context.isSceneUnsure || context.isUnknownScene(scene)
    if isOpen || context.hasGap(since: shown) {
      return report(.undecided(.gap), of: shown, in: context.evaluation)
    }
    switch isUp {
    case .yes: report(.kept, of: shown, in: context.evaluation)
    case .unknown(let why): report(.undecided(why), of: shown, in: context.evaluation)
    case .no:
      let window = context.evaluation.context(shown)
      let when =
        context.event.kind == .windowShown
        ? "when window \(context.text(context.event.text)) was shown in its place"
        : "when the session ended"
      let because = "\(message(window)) \(when)"
      report(context.violation(because, witness: [shown]), of: shown, in: context.evaluation)
    }
  }
}

extension EvaluationContext {
  /// Whether this is the key of windows of unknown scene.
  fileprivate func isUnknownScene(_ key: UInt64) -> Bool {
    session.hasScenes && key == UInt64(Symbol.absent.id)
  }
}
