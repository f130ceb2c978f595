import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/ready-ad-is-used`.
  public static let readyAdIsUsed = Rule(
    "ready-ad-is-used", .backgroundLockCaps, .info, .appOpen,
    observes: [.load, .present, .decision, .lock], policy: [.unusedReturns],
    "A ready app-open ad does not stay unused over several returns to the app.",
    precise: """
      at app.entering_foreground of a real span, with at least unused_returns real returns so \
      far: no ad has been ready since before the unused_returns-th last of them (this one \
      counts) without an attempt or ad.show_decided of its unit in between
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
