import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/sound-returns-after-ad`.
  public static let soundReturnsAfterAd = Rule(
    "sound-returns-after-ad", .presentation, .warning, .fullScreen,
    observes: [.present, .audio], policy: [.soundReturnSeconds],
    "The sound that an ad interrupted comes back after it.",
    precise: """
      ad.dismissed(A) with an audio.interrupted as the last audio.* record before it, which lies \
      after the last attempt(A) ⇒ audio.resumed, or ad.present_requested or a show of any ad, or \
      app.resigned_active or app.entered_background within sound_return_s
      """,
    notes: """
      Correlation: the session. The last attempt is the last `ad.present_requested` of A, without \
      one its last show. With a gap since the later of that and the last `audio.*` record, the \
      dismissal is an activation only if it would be violated, and then undecided; likewise where \
      no call was seen and a gap since the load can hide one before the interruption, and where an \
      `ad.will_present` after it may be an overlay or the attempt.
      """,
    actor: .app,
    remedy: """
      In `adDidDismissFullScreenContent`, set the category of your `AVAudioSession` again, call \
      `setActive(true)` and start your players. Or manage the audio session yourself: set \
      `isAudioSessionApplicationManaged` of `MobileAds.shared.audioVideoManager`.
      """,
    links: [.globalSettingsIOS, .soundAfterAd],
    .response(
      to: .kind(.adDismissed), where: { $0.hasInterruptedSound != .no }, correlation: .session,
      answers: [
        .audioResumed, .adPresentRequested, .adWillPresent, .appResignedActive,
        .appEnteredBackground,
      ],
      within: { _ in .soundReturnSeconds },
      unless: { Exemption(where: $0.hasInterruptedSound) },
      shownBy: { ($0.session.surroundings.audio, $0.lastTry) }, evenWhileUp: true,
      message: { "the sound did not come back\($1) after \($0.adName) was dismissed" })
  )
}

extension EvaluationContext {
  /// The last call of present for its ad, or its last show without a call.
  fileprivate var lastTry: EventIndex { EventIndex(last(.presentRequested) ?? last(.shown)) }

  /// Whether the sound was interrupted after the last attempt of its ad, and has not come back.
  fileprivate var hasInterruptedSound: Truth {
    let (heard, tried) = (session.surroundings.audio, lastTry)
    if hasGap(since: max(heard, tried)) { return .unknown(.gap) }
    guard heard.isPresent, event(at: heard).kind == .audioInterrupted else { return .no }
    let isCalled = last(.presentRequested) != nil
    if tried.isAbsent || heard < tried { return Truth.no.unless(!isCalled && hasGapSinceLoad) }
    let mayBeTriedAgain = !isCalled && (adState?.unsureShow ?? .none) > heard
    return Truth.yes(heard).unless(mayBeTriedAgain, whyHidden)
  }
}
