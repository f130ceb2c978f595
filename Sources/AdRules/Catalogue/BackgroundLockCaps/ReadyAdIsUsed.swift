import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/ready-ad-is-used`.
  public static let readyAdIsUsed = Rule(
    "ready-ad-is-used", .backgroundLockCaps, .info, .appOpen,
    observes: [.load, .present, .decision, .lock], policy: [.unusedReturns], timed: true,
    "A ready app-open ad does not stay unused over several returns to the app.",
    precise: """
      at app.entering_foreground of a real span, with at least unused_returns real returns so \
      far: no ad has been ready since before the unused_returns-th last of them (this one \
      counts) without an attempt or ad.show_decided of its unit in between
      """,
    notes: """
      Activated at each real return that is at least the `unused_returns`-th of the session. For \
      each app-open slot the oldest ready app-open ad counts; it is unused since the later of its \
      load and the last use of its unit (an attempt, or an `ad.show_decided`). Violated if at \
      least `unused_returns` real returns, this one included, came since. With a gap since its \
      load or its last use it is unknown whether an ad is unused. A return is undecided while an \
      ad that a gap hides would be young enough.
      """,
    actor: .app,
    remedy: """
      Look for the condition that keeps blocking the show, such as a flag that is never reset. \
      Fix it, or stop requesting ads for that slot.
      """,
    links: [.appOpenAdGuidance],
    .readyAdIsUsed()
  )
}
