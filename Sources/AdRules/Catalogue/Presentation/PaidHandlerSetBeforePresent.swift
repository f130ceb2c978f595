import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/paid-handler-set-before-present`.
  public static let paidHandlerSetBeforePresent = Rule(
    "paid-handler-set-before-present", .presentation, .warning, .fullScreen,
    observes: [.present, .handler],
    "The paid-event handler is set before the ad is presented.",
    precise: "at attempt(A): an earlier ad.paid_handler_set(A)",
    actor: .app,
    remedy: """
      Set `paidEventHandler` in the load completion, before `present(from:)`. Revenue of an \
      earlier impression is lost.
      """,
    links: [.revenueIOS],
    .each(
      .attempt, needsEarlier: .paidHandlerSet,
      message: "was presented before its paid-event handler was set")
  )
}
