import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/preloader-started-once`.
  public static let preloaderStartedOnce = Rule(
    "preloader-started-once", .loading, .warning, .all,
    observes: [.preload],
    "A preloader is started only once.",
    precise: """
      at preload.started(unit): the last preload.started or preload.stopped of the unit before it \
      is not preload.started
      """,
    notes: """
      A preloader that was stopped may be started again. With a gap since the last of the two \
      (none: since the beginning) that no `recorder.gap` explains: undecided.
      """,
    actor: .app,
    remedy: """
      Call `preload(for:configuration:delegate:)` once per preload ID, where the app starts. The \
      SDK loads again by itself after each ad that you take, and after a failure.
      """,
    links: [.adPreloadingIOS],
    .at(.kind(.preloadStarted)) { context in
      context.hasPreloader(context.event.unit).forbids { started in
        let after = context.passed(since: started)
        return context.violation(
          "the preloader of \(context.slotName) was started again \(after) after its last start, "
            + "without a stop",
          witness: [started])
      }
    }
  )
}
