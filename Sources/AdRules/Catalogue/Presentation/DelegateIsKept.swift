import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/delegate-is-kept`.
  public static let delegateIsKept = Rule(
    "delegate-is-kept", .presentation, .error, .all,
    observes: [.load, .present, .delegate],
    "The delegate of an ad lives as long as the ad.",
    precise: """
      at ad.delegate_lost(A): an earlier ad.dismissed(A), ad.failed_to_present(A) or \
      ad.discarded(A)
      """,
    notes: """
      Activated at each `ad.delegate_lost`, of the delegate and of the paid-event handler. One of \
      the three records is enough, however often the ad is shown.
      """,
    actor: .app,
    remedy: """
      Keep the object that you set as `fullScreenContentDelegate` or `delegate` in a property of \
      the object that holds the ad: the SDK refers to it weakly. Release both together, after \
      `adDidDismissFullScreenContent`.
      """,
    links: [.fullScreenDelegateIOS, .delegateNotRetained],
    .at(.kind(.adDelegateLost)) { context in
      context.earlier(.dismissed).or(context.earlier(.failedToPresent))
        .or(context.earlier(.discarded)).demands {
          let lost = context.event.what == .paidHandler ? "paid-event handler" : "delegate"
          return context.violation(
            "\(context.adName) lost its \(lost) before it was dismissed or discarded")
        }
    }
  )
}
