import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/request-when-none-ready`.
  public static let requestWhenNoneReady = Rule(
    "request-when-none-ready", .loading, .warning, .fullScreen,
    observes: [.load, .decision], policy: [.requestWhenNoneReadySeconds],
    "When a show is skipped because no ad is ready, an ad is requested.",
    precise: """
      ad.show_decided(skip, not_ready) ⇒ ad.requested of the unit within \
      request_when_none_ready_s, unless an ad of the slot is ready or the slot is not free
      """,
    notes: """
      Any `ad.requested` of the unit answers, in any scene and format. The exemption asks for the \
      slot of the decision. Where an ad is ready, `decision-agrees-with-state` judges the decision.
      """,
    actor: .app,
    remedy: """
      When a show finds no ad, request one at once, so that the next chance to show is not lost.
      """,
    links: [.appOpenAdsIOS],
    .response(
      to: .kind(.adShowDecided),
      where: { $0.event.outcome == .skip && $0.event.reason == .notReady },
      correlation: .unit, answers: [.adRequested],
      within: { _ in .requestWhenNoneReadySeconds },
      unless: { $0.unlessReadyOrNotFree() },
      message: {
        "\($0.slotName) was not requested\($1) after a show was skipped because no ad was ready"
      })
  )
}
