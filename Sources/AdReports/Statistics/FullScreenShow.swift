internal import AdSession

/// The first show of a full-screen ad.
struct FullScreenShow {
  /// The index of the record that shows the ad.
  let begin: Int
  /// The index of the dismissal, or of the failure that ends the show.
  var end: Int?
  var isDismissed = false
  var isRewarded = false
  /// The index of the first click.
  var click: Int?
  /// The index of the first act of the user that shows that the ad is gone.
  var over: Int?

  init(at index: Int) { begin = index }
}

/// Decides what went wrong in the shows of a session; what a gap or the end of the journal hides is
/// left open.
struct ShowJudge {
  let trace: Trace
  let time: ActiveTime
  private let policy: Policy
  private let classes: ClassSet

  init(_ trace: Trace, _ time: ActiveTime) {
    self.trace = trace
    self.time = time
    classes = trace.captured
    var policy = Policy.ofHeader(isKnown: trace.header != nil, hasTimes: trace.hasTimes)
    policy.apply(trace.header?.policy ?? [])
    for (_, change) in trace.policyChanges.sorted(by: { $0.key < $1.key }) { policy.apply(change) }
    self.policy = policy
  }

  /// Adds a show to the figures of its group.
  func add(_ show: FullScreenShow, of format: Word, to figures: inout ShowFigures, path: String) {
    figures.count += 1
    if trace.hasTimes, show.isDismissed, let end = show.end, !hasGap(show, upTo: end) {
      figures.onScreen.add(time.least(from: show.begin, to: end))
    }
    for fault in ShowFault.allCases {
      guard let happened = happened(fault, in: show, of: format) else { continue }
      figures[fault].whole += 1
      if !happened { continue }
      figures[fault].part += 1
      figures[fault].example = Exemplar(
        records: trace.events.count, path: path, session: trace.id)
    }
  }

  /// Whether something went wrong; nil if that is open.
  private func happened(
    _ fault: ShowFault, in show: FullScreenShow, of format: Word
  ) -> Bool? {
    switch fault {
    case .missingReward: lacksReward(show, of: format)
    case .missingDismissal: lacksDismissal(show)
    case .earlyClick: hasEarlyClick(show)
    case .uncleanEnd: isCut(show)
    }
  }

  private func lacksReward(_ show: FullScreenShow, of format: Word) -> Bool? {
    guard format == .rewarded || format == .rewardedInterstitial, show.isDismissed,
      classes.contains(ClassSet(.reward)), let dismissed = show.end,
      let grace = policy.milliseconds(.rewardGraceSeconds)
    else { return nil }
    let after = time.firstRecord(after: dismissed, beyond: grace)
    if after == nil && trace.end != .clean { return nil }
    return hasGap(show, upTo: after ?? trace.events.count) ? nil : !show.isRewarded
  }

  private func lacksDismissal(_ show: FullScreenShow) -> Bool? {
    if hasGap(show, upTo: show.end ?? trace.events.count) { return nil }
    if show.end != nil { return false }
    return isOverdue(show) ? true : nil
  }

  /// Whether the session goes on for so long that the dismissal should have come.
  private func isOverdue(_ show: FullScreenShow) -> Bool {
    goesOn(.dismissTimeoutSeconds, after: show.begin)
      || show.over.map { goesOn(.dismissPairSeconds, after: $0) } ?? false
  }

  private func goesOn(_ key: PolicyKey, after index: Int) -> Bool {
    guard let limit = policy.milliseconds(key) else { return false }
    return time.firstRecord(after: index, beyond: limit) != nil
  }

  /// Whether an act of the user at a record shows that the ad is gone.
  func isOver(_ show: FullScreenShow, at index: Int) -> Bool {
    guard show.end == nil, show.click == nil, let cover = policy.milliseconds(.coverSeconds) else {
      return false
    }
    return !trace.hasScenes && trace.events[index].t - trace.events[show.begin].t > cover
  }

  private func hasEarlyClick(_ show: FullScreenShow) -> Bool? {
    guard classes.contains(ClassSet(.revenue)),
      let limit = policy.milliseconds(.accidentalClickSeconds)
    else { return nil }
    guard let click = show.click else { return false }
    return trace.events[click].t - trace.events[show.begin].t < limit
  }

  private func isCut(_ show: FullScreenShow) -> Bool? {
    if hasGap(show, upTo: show.end ?? trace.events.count) { return nil }
    // Without times, an ad that was never dismissed may have left the screen long before.
    if !trace.hasTimes && trace.end != .clean && show.end == nil { return nil }
    return trace.end != .clean && show.end == nil && show.over == nil && !isOverdue(show)
  }

  private func hasGap(_ show: FullScreenShow, upTo end: Int) -> Bool {
    time.hasGap(after: show.begin, before: end)
  }
}
