import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/nothing-under-the-ad`.
  public static let nothingUnderTheAd = Rule(
    "nothing-under-the-ad", .presentation, .warning, [.banner, .native],
    observes: [.load, .present], policy: [.coverSeconds],
    "Nothing is requested, shown or counted under a full-screen ad.",
    precise: """
      at ad.requested of a banner with a reason other than resized, refresh and config, at \
      ad.impression of a banner or native ad, at content.shown: no full-screen ad is shown in the \
      same scene whose last show is more than cover_s ago
      """,
    notes: """
      A `content.shown` is of every format. A request without a reason is an activation; requests \
      with the reason `resized`, `refresh` or `config` are not: the SDK or the system causes them. \
      An `ad.impression` is seen only if `revenue` is captured, and a `content.shown` only if \
      `splash` is. Exactly `cover_s` is kept. If the ad later proves to be over without a \
      dismissal, the rule stays violated.
      """,
    actor: .app,
    remedy: """
      Pause the screen under a full-screen ad from `adWillPresentFullScreenContent` to \
      `adDidDismissFullScreenContent`: load no banner, show no content, and stop the game.
      """,
    links: [.fullScreenDelegateIOS, .hiddenBanner],
    .at(.kind(.adRequested), .kind(.adImpression), .kind(.contentShown)) { context in
      if context.event.kind == .adRequested && !context.isOwnBannerRequest { return nil }
      return context.isCovered.forbids { shown in
        let passed = context.session.time.least(from: shown, to: context.index)
        let limit = ReadableDuration.text(context.milliseconds(.coverSeconds) ?? 0)
        return context.violation(
          "\(context.whatIsCovered) while \(context.adName(at: shown.known)) had been on screen for "
            + "\(ReadableDuration.text(passed)) (limit \(limit), cover_s)",
          witness: [shown.known] + context.longestWitness(since: shown.known)
            + (context.evaluation.hasScenes ? context.scenes(with: shown.known) : []),
          policy: [.coverSeconds], measured: Double(passed) / 1000)
      }
    }
  )
}

extension EvaluationContext {
  /// Whether a request is for a banner, and of the app's own accord.
  fileprivate var isOwnBannerRequest: Bool {
    guard event.format == .banner else { return false }
    switch event.reason {
    case .resized, .refresh, .config: return false
    default: return true
    }
  }

  /// What the event says happened under the ad.
  fileprivate var whatIsCovered: String {
    switch event.kind {
    case .adRequested: "\(slotName) was requested"
    case .adImpression: "\(adName) counted an impression"
    default: "the content\(inScene) was shown"
    }
  }

  /// Whether a full-screen ad covers its scene; yes has the show.
  fileprivate var isCovered: Truth {
    if isSceneUnsure { return .unknown(whyHidden) }
    guard let cover = milliseconds(.coverSeconds) else { return hasAnyFullScreen.unlessNo }
    let scene = session.sceneNumber(facts.scene).map { session.scenes[$0] }
    let isUp = session.sceneNumber(facts.scene).map { showsAd(in: $0, otherThan: nil) } ?? .no
    let hasCovered = scene.map { isLong(since: $0.lastShow, cover) } ?? .no
    let unsure = session.shows.unsure.show
    let start = max(scene?.lastShow ?? .none, scene?.uncovered ?? .none)
    return hasCovered.and(isUp).orHidden(
      unsure > start && within(.dismissTimeoutSeconds, of: unsure) != .no
        || session.canHideShow(since: start, at: index),
      whyHidden)
  }

  /// Whether more than a limit of active time has passed since a record; no without one.
  private func isLong(since start: EventIndex, _ limit: Int64) -> Truth {
    guard start.isPresent, session.time.greatest(from: start, to: index) > limit else { return .no }
    return Truth.yes(start).unless(session.time.least(from: start, to: index) <= limit)
  }
}

extension Truth {
  /// Unknown, unless it is certainly false.
  fileprivate var unlessNo: Truth { self == .no ? .no : .unknown(.unknown) }
}
