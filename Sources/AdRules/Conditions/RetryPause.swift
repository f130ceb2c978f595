internal import AdSession

extension Backoff {
  /// The number of consecutive failures after which the pause no longer grows.
  static let failuresThatCount = 64
}

extension EvaluationContext {
  /// Whether the pause after the slot's failed loads lasts; yes has the last failure.
  ///
  /// Only failures since the last gap certainly belong to the row. A gap can hide more of them, or an ad
  /// that ended the row.
  func isPausing(unit: Symbol, scene: Symbol) -> Truth {
    let slot = session.slotNumber(unit: unit, scene: scene)
    let last = slot.flatMap { session.slots[$0].failures.last }.map(Int.init)
    if last == nil && !hasGaps { return .no }
    if pause(1) == nil { return .unknown(.unknown) }
    guard let slot, let last else {
      let loaded = slot.map { session.slots[$0].lastLoaded } ?? .none
      return canHidePause(unit, slot: slot, since: loaded)
    }
    let certain = certainFailures(slot: slot)
    if elapsed(since: last) >= longestPause(unit, slot: slot) ?? .max {
      return canHidePause(unit, slot: slot, since: EventIndex(last))
    }
    return elapsed(since: last) < pause(certain.count) ?? 0 ? .yes(last) : .unknown(.gap)
  }

  /// The pause after a number of consecutive failed loads; nil where it is unknown.
  private func pause(_ failures: Int) -> Int64? {
    session.policy.pause(afterFailures: failures)
  }

  /// The last failures of a slot that are certainly consecutive, at most as many as matter.
  func certainFailures(slot: Int) -> [Int] {
    let failures = session.slots[slot].failures
    let known = failures.suffix(Backoff.failuresThatCount).map(Int.init)
    let start = lastDoubt(session.slots[slot].unit)
    return known.filter { $0 >= start }
  }

  /// The longest pause that the slot may have to make; nil where a threshold is unknown.
  ///
  /// Every record that was lost since its last `ad.loaded` can be a failure.
  private func longestPause(_ unit: Symbol, slot: Int?) -> Int64? {
    let loaded = slot.map { session.slots[$0].lastLoaded } ?? .none
    if max(lastVagueLoad(unit), lastVagueFailure(unit)) > loaded {
      return milliseconds(.retryMaxSeconds)
    }
    let seen = slot.map { session.slots[$0].failures.count } ?? 0
    return pause(seen + lostRecords(since: loaded, atMost: Backoff.failuresThatCount))
  }

  /// The record from which on no record of the unit can be missing; none where no record is lost.
  private func lastDoubt(_ unit: Symbol) -> EventIndex {
    let vague = max(lastVagueLoad(unit), lastVagueFailure(unit))
    let behindVague = EventIndex(vague.index.map { $0 + 1 })
    return max(EventIndex(session.time.lastGap(before: index)), behindVague)
  }

  /// Whether a failure that a gap hides can make the slot pause.
  private func canHidePause(_ unit: Symbol, slot: Int?, since start: EventIndex) -> Truth {
    guard hasGaps else { return .no }
    let gap = hasGap(since: start) ? session.time.lastGap(before: index) : nil
    let last = max(EventIndex(gap), lastVagueFailure(unit))
    guard last > start else { return .no }
    return elapsed(since: last) < longestPause(unit, slot: slot) ?? .max ? .unknown(.gap) : .no
  }
}

extension EvaluationContext {
  /// The judgement of a request after failed loads of its slot; nil where none failed.
  var isPatientRetry: Judgement? {
    switch event.reason {
    case .resized, .config, .user: return nil
    default: break
    }
    guard let slot, session.slots[slot].isFailing else {
      return mayFollowHiddenFailure ? .undecided(.gap) : nil
    }
    return isPausing(unit: event.unit, scene: facts.scene).forbids { last in
      hastyRetry(slot, passed: elapsed(since: last))
    }
  }

  /// Whether a failure that a gap hides can forbid a request that follows no recorded failure.
  private var mayFollowHiddenFailure: Bool {
    if !hasGaps { return false }
    // The last event that ended a row of failures.
    let last = slotState.map { max($0.lastLoaded, $0.lastUnaskedRequest) } ?? .none
    return canHidePause(event.unit, slot: slot, since: last) != .no
  }

  /// The violation of a request within the pause, with the shortest row of failures that shows it.
  private func hastyRetry(_ slot: Int, passed: Int64) -> Judgement {
    let failures = certainFailures(slot: slot)
    let pause = pause(failures.count) ?? 0
    let needed =
      (1...max(1, failures.count)).first { self.pause($0) ?? 0 > passed } ?? failures.count
    let row = failures.suffix(needed)
    let times = failures.count == 1 ? "a failed load" : "\(failures.count) failed loads in a row"
    return violation(
      "\(slotName) was requested again \(ReadableDuration.text(passed)) after \(times) "
        + "(pause \(ReadableDuration.text(pause)), retry_base_s, retry_max_s)",
      witness: row + row.flatMap(evaluation.sceneSource),
      policy: [.retryBaseSeconds, .retryMaxSeconds],
      measured: Double(passed) / 1000)
  }
}

extension SlotState {
  /// Whether its last automatic request came before its last failure.
  fileprivate var isFailing: Bool { !failures.isEmpty && lastUnaskedRequest < lastFailure }
}
