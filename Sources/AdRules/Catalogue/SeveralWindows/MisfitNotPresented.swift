import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/misfit-not-presented`.
  public static let misfitNotPresented = Rule(
    "misfit-not-presented", .severalWindows, .error, .fullScreen,
    observes: [.fit, .present],
    "An ad that does not fit its scene is not presented.",
    precise: """
      at attempt(A): the last ad.fit_checked(A), if any, passed; and with a scene.resized of \
      its scene since it was loaded, there is one after the resize
      """,
    notes: "See fit. An ad that was never loaded is older than no resize.",
    actor: .app,
    remedy: """
      Call `canPresent(from:)` after each resize, before `present(from:)`. If it throws, load a \
      new ad for this scene instead.
      """,
    links: [.multipleWindowsIOS, .presentErrorCodesIOS],
    .at(.attempt, failureOnly: false) { context in
      switch context.fit {
      case .fits: return .kept
      case .unknown(let why): return .undecided(why)
      case .failed(let checked):
        return context.violation(
          "\(context.adName) was presented although its last check found that it does not fit",
          witness: [checked])
      case .unchecked(let resized):
        return context.violation(
          "\(context.adName) was presented without a check after its scene was resized",
          witness: [context.loadedIndex, EventIndex(resized)].present
            + context.evaluation.sceneSource(context.index))
      }
    }
  )
}
