import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/lock-requests-nothing`.
  public static let lockRequestsNothing = Rule(
    "lock-requests-nothing", .backgroundLockCaps, .warning, .appOpen,
    observes: [.load, .lock], timed: true,
    "Locking the phone does not lead to a request.",
    precise: """
      at ad.requested with reason background: not after the device.locked of a lock-caused \
      span and before the end of that span (certain at the later of the request and its \
      app.entered_background)
      """,
    notes: """
      Activated at each app-open request of reason `background`. Violated if, at the request, a \
      lock-caused span is open; or if a `device.locked` came after the last `app.became_active`, \
      no span is open, and the next of `app.entered_background` and `app.became_active` is \
      `app.entered_background`. Kept if a span is open that no lock caused so far, if there was \
      no such lock, or if the next one is `app.became_active`. If neither comes: `pending`.
      """,
    actor: .app,
    remedy: """
      Before you request an ad on entering the background, check whether the device lock caused \
      it. If it did, skip the request.
      """,
    links: [.appOpenAdGuidance, .lifeCycleUIKit],
    .requestsWhileLocked(
      message: "requested although the app left the screen because the phone was locked")
  )
}
