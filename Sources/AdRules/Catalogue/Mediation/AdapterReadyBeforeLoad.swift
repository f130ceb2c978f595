import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/adapter-ready-before-load`.
  public static let adapterReadyBeforeLoad = Rule(
    "adapter-ready-before-load", .mediation, .warning, .all,
    observes: [.load, .adapter, .readiness],
    "No adapter is asked for an ad before it is ready.",
    precise: """
      at sdk.ready of an adapter with the state ready, if its last sdk.ready has the state not_ready: \
      no adapter.load_called of the adapter lies between them
      """,
    notes: """
      An adapter that stays not ready is no activation, because an app that waits gains nothing. With \
      a gap since the last `sdk.ready` of the adapter (none: since the beginning) it is undecided.
      """,
    actor: .app,
    remedy: """
      Make the first request in the completion of `MobileAds.shared.start`, after a look at \
      `adapterStatusesByClassName`: an adapter whose `state` is not `.ready` yet fails each load.
      """,
    links: [.quickStartIOS],
    .loadsFromReadyAdapters()
  )
}
