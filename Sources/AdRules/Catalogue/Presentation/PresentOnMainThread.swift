import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/present-on-main-thread`.
  public static let presentOnMainThread = Rule(
    "present-on-main-thread", .presentation, .error, .fullScreen,
    observes: [.present],
    "Ads are presented on the main thread.",
    precise: """
      in a session of google-mobile-ads on iOS, at ad.failed_to_present: code is not 21
      """,
    notes: """
      Code 21 of `ad.failed_to_present` is "not on the main thread" for the `sdk` \
      `google-mobile-ads` on iOS (`os` is compared as for the cause). The rule has no activations \
      in sessions of other SDKs and systems. If the header is lost, a failure with code 21 is \
      undecided (`unknown`), and another one is no activation.
      """,
    actor: .app,
    remedy: """
      Call `present(from:)` on the main thread, for example from a method marked `@MainActor`.
      """,
    links: [.presentErrorCodesIOS],
    .at(.kind(.adFailedToPresent)) { context in
      let isRefused = context.event.errorCode == 21
      guard let header = context.session.header else {
        return isRefused ? .undecided(.unknown) : nil
      }
      if !header.hasGoogleCodesOfIOS { return nil }
      return isRefused
        ? context.violation("\(context.adName) was presented off the main thread (code 21)") : .kept
    }
  )
}
