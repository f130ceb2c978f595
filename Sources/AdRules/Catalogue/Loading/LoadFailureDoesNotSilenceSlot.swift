import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/load-failure-does-not-silence-slot`.
  public static let loadFailureDoesNotSilenceSlot = Rule(
    "load-failure-does-not-silence-slot", .loading, .warning, .fullScreen,
    observes: [.load], policy: [.slotSilenceSeconds],
    "A failed load is followed by another request while the app is in use.",
    precise: """
      ad.failed_to_load(slot; cause is not configuration) ⇒ ad.requested(slot) within \
      slot_silence_s, unless at every record until the miss is certain the slot is not free for \
      another reason than a pause or a load in flight
      """,
    notes: """
      The blockers that count are configuration, consent, SDK, termination, closed scene, split \
      screen and cap — not a load in flight and not a retry pause. If there is a record, from the \
      failure to the record m at which the miss is certain (both included), before which none of \
      them existed, the miss is a violation; else it is kept. What the record m itself changes \
      comes too late. A failure of undetermined cause is an activation only if no request answers \
      it and none of these blockers keeps it: what would then be violated is undecided \
      (`unknown`).
      """,
    actor: .app,
    remedy: """
      Schedule another attempt in the failure branch of the load, with a growing pause, or \
      request again at the next chance to show.
      """,
    links: [.maxInterstitialIOS],
    .requestFollows(
      .adFailedToLoad,
      where: { $0.failedToLoadForAnotherCause(than: .configuration) },
      within: .slotSilenceSeconds, unlessThroughout: RequestBlocker.others,
      message: { "\($0.slotName) was not requested again\($1) after its load had failed" })
  )
}
