import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/abandoned-load-not-shown`.
  public static let abandonedLoadNotShown = Rule(
    "abandoned-load-not-shown", .presentation, .error, .fullScreen,
    observes: [.load, .present], policy: [.coverSeconds],
    "An ad that comes after the app gave up its request is not shown at once.",
    precise: """
      at attempt(A) after an ad.request_abandoned of the request of A: the ad.loaded(A) is more \
      than cover_s (t) ago
      """,
    notes: """
      The request of A is that of its last `ad.loaded`; whether it was abandoned before or after \
      that does not matter. An attempt without an earlier `ad.request_abandoned` is no activation, \
      nor is one of an ad that was not loaded. A gap since the `ad.requested` (none seen: since \
      the beginning) can hide that the request was abandoned, and one since the beginning a load \
      that is not seen: the attempt is undecided if it would then be violated, else it is no \
      activation.
      """,
    actor: .app,
    remedy: """
      When your timeout ends the wait, only store an ad that the load completion delivers later. \
      Call `present(from:)` at the next natural break, not in that completion.
      """,
    links: [.interstitialGuidance, .interstitialTimeout], namesCause: true,
    .at(.attempt, failureOnly: false) { $0.showOfAbandonedLoad }
  )
}

extension EvaluationContext {
  /// The judgement of an attempt by the age of an ad whose request was abandoned; nil where it was
  /// not.
  fileprivate var showOfAbandonedLoad: Judgement? {
    guard let loaded = loadedIndex.index else {
      let limit = milliseconds(.coverSeconds) ?? .max
      return canHide(upTo: limit) ? .undecided(.gap) : nil
    }
    let request = adState?.request.index.map { session.requests[$0] }
    let abandoned = request?.abandonedIndex ?? .none
    return seen(abandoned, since: request?.requestedIndex ?? .none)
      .limits(judgeShow(after: loaded, abandoned))
  }

  private func judgeShow(after loaded: Int, _ abandoned: EventIndex) -> Judgement {
    let passed = elapsed(since: loaded)
    guard let limit = milliseconds(.coverSeconds) ?? (passed == 0 ? 0 : nil) else {
      return .undecided(.unknown)
    }
    if passed > limit { return .kept }
    let request = text(event(at: loaded).request)
    return violation(
      "\(adName) was presented \(ReadableDuration.text(passed)) after it was loaded, although "
        + "the app had given up request \(request) (limit \(ReadableDuration.text(limit)), cover_s)",
      witness: [EventIndex(loaded), abandoned], policy: [.coverSeconds],
      measured: Double(passed) / 1000)
  }
}
