import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/callback-reaches-app`.
  public static let callbackReachesApp = Rule(
    "callback-reaches-app", .impressionsRewardsRevenue, .error, .all,
    observes: [.callback], policy: [.callbackSeconds],
    "Each outcome that the SDK reports reaches the code of the app.",
    precise: """
      first ad.loaded(A), first ad.failed_to_load(R), first ad.failed_to_present(A), first \
      ad.dismissed(A), first ad.reward_earned(A) ⇒ callback.received(layer app) with the same what \
      and the same ad (request) within callback_s
      """,
    notes: """
      The `what` of the callback is `loaded`, `failed_to_load`, `failed_to_present`, `dismissed` \
      or `reward`; it names the ad, at `failed_to_load` the request. Only the first event of its \
      kind and ad (request) is an activation; an `ad.reward_earned` is seen only if `reward` is \
      captured. With a gap since the load of the ad (the `ad.requested` of the request), the first \
      one that is seen is undecided unless it is answered in time; for an `ad.loaded` that gap \
      does not matter. Callbacks of other layers answer nothing.
      """,
    actor: .app,
    remedy: """
      Keep the listener of each ad until the ad is gone, and hand its events to the main thread \
      yourself: in Unity with `MobileAdsEventExecutor.ExecuteInUpdate`. Look for the layer that \
      still received the callback: the next one lost it.
      """,
    links: [.unityGlobalSettings, .callbacksNotReceived],
    .callbackReachesApp()
  )
}
