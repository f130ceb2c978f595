internal import AdSession

extension Pattern {
  /// Universality that a later event can bring about: once the session is known to have several
  /// windows, or any scene, every window that was shown names its scene.
  static func windowsNameTheirScene(message: @escaping @Sendable (EvaluationContext) -> String)
    -> Pattern
  {
    Pattern(
      [.windowShown, .sceneConnected].map(Trigger.kind),
      visit: { context, state in
        let connected = context.session.screen.firstSceneConnected
        if context.event.kind == .windowShown {
          if context.session.header?.multiScene == true {
            state.judgeWindow(context.index, by: -1, context, message)
          } else if connected >= 0 {
            state.judgeWindow(context.index, by: connected, context, message)
          } else {
            state.lists[0, default: []].append(context.index)
          }
        } else if connected < 0 {
          for shown in state.lists.removeValue(forKey: 0) ?? [] {
            state.judgeWindow(shown, by: context.index, context, message)
          }
        }
      },
      needsFinish: .visited,
      finish: { evaluation, state in
        guard let doubt = evaluation.doubtOfScenes else { return }
        for shown in state.lists[0] ?? [] {
          let named = evaluation.trace.events[shown].scene.isPresent
          state.report(named ? .kept : .undecided(doubt), of: shown, in: evaluation)
        }
      })
  }
}

extension RuleState {
  fileprivate mutating func judgeWindow(
    _ shown: Int, by connected: Int, _ context: EvaluationContext,
    _ message: @Sendable (EvaluationContext) -> String
  ) {
    if context.event(at: shown).scene.isPresent {
      return report(.kept, of: shown, in: context.evaluation)
    }
    let window = context.evaluation.context(shown)
    report(
      context.violation(message(window), witness: [shown, connected]), of: shown,
      in: context.evaluation)
  }
}

extension Evaluation {
  /// Whether the session may have scenes although none was seen, and why that is unknown.
  fileprivate var doubtOfScenes: Doubt? {
    guard let header = session.header else { return .unknown }
    let canCapture = header.captures?.contains(ClassSet(.scene)) ?? true
    return canCapture && !trace.gaps.isEmpty ? .gap : nil
  }
}
