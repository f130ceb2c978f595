import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/expired-ad-replaced`.
  public static let expiredAdReplaced = Rule(
    "expired-ad-replaced", .freshness, .warning, .fullScreen,
    observes: [.load, .decision], policy: [.requestWhenNoneReadySeconds],
    "When a show is skipped because its ad has expired, a new ad is requested.",
    precise: """
      ad.show_decided(skip, expired) ⇒ ad.requested of the unit within \
      request_when_none_ready_s, unless the slot is not free
      """,
    notes: """
      Any `ad.requested` of the unit answers, in any scene and format. The exemption asks for the \
      slot of the decision.
      """,
    actor: .app,
    remedy: """
      When a show finds an expired ad, drop it and call `load(with:request:)` at once, so that \
      the next show has a fresh ad.
      """,
    links: [.appOpenAdsIOS],
    .response(
      to: .kind(.adShowDecided),
      where: { $0.event.outcome == .skip && $0.event.reason == .expired },
      correlation: .unit, answers: [.adRequested],
      within: { _ in .requestWhenNoneReadySeconds },
      unless: { $0.unlessItsSlotIsNotFree },
      message: {
        "\($0.slotName) was not requested\($1) after a show was skipped for an expired ad"
      })
  )
}
