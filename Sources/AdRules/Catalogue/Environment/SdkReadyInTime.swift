import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/sdk-ready-in-time`.
  public static let sdkReadyInTime = Rule(
    "sdk-ready-in-time", .environment, .warning, .all,
    observes: [.consent, .readiness], policy: [.sdkReadySeconds],
    "The SDK is ready soon after it is started.",
    precise: """
      first sdk.started ⇒ sdk.ready without adapter and with a state other than not_ready within \
      sdk_ready_s
      """,
    notes: """
      The states of single adapters do not matter. A start after which a gap can hide an earlier \
      one is an activation only if it would be violated, and then undecided (`gap`).
      """,
    actor: .sdk,
    remedy: """
      Do not wait for the completion of `MobileAds.shared.start` without a limit: load after a \
      timeout all the same. Look for the adapter that is not ready in `adapterStatusesByClassName`.
      """,
    links: [.quickStartIOS],
    .response(
      to: .kind(.sdkStarted), where: { $0.session.consent.sdkStarted.isAbsent },
      correlation: .session, answers: [.sdkReady], accepts: { $0.isReadinessOfSDK },
      within: { _ in .sdkReadySeconds },
      unless: { $0.hasGap(since: .none) ? .onlyIfBroken(.gap) : .none },
      message: { _, inTime in "the SDK was started and was not ready\(inTime)" })
  )
}

extension EvaluationContext {
  /// Whether an `sdk.ready` says that the SDK itself is ready.
  fileprivate var isReadinessOfSDK: Bool {
    !event.adapter.isPresent && event.state != .notReady
  }
}
