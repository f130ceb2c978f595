import AdSession

extension EvaluationContext {
  /// Whether a video event comes in an order that a player can produce.
  func judgeVideoOrder() -> Judgement {
    let played = last(.videoPlayed) ?? -1
    let ended = last(.videoEnded) ?? -1
    if (event.kind == .videoPaused || event.kind == .videoEnded) && played < 0 {
      return playedBefore(played, unlessAfter: ended)
    }
    if event.kind != .videoPlayed && ended > played { return afterEnd(ended) }
    switch event.kind {
    case .videoPaused, .videoEnded: return playedBefore(played, unlessAfter: ended)
    default: return inTurn
    }
  }

  /// Whether sound goes off and on by turns; what is no event of sound does.
  private var inTurn: Judgement {
    switch event.kind {
    case .videoMuted: alternates(same: last(.videoMuted), other: last(.videoUnmuted))
    case .videoUnmuted: alternates(same: last(.videoUnmuted), other: last(.videoMuted))
    default: .kept
    }
  }

  private func afterEnd(_ ended: Int) -> Judgement {
    if hasGap(since: ended) {
      // What a gap may have played since does not make the same event come twice.
      if case .violated(let violation) = inTurn { return .violated(violation) }
      return .undecided(.gap)
    }
    // Alone, a pause or an end breaks the order already: nothing played before it.
    let isEnough = event.kind == .videoPaused || event.kind == .videoEnded
    return violation(
      "\(adName) had \(event.kind.name) after its video had ended",
      witness: isEnough ? [] : [ended])
  }

  /// What a gap may have played before is over where the video ended since.
  private func playedBefore(_ played: Int, unlessAfter ended: Int) -> Judgement {
    if played >= 0 { return hasGap(since: played) ? .undecided(.gap) : .kept }
    if !hasGapSinceLoad { return violation("\(adName) had \(event.kind.name) before it played") }
    return ended >= 0 ? afterEnd(ended) : .undecided(.gap)
  }

  private func alternates(same: Int?, other: Int?) -> Judgement {
    if hasGap(since: max(same ?? -1, other ?? -1, loadedIndex)) { return .undecided(.gap) }
    guard let same, same > other ?? -1 else { return canHideEnd ? .undecided(.gap) : .kept }
    return violation("\(adName) had \(event.kind.name) twice in a row", witness: [same])
  }

  /// Whether a gap can hide that the video ended, and did not play again since.
  private var canHideEnd: Bool { hasGap(since: max(last(.videoPlayed) ?? -1, loadedIndex)) }
}
