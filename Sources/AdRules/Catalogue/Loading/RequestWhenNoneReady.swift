import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/request-when-none-ready`.
  public static let requestWhenNoneReady = Rule(
    "request-when-none-ready", .loading, .warning, .fullScreen,
    observes: [.load, .decision], policy: [.requestWhenNoneReadySeconds],
    "A show that is skipped because no ad is ready leads to a request.",
    precise: """
      ad.show_decided(skip, not_ready) ⇒ ad.requested of the unit within \
      request_when_none_ready_s, unless the slot is not free
      """,
    source: "000",
    .response(
      to: .kind(.adShowDecided),
      where: { $0.event.outcome == .skip && $0.event.reason == .notReady },
      correlation: .unit, answers: [.adRequested],
      within: { _ in .requestWhenNoneReadySeconds },
      unless: { $0.unlessItsSlotIsNotFree },
      message: { "the skipped show of \($0.slotName) was not followed by a request" })
  )
}
