import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/empty-show-requests-an-ad`.
  public static let emptyShowRequestsAnAd = Rule(
    "empty-show-requests-an-ad", .loading, .warning, .fullScreen,
    observes: [.load, .present], policy: [.requestWhenNoneReadySeconds],
    "When the app wants to show an ad and has none, it requests one.",
    precise: """
      ad.show_without_ad ⇒ ad.requested of the unit within request_when_none_ready_s, unless an \
      ad of the slot is ready or the slot is not free
      """,
    notes: """
      Any `ad.requested` of the unit answers, in any scene and format. The exemption asks for the \
      slot of the `ad.show_without_ad`.
      """,
    actor: .app,
    remedy: """
      Where your show method finds no ad object, call `load(with:request:)` before it returns. An \
      app that only requests after a dismissal gets no ad after its first miss.
      """,
    links: [.appOpenAdsIOS, .interstitialAdsIOS],
    .response(
      to: .kind(.adShowWithoutAd), correlation: .unit, answers: [.adRequested],
      within: { _ in .requestWhenNoneReadySeconds },
      unless: { $0.unlessReadyOrNotFree() },
      message: { "\($0.slotName) was not requested\($1) after the app had no ad to show" })
  )
}
