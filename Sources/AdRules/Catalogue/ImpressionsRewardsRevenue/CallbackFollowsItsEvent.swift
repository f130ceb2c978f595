import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/callback-follows-its-event`.
  public static let callbackFollowsItsEvent = Rule(
    "callback-follows-its-event", .impressionsRewardsRevenue, .warning, .all,
    observes: [.callback, .load, .present],
    "The layers above the SDK receive only callbacks of events that happened.",
    precise: """
      at callback.received(layer app or bridge) of an ad A with an earlier ad.loaded(A): an \
      earlier event of A of the kind that what names; of a request R with an earlier \
      ad.requested(R): an earlier ad.loaded or ad.failed_to_load of R, as what names
      """,
    notes: """
      `loaded` and `failed_to_load` go by the request that the callback names, and are no \
      activations without one; all others go by the ad. An `ad.will_present` can be an overlay. \
      `impression`, `click` and `paid` are judged only if the header lists `revenue` in \
      `captures`, `reward` only if it lists `reward`. If the `ad.loaded` or `ad.requested` is not \
      seen and a gap can hide it, a callback without its event is undecided; with it, there is no \
      activation.
      """,
    actor: .app,
    remedy: """
      Forward each call of the delegate once and unchanged, such as \
      `adDidDismissFullScreenContent(_:)`, and report nothing from a timer or from a state that \
      you assume. Give each ad object its own identifier in the bridge, so that no event goes to \
      another ad.
      """,
    links: [.fullScreenDelegateIOS],
    .at(.kind(.callbackReceived)) { $0.followsItsEvent }
  )
}

extension EvaluationContext {
  fileprivate var followsItsEvent: Judgement? {
    guard event.layer == .app || event.layer == .bridge else { return nil }
    switch event.what {
    case .loaded: return follows("ad.loaded", count: requestState?.loadedCount)
    case .failedToLoad: return follows("ad.failed_to_load", count: requestState?.failedCount)
    case .willPresent: return follows(.adWillPresent, .shown)
    case .failedToPresent: return follows(.adFailedToPresent, .failedToPresent)
    case .dismissed: return follows(.adDismissed, .dismissed)
    case .impression: return follows(.adImpression, .impression, ifListed: .revenue)
    case .click: return follows(.adClicked, .clicked, ifListed: .revenue)
    case .paid: return follows(.adPaid, .paid, ifListed: .revenue)
    case .reward: return follows(.adRewardEarned, .rewardEarned, ifListed: .reward)
    default: return nil
    }
  }

  /// The judgement that an earlier event of the ad has a kind.
  ///
  /// Nil where the load of the ad is not known, or the header does not list the class of the kind.
  private func follows(
    _ kind: EventKind, _ fact: AdFact, ifListed eventClass: EventClass? = nil
  ) -> Judgement? {
    if let eventClass {
      let listed = evaluation.trace.header?.captures ?? []
      if !listed.contains(ClassSet(eventClass)) { return nil }
    }
    if !event.ad.isPresent { return nil }
    let judgement = earlier(fact).demands {
      violation("\(received) of \(adName), but no \(kind.name) came before", witness: [loadedIndex])
    }
    return seen(loadedIndex).limits(judgement)
  }

  /// The judgement that its request has such an answer; `count` is the number of them so far.
  private func follows(_ kind: String, count: Int?) -> Judgement? {
    let requested = requestState?.requestedIndex ?? .none
    let isAnswered = Truth(count.map { $0 > 0 } ?? false)
    let judgement = isAnswered.orHidden(hasGap(since: requested)).demands {
      violation(
        "\(received) of request \(text(event.request)), but no \(kind) came before",
        witness: [requested])
    }
    return event.request.isPresent ? seen(requested).limits(judgement) : nil
  }

  private var received: String {
    "the \(event.layer.text ?? "app") received the callback '\(event.what.text ?? "")'"
  }
}
