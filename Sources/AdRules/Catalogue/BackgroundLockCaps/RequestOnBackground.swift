import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/request-on-background`.
  public static let requestOnBackground = Rule(
    "request-on-background", .backgroundLockCaps, .info, .appOpen,
    observes: [.load, .lock], timed: true,
    "An app that requests its next ad on entering the background does so every time.",
    precise: """
      in a session with an app-open ad.requested of reason background: app.entered_background \
      of a real span ⇒ such a request before the next app.entering_foreground, unless an \
      app-open ad is ready or no slot that ever asked so is free
      """,
    notes: """
      Applies if the session has an app-open request of reason `background` anywhere. Activated \
      at the `app.entered_background` of a real span. Any such request before the span ends \
      answers; it may be of any app-open slot. Exempt, in the state before \
      `app.entered_background`: an app-open ad is ready in any slot; or none of the slots that \
      ever (earlier or later) asked so is free. If the session ends within a real span and \
      nothing answered: `pending`.
      """,
    actor: .app,
    remedy: """
      Request the next app open ad in `sceneDidEnterBackground(_:)` every time. Reset the flag \
      of the device lock, so that it blocks no later request.
      """,
    links: [.appOpenAdsIOS, .lifeCycleUIKit],
    .requestOnEveryBackground()
  )
}
