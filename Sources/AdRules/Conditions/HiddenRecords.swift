public import AdSession

// The one rule of gaps: what decides a term is unknown if a gap lies between the last record that
// decided it and the judged one, and what the gap hides can still last. A record of unknown scene
// counts like a gap in its place, for what concerns its unit.

extension EvaluationContext {
  /// Whether its scene is unknown: the session has several, and no record names it.
  var isSceneUnsure: Bool { facts.unsure.contains(.scene) }

  /// The first record after the last gap, before which anything can be hidden; none without gaps.
  var lastGap: EventIndex { EventIndex(session.time.lastGap(before: index)) }

  /// Why something is hidden: by a gap, if there is one.
  var whyHidden: Doubt { lastGap.isPresent ? .gap : .unknown }

  /// The last record with which something of a unit can be hidden: behind a gap, or the last one of
  /// unknown scene of the kinds that matter.
  func lastHidden(of unit: Symbol, _ last: (UnsureRecords) -> EventIndex) -> EventIndex {
    guard hasGaps else { return .none }
    let unsure = session.unitNumber(unit).map { last(session.units[$0].unsure) }
    return max(lastGap, unsure ?? .none)
  }

  /// Whether what began at or before a record can last: at most `limit` of active time, by the
  /// least that passed; false for none.
  func canLast(since hidden: EventIndex, for limit: Int64?) -> Bool {
    hidden.isPresent && session.time.least(from: hidden, to: index) <= limit ?? .max
  }

  /// The greatest active time since what a gap hides.
  ///
  /// What the lost beginning hides can be as old as the session.
  func longest(sinceGap gap: Int) -> Int64 {
    gap == 0
      ? session.time.greatest(from: 0, to: index) + evaluation.event(0).t
      : session.time.greatest(from: gap - 1, to: index)
  }

  /// Whether a gap after a record can hide a record that lies at most `limit` of `t` back.
  public func canHide(since start: EventIndex, notLongerAgoThan limit: Int64) -> Bool {
    lastGap > start && elapsed(since: lastGap) <= limit
  }

  /// Whether a gap can hide a record that lies at most `limit` of `t` back.
  func canHide(upTo limit: Int64) -> Bool { canHide(since: .none, notLongerAgoThan: limit) }

  /// Whether a gap can hide a record that lies less than `limit` of `t` back.
  func canHide(within limit: Int64) -> Bool {
    lastGap.isPresent && elapsed(since: lastGap) < limit
  }

  /// Whether a gap after a record can hide one that lies more than `limit` of active time back.
  func canHide(since start: EventIndex, longerAgoThan limit: Int64?) -> Bool {
    guard let gap = session.time.firstGap(after: start), gap <= index else { return false }
    guard let limit else { return true }
    return longest(sinceGap: gap) > limit
  }

  /// Whether an earlier event of this kind came, of its ad; yes has the first.
  func earlier(_ fact: AdFact) -> Truth {
    Truth.seen(EventIndex(first(fact))).orHidden(hasGapSinceLoad)
  }

  /// Whether an earlier event of this kind came, of its ad; yes has the last.
  func latest(_ fact: AdFact) -> Truth {
    Truth.seen(EventIndex(last(fact))).orHidden(hasGapSinceLoad)
  }

  /// What a record shows; without it, whether a gap since another record (none: the beginning) can
  /// hide one.
  func seen(_ record: EventIndex, since start: EventIndex = .none) -> Truth {
    Truth.seen(record).orHidden(hasGap(since: start))
  }

  /// True while a record that began something is the last that is known of it.
  func lasts(since record: EventIndex) -> Truth {
    Truth.seen(record).unless(hasGap(since: record))
  }
}
