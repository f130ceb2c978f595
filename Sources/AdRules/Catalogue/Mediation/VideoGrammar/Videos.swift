import AdSession

extension EvaluationContext {
  /// The judgement that video events come in an order that a player can produce.
  func judgeVideoOrder() -> Judgement {
    let played = EventIndex(last(.videoPlayed))
    let ended = EventIndex(last(.videoEnded))
    if (event.kind == .videoPaused || event.kind == .videoEnded) && played.isAbsent {
      return playedBefore(played, unlessAfter: ended)
    }
    if event.kind != .videoPlayed && ended > played { return afterEnd(ended) }
    switch event.kind {
    case .videoPaused, .videoEnded: return playedBefore(played, unlessAfter: ended)
    default: return inTurn
    }
  }

  /// The judgement that mute and unmute alternate; other events are kept.
  private var inTurn: Judgement {
    switch event.kind {
    case .videoMuted: alternates(same: last(.videoMuted), other: last(.videoUnmuted))
    case .videoUnmuted: alternates(same: last(.videoUnmuted), other: last(.videoMuted))
    default: .kept
    }
  }

  private func afterEnd(_ ended: EventIndex) -> Judgement {
    if hasGap(since: ended) {
      // Even if a gap hides playback, the same event must not come twice in a row.
      if case .violated(let violation) = inTurn { return .violated(violation) }
      return .undecided(.gap)
    }
    // A pause or an end without earlier playback violates the order by itself.
    let isEnough = event.kind == .videoPaused || event.kind == .videoEnded
    return violation(
      "\(adName) had the event \(event.kind.name) after its video had ended",
      witness: isEnough ? [] : [ended])
  }

  /// The judgement of a pause or an end; an end of the video also ends playback that a gap hides.
  private func playedBefore(_ played: EventIndex, unlessAfter ended: EventIndex) -> Judgement {
    if played.isPresent { return hasGap(since: played) ? .undecided(.gap) : .kept }
    if !hasGapSinceLoad {
      return violation("\(adName) had the event \(event.kind.name) before its video played")
    }
    return ended.isPresent ? afterEnd(ended) : .undecided(.gap)
  }

  private func alternates(same: Int?, other: Int?) -> Judgement {
    let (same, other) = (EventIndex(same), EventIndex(other))
    if hasGap(since: max(same, other, loadedIndex)) { return .undecided(.gap) }
    guard same > other else { return canHideEnd ? .undecided(.gap) : .kept }
    return violation("\(adName) had the event \(event.kind.name) twice in a row", witness: [same])
  }

  /// Whether a gap can hide that the video ended.
  private var canHideEnd: Bool { hasGap(since: max(EventIndex(last(.videoPlayed)), loadedIndex)) }
}
