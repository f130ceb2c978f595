internal import AdSession

extension Backoff {
  /// The number of consecutive failures after which the pause no longer grows.
  static let failuresThatCount = 64
}

/// What counts as a failure of a slot.
enum FailureCount {
  /// Each `ad.failed_to_load`: the app may wait after each of them.
  case answers
  /// Each load that failed: the app may never learn of a second answer.
  case loads

  func failures(_ slot: SlotState) -> OrderedNumbers {
    self == .answers ? slot.failures : slot.failedLoads
  }
}

extension EvaluationContext {
  /// Whether the pause after the slot's failures lasts; yes has the last failure.
  ///
  /// Only failures since the last gap certainly belong to the row. A gap can hide more of them, or
  /// an ad that ended the row.
  func isPausing(
    unit: Symbol, scene: Symbol, counting count: FailureCount = .answers
  ) -> Truth {
    let slot = session.slotNumber(unit: unit, scene: scene)
    let last = slot.flatMap { count.failures(session.slots[$0]).last }.map(Int.init)
    if last == nil && !hasGaps { return .no }
    if pause(1) == nil { return .unknown(.unknown) }
    guard let slot, let last else {
      let loaded = slot.map { session.slots[$0].lastLoaded } ?? .none
      return canHidePause(unit, slot: slot, since: loaded, count)
    }
    if elapsed(since: last) >= longestPause(unit, slot: slot, count) ?? .max {
      return canHidePause(unit, slot: slot, since: EventIndex(last), count)
    }
    let certain = certainFailures(slot: slot, count)
    guard let last = certain.last, elapsed(since: last) < pause(certain.count) ?? 0 else {
      return .unknown(.gap)
    }
    return .yes(last)
  }

  /// The pause after a number of consecutive failed loads; nil where it is unknown.
  private func pause(_ failures: Int) -> Int64? {
    session.policy.pause(afterFailures: failures)
  }

  /// The last failures of a slot that certainly count and are consecutive, at most as many as
  /// matter.
  private func certainFailures(slot: Int, _ count: FailureCount) -> [Int] {
    let failures = count.failures(session.slots[slot])
    let known = failures.suffix(Backoff.failuresThatCount).map(Int.init)
    let start = lastDoubt(session.slots[slot].unit)
    return known.filter { $0 >= start && (count == .answers || !mayBeSecondAnswer($0)) }
  }

  /// Whether the request of a failure since the last gap can have an earlier answer, which is lost.
  private func mayBeSecondAnswer(_ failure: Int) -> Bool {
    guard hasGaps else { return false }
    let request = session.requestNumber(evaluation.event(failure).request)
    let requested = request.map { session.requests[$0].requestedIndex } ?? .none
    // A request that was not seen is lost as well.
    let needed = requested.isPresent ? 1 : 2
    return lostRecords(since: requested, atMost: needed) == needed
  }

  /// The longest pause that the slot may have to make; nil where a threshold is unknown.
  ///
  /// Every record that was lost since its last `ad.loaded` can be a failure.
  private func longestPause(_ unit: Symbol, slot: Int?, _ count: FailureCount) -> Int64? {
    let loaded = slot.map { session.slots[$0].lastLoaded } ?? .none
    if max(lastVagueLoad(unit), lastVagueFailure(unit)) > loaded {
      return milliseconds(.retryMaxSeconds)
    }
    let seen = slot.map { count.failures(session.slots[$0]).count } ?? 0
    return pause(seen + lostRecords(since: loaded, atMost: Backoff.failuresThatCount))
  }

  /// The record from which on no record of the unit can be missing; none where no record is lost.
  private func lastDoubt(_ unit: Symbol) -> EventIndex {
    let vague = max(lastVagueLoad(unit), lastVagueFailure(unit))
    let behindVague = EventIndex(vague.index.map { $0 + 1 })
    return max(EventIndex(session.time.lastGap(before: index)), behindVague)
  }

  /// Whether a failure that a gap hides can make the slot pause.
  private func canHidePause(
    _ unit: Symbol, slot: Int?, since start: EventIndex, _ count: FailureCount
  ) -> Truth {
    guard hasGaps else { return .no }
    let gap = hasGap(since: start) ? session.time.lastGap(before: index) : nil
    let last = max(EventIndex(gap), lastVagueFailure(unit))
    guard last > start else { return .no }
    let longest = longestPause(unit, slot: slot, count) ?? .max
    return elapsed(since: last) < longest ? .unknown(.gap) : .no
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
    return isPausing(unit: event.unit, scene: facts.scene, counting: .loads).forbids { last in
      hastyRetry(slot, passed: elapsed(since: last))
    }
  }

  /// Whether a failure that a gap hides can forbid a request that follows no recorded failure.
  private var mayFollowHiddenFailure: Bool {
    if !hasGaps { return false }
    // The last event that ended a row of failures.
    let last = slotState.map { max($0.lastLoaded, $0.lastUnaskedRequest) } ?? .none
    return canHidePause(event.unit, slot: slot, since: last, .loads) != .no
  }

  /// The violation of a request within the pause, with the shortest row of failures that shows it.
  private func hastyRetry(_ slot: Int, passed: Int64) -> Judgement {
    let failures = certainFailures(slot: slot, .loads)
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
  /// Whether its last automatic request came before its last load failed.
  fileprivate var isFailing: Bool {
    failedLoads.last.map { lastUnaskedRequest < EventIndex(Int($0)) } ?? false
  }
}
