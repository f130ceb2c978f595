import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/known-ad`.
  public static let knownAd = Rule(
    "known-ad", .impressionsRewardsRevenue, .error, .all,
    observes: [.load],
    "Every event of an ad comes after the ad was loaded.",
    precise: """
      at any event with ad A other than ad.loaded, native.mapped, adapter.completed and \
      callback.received: an earlier ad.loaded(A)
      """,
    notes: """
      Every event that names an ad is an activation, overlays included, except for the four \
      kinds named.
      """,
    actor: .app,
    remedy: """
      Start the recorder before the first load, and record all callbacks of an ad object under \
      one name.
      """,
    links: [.fullScreenDelegateIOS],
    .eventsOfAds(except: [.adLoaded, .nativeMapped, .adapterCompleted, .callbackReceived]) {
      context in
      context.seen(context.loadedIndex).demands {
        context.violation(
          "\(context.adName) had the event \(context.event.kind.name) but was never loaded")
      }
    }
  )
}
