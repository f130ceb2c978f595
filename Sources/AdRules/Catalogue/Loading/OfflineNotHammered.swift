import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/offline-not-hammered`.
  public static let offlineNotHammered = Rule(
    "offline-not-hammered", .loading, .warning, .all,
    observes: [.load, .connectivity], policy: [.offlineRequests],
    "A slot is not requested again and again without a connection.",
    precise: """
      at ad.requested(slot) with a reason other than user and preload, where the last \
      connectivity.changed before it says connected = false: count of such requests of the slot \
      since that record, this one included ≤ offline_requests
      """,
    notes: """
      A request without a reason counts. With a gap since the last `connectivity.changed` (none: \
      since the beginning) each such request is undecided: a lost record can say the opposite.
      """,
    actor: .app,
    remedy: """
      Watch the connection with `NWPathMonitor`: hold requests back while the `status` of its path \
      is not `.satisfied`, and request once when it is again.
      """,
    links: [.pathMonitor, .loadErrorCodesIOS],
    .requestsWhileOffline(atMost: .offlineRequests) { context, count, lost in
      let time = context.passed(since: lost)
      return "\(context.slotName) was requested \(count) times within \(time) without a connection"
    }
  )
}
