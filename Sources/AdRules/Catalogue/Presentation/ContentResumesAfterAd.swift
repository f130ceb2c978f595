import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/content-resumes-after-ad`.
  public static let contentResumesAfterAd = Rule(
    "content-resumes-after-ad", .presentation, .warning, .fullScreen,
    observes: [.present, .content], policy: [.contentResumeSeconds],
    "The content that paused for an ad goes on after it.",
    precise: """
      ad.dismissed(A), ad.failed_to_present(A) or ad.show_without_ad with a content.paused as the \
      last content.* record before it, whose reason is advert or absent ⇒ content.resumed, or content.paused with another reason, or \
      ad.present_requested or a show of any ad, or app.resigned_active or app.entered_background \
      within content_resume_s
      """,
    notes: """
      Correlation: the session, so that answers of every scene and format count. "Another reason" \
      is one that is given and not `advert`: then the content rests for something else. With a gap \
      since the last `content.*` record (none: since the beginning), or with a reason that the \
      vocabulary does not list, the trigger is an activation only if it would be violated, and \
      then undecided.
      """,
    actor: .app,
    remedy: """
      Pause the game or the video in `adWillPresentFullScreenContent`, and resume it in \
      `adDidDismissFullScreenContent` and in `ad(_:didFailToPresentFullScreenContentWithError:)`.
      """,
    links: [.fullScreenDelegateIOS, .frozenAfterAd],
    .response(
      to: .kind(.adDismissed), .kind(.adFailedToPresent), .kind(.adShowWithoutAd),
      where: { $0.hasContentPausedByAd != .no }, correlation: .session,
      answers: [
        .contentResumed, .contentPaused, .adPresentRequested, .adWillPresent, .appResignedActive,
        .appEnteredBackground,
      ],
      accepts: { $0.event.kind != .contentPaused || $0.pausesForSomethingElse },
      within: { _ in .contentResumeSeconds },
      unless: { Exemption(where: $0.hasContentPausedByAd) },
      shownBy: { ($0.session.surroundings.content, .none) }, evenWhileUp: true,
      message: { "the content did not go on\($1) after \($0.endOfAd)" })
  )
}

extension EvaluationContext {
  /// Whether the content paused for an ad and has not gone on; yes has the `content.paused`.
  fileprivate var hasContentPausedByAd: Truth {
    let last = session.surroundings.content
    if hasGap(since: last) { return .unknown(.gap) }
    guard let last = last.index, event(at: last).kind == .contentPaused else { return .no }
    switch event(at: last).reason {
    case .advert, .absent: return .yes(last)
    case .unrecognised: return .unknown(.unknown)
    default: return .no
    }
  }

  /// What ended the wait for an ad.
  fileprivate var endOfAd: String {
    switch event.kind {
    case .adDismissed: "\(adName) was dismissed"
    case .adFailedToPresent: "\(adName) failed to appear"
    default: "the app had no ad to show"
    }
  }

  /// Whether a `content.paused` names another reason than an ad.
  fileprivate var pausesForSomethingElse: Bool {
    event.reason != .advert && event.reason != .absent
  }
}
