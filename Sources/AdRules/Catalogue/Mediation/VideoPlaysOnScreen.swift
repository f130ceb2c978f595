import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/video-plays-on-screen`.
  public static let videoPlaysOnScreen = Rule(
    "video-plays-on-screen", .mediation, .warning, [.fullScreen, .banner, .native],
    observes: [.video], policy: [.coverSeconds],
    "The video of an ad plays only while the ad is on screen.",
    precise: """
      at video.played(A), full-screen: an earlier attempt(A); banner or native: the last view.* of A \
      is not a view.hidden that is more than cover_s ago
      """,
    notes: """
      The video of a banner or native ad is an activation only if `visibility` is captured; the \
      limit is active time. Full-screen, with a gap since the load: undecided unless an attempt was \
      seen. Else undecided with a gap since the last `view.*` of the ad (none: its load) that can \
      hide a `view.hidden` which is too long ago, or a `view.appeared` since the one that was seen.
      """,
    actor: .network,
    remedy: """
      Remove and release the view of an ad that leaves the screen: a detached view can play on. \
      Report a network whose ads play before they are shown.
      """,
    links: [.videoDelegateIOS, .adsNotReleased],
    .at(.kind(.videoPlayed)) { context in
      if context.facts.format.isFullScreen {
        return context.wasAttempted.demands {
          context.violation(
            "\(context.adName) played its video before it was to be shown",
            witness: [context.facts.formatIndex])
        }
      }
      return context.captures(.visibility) ? context.playsInView : nil
    }
  )
}

extension EvaluationContext {
  /// Whether the app or the SDK tried to show its ad before.
  fileprivate var wasAttempted: Truth {
    earlier(.presentRequested).or(earlier(.shown)).or(earlier(.failedToPresent))
  }

  /// The judgement of a video by the last `view.*` of its ad.
  fileprivate var playsInView: Judgement {
    let appeared = EventIndex(last(.viewAppeared))
    let hidden = EventIndex(last(.viewHidden))
    let isInView = hidden > appeared ? within(.coverSeconds, of: hidden) : .yes(appeared)
    switch isInView {
    case .unknown(let why): return .undecided(why)
    case .yes:
      let start = max(loadedIndex, appeared, hidden)
      let isLost = canHide(since: start, longerAgoThan: milliseconds(.coverSeconds))
      return isLost ? .undecided(.gap) : .kept
    case .no:
      if hasGap(since: hidden) { return .undecided(.gap) }
      let passed = session.time.least(from: hidden.known, to: index)
      let limit = ReadableDuration.text(milliseconds(.coverSeconds) ?? 0)
      return violation(
        "\(adName) played its video \(ReadableDuration.text(passed)) after it left the view "
          + "(limit \(limit), cover_s)",
        witness: [hidden], policy: [.coverSeconds], measured: Double(passed) / 1000)
    }
  }
}
