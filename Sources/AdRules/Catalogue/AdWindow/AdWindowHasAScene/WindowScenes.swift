internal import AdSession

extension Pattern {
  /// Universality with a late condition: if the session has several windows, or connects a scene at
  /// any time, every shown window names its scene.
  static func windowsNameTheirScene(message: @escaping @Sendable (EvaluationContext) -> String)
    -> Pattern
  {
    Pattern(
      [.windowShown, .sceneConnected].map(Trigger.kind),
      visit: { context, state in
        let connected = context.session.screen.firstSceneConnected
        if context.event.kind == .windowShown {
          if context.session.header?.multiScene == true {
            state.judgeWindow(context.index, by: .none, context, message)
          } else if connected.isPresent {
            state.judgeWindow(context.index, by: connected, context, message)
          } else {
            state.lists[0, default: []].append(context.index)
          }
        } else if connected.isAbsent {
          for shown in state.lists.removeValue(forKey: 0) ?? [] {
            state.judgeWindow(shown, by: EventIndex(context.index), context, message)
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
    _ shown: Int, by connected: EventIndex, _ context: EvaluationContext,
    _ message: @Sendable (EvaluationContext) -> String
  ) {
    if context.event(at: shown).scene.isPresent {
      return report(.kept, of: shown, in: context.evaluation)
    }
    let window = context.evaluation.context(shown)
    report(
      context.violation(message(window), witness: [EventIndex(shown), connected]), of: shown,
      in: context.evaluation)
  }
}

extension Evaluation {
  /// Why it is unknown whether the session has scenes; nil where it certainly has none.
  fileprivate var doubtOfScenes: Doubt? {
    guard let header = session.header else { return .unknown }
    let canCapture = header.captures?.contains(ClassSet(.scene)) ?? true
    return canCapture && !trace.hidingGaps.isEmpty ? .gap : nil
  }
}
