import AdSession

extension Pattern {
  /// The response, with a second deadline from the first record that shows that the ad is over.
  func endingEarly(within key: PolicyKey) -> Pattern {
    let answering = Visit(
      [.kind(.adDismissed), .kind(.adFailedToPresent)], filtersFormat: false, need: .awake
    ) { context, state in
      if context.endsItsShow { state.leaveOpenWhatMayBeLate(context, context.milliseconds(key)) }
    }
    let hastening = Visit(
      [.kind(.userActed), .kind(.adShowDecided)], filtersFormat: false, need: .awake
    ) { context, state in
      if context.event.showsAppInUse { state.hasten(context, key) }
    }
    return Pattern(
      visits: [answering] + visits + [hastening], needsFinish: needsFinish, finish: finish)
  }
}

/// The key of the list of records that may show that an ad is over.
private let unsureActs: UInt64 = 0

extension RuleState {
  /// Gives the obligations of the ad that a record shows to be over the second deadline.
  fileprivate mutating func hasten(_ context: EvaluationContext, _ key: PolicyKey) {
    guard let limit = context.milliseconds(key), !context.isSceneUnsure else {
      return lists[unsureActs, default: []].append(context.index)
    }
    guard let ad = context.sceneState?.shownAd.index else { return }
    switch context.showsEnd(of: ad) {
    case .no: break
    case .unknown: lists[unsureActs, default: []].append(context.index)
    case .yes:
      let correlation = UInt64(context.session.ads[ad].ad.id)
      open.hasten(correlation, from: context.index, limit, key, in: context.evaluation)
    }
  }

  /// Reports the shows of the ad that are answered in time, but may have been over long before: a
  /// gap can hide what shows it, or an unsure record does.
  fileprivate mutating func leaveOpenWhatMayBeLate(_ context: EvaluationContext, _ limit: Int64?) {
    if !context.hasGaps && lists[unsureActs] == nil { return }
    let records = lists[unsureActs] ?? []
    let late = open.take(UInt64(context.event.ad.id)) { obligation in
      let hidden = context.firstHiddenAction(after: obligation.since)
      let next = records[records.partition { context.mayEnd(obligation, at: $0) }...].first
      guard let start = [hidden, next].compactMap({ $0 }).min() else { return false }
      let time = context.session.time
      return time.greatest(from: obligation.since, to: context.index) <= obligation.limitMs
        && time.greatest(from: start, to: context.index) > limit ?? 0
    }
    for obligation in late {
      report(.undecided(context.whyHidden), of: obligation.trigger, in: context.evaluation)
    }
  }
}

extension EvaluationContext {
  /// Whether a dismissal or a failure ends the show of its ad.
  var endsItsShow: Bool {
    event.kind == .adDismissed || ad.map { session.endsShow(failureOf: $0, at: index) } ?? true
  }

  /// Whether the record shows that an ad of its scene is over; no where a gap since the show hides
  /// whether that is so, or the user acts in a page that a click on the ad opened.
  fileprivate func showsEnd(of ad: Int) -> Truth {
    guard let shown = session.facts.last(.shown, of: ad), !hasGap(since: shown) else { return .no }
    if event.kind == .userActed && session.isPageOpen(of: ad) { return .no }
    let isShown = session.isShown(ad: ad, at: index)
    if isShown == false || elapsed(since: shown) <= milliseconds(.coverSeconds) ?? 0 { return .no }
    let isSure = isShown == true || session.ads[ad].hasUnsureShow
    return Truth.yes(index).unless(milliseconds(.coverSeconds) == nil || !isSure, .unknown)
  }

  /// Whether a record comes late enough after a show that it may show its end.
  fileprivate func mayEnd(_ obligation: Obligation, at record: Int) -> Bool {
    let passed = event(at: record).t - event(at: obligation.trigger).t
    return record > obligation.trigger && passed > milliseconds(.coverSeconds) ?? 0
  }

  /// The record before the first gap after a show that can hide an act of the user after `cover_s`.
  fileprivate func firstHiddenAction(after shown: Int) -> Int? {
    guard captures(.user) || captures(.decision) else { return nil }
    var start = shown
    while let gap = session.time.firstGap(after: start), gap <= index {
      if event(at: gap).t - event(at: shown).t > milliseconds(.coverSeconds) ?? 0 { return gap - 1 }
      start = gap
    }
    return nil
  }
}
