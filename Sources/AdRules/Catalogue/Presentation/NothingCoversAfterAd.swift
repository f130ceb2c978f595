import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/nothing-covers-after-ad`.
  public static let nothingCoversAfterAd = Rule(
    "nothing-covers-after-ad", .presentation, .error, .all,
    observes: [.present, .revenue, .cover], policy: [.coverSeconds, .dismissTimeoutSeconds],
    "No view of an ad covers the app while no ad is shown.",
    precise: """
      at cover.observed with by = advert: a full-screen ad is shown or pending in any scene; or \
      the record has no when = after_dismissal, and an ad.dismissed or ad.failed_to_present of a \
      full-screen ad lies at most cover_s (t) ago; or an ad.clicked lies at most \
      dismiss_timeout_s ago
      """,
    notes: """
      What a click opened can cover the app, so that a click on any ad counts. A `by` that the \
      vocabulary does not list is an activation only if it would be violated, and then undecided \
      (`unknown`); with such a `when`, an end at most `cover_s` ago leaves it undecided \
      (`unknown`). A gap at most `cover_s` (t) or `dismiss_timeout_s` ago that can hide what \
      exempts: undecided.
      """,
    actor: .sdk,
    remedy: """
      Look for the class of the view in the field `controller`, and report it to the SDK or the \
      network of the last ad. Until it is fixed, call `dismiss(animated:)` on the presenting view \
      controller after `adDidDismissFullScreenContent`, if something still covers it.
      """,
    links: [.layerAfterAd, .frozenAfterAd],
    .at(.kind(.coverObserved)) { context in
      let isCovered = context.isCoveredByAdvert
      if isCovered == .no { return nil }
      return isCovered.limits(context.mayBeCovered.demands { context.violationByCover })
    }
  )
}

extension EvaluationContext {
  /// Whether a `cover.observed` saw a view of an ad.
  fileprivate var isCoveredByAdvert: Truth {
    switch event.by {
    case .advert: .yes(.none)
    case .unrecognised: .unknown(.unknown)
    default: .no
    }
  }

  /// Whether an ad, the end of one, or what a click opened may cover the app now.
  fileprivate var mayBeCovered: Truth {
    hasAnyFullScreen.or(hasJustEnded).or(mayBeAPage)
  }

  /// Whether an ad ended so recently that it may still be on its way out.
  private var hasJustEnded: Truth {
    if event.when == .afterDismissal { return .no }
    let end = max(session.shows.dismissed, session.shows.presentFailed)
    guard let cover = milliseconds(.coverSeconds) else {
      return end.isPresent || lastGap.isPresent ? .unknown(.unknown) : .no
    }
    let isRecent = end.isPresent && elapsed(since: end) <= cover
    let ended = Truth(isRecent).orHidden(canHide(upTo: cover))
    return event.when == .unrecognised && ended != .no ? .unknown(.unknown) : ended
  }

  /// Whether a click came so recently that what it opened may cover the app.
  private var mayBeAPage: Truth {
    let clicked = session.shows.clicked
    guard let limit = milliseconds(.dismissTimeoutSeconds) else {
      return clicked.isPresent || lastGap.isPresent ? .unknown(.unknown) : .no
    }
    if let clicked = clicked.index {
      if session.time.greatest(from: clicked, to: index) <= limit { return .yes(clicked) }
      if session.time.least(from: clicked, to: index) <= limit { return .unknown(.gap) }
    }
    return Truth.no.unless(lastGap > clicked && canLast(since: lastGap, for: limit))
  }

  fileprivate var violationByCover: Judgement {
    let when =
      event.when == .afterDismissal
      ? "still covered the app\(inScene) a second after the dismissal"
      : "covered the app\(inScene) while no full-screen ad was shown"
    return violation(
      "a view of an ad \(when)", policy: [.coverSeconds, .dismissTimeoutSeconds])
  }
}
