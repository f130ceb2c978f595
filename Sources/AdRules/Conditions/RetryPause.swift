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
  /// Only failures since the last gap certainly belong to the row. A gap since the slot's last
  /// `ad.loaded` can hide more of them, or an ad that ended the row.
  func isPausing(
    unit: Symbol, scene: Symbol, counting count: FailureCount = .answers
  ) -> Truth {
    let slot = session.slotNumber(unit: unit, scene: scene)
    let failures = slot.map { count.failures(session.slots[$0]) }
    let last = failures?.last.map { EventIndex(Int($0)) } ?? .none
    let isHidden = canHidePause(unit, slot: slot)
    if last.isAbsent && !isHidden { return .no }
    if pause(1) == nil { return .unknown(.unknown) }
    let certain = slot.map { certainFailures(slot: $0, count) } ?? []
    if let last = certain.last, elapsed(since: last) < pause(certain.count) ?? 0 {
      return .yes(last)
    }
    let areAllCertain =
      certain.count == min(failures?.count ?? 0, Backoff.failuresThatCount)
    if !isHidden && areAllCertain { return .no }
    let latest = isHidden ? max(last, lastHiddenLoad(of: unit)) : last
    return Truth.no.unless(mayPause(since: latest))
  }

  /// Whether a gap since the last `ad.loaded` of the slot can hide a failure.
  private func canHidePause(_ unit: Symbol, slot: Int?) -> Bool {
    lastHiddenLoad(of: unit) > slot.map { session.slots[$0].lastLoaded } ?? .none
  }

  private func lastHiddenLoad(of unit: Symbol) -> EventIndex {
    lastHidden(of: unit) { max($0.load, $0.failure) }
  }

  /// Whether a pause after a failure at a record, of however long a row, can last.
  private func mayPause(since failure: EventIndex) -> Bool {
    elapsed(since: failure) < milliseconds(.retryMaxSeconds) ?? .max
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
    let start = lastHiddenLoad(of: session.slots[slot].unit)
    return known.filter { $0 >= start && (count == .answers || !mayBeSecondAnswer($0)) }
  }

  /// Whether the request of a failure since the last gap can have an earlier answer, which is lost.
  private func mayBeSecondAnswer(_ failure: Int) -> Bool {
    guard hasGaps else { return false }
    let request = session.requestNumber(evaluation.event(failure).request)
    let requested = request.map { session.requests[$0].requestedIndex } ?? .none
    return session.time.hasGap(after: requested, before: failure)
  }

}

extension EvaluationContext {
  /// The judgement of a request after failed loads of its slot; nil where none failed.
  var isPatientRetry: Judgement? {
    switch event.reason {
    case .resized, .config, .user, .preload: return nil
    default: break
    }
    guard let slot, session.slots[slot].isFailing, !isSceneUnsure else {
      return mayFollowHiddenFailure ? .undecided(.gap) : nil
    }
    return isPausing(unit: event.unit, scene: facts.scene, counting: .loads).forbids { last in
      hastyRetry(slot, passed: elapsed(since: last))
    }
  }

  /// Whether a hidden failure can forbid a request that follows no recorded failure of its slot.
  private var mayFollowHiddenFailure: Bool {
    if !hasGaps { return false }
    // The last event that ended a row of failures.
    let ended = slotState.map { max($0.lastLoaded, $0.lastUnaskedRequest) } ?? .none
    let start = isSceneUnsure ? .none : ended
    let failed = isSceneUnsure ? unitState?.lastFailed ?? .none : .none
    let hidden = max(failed, lastHidden(of: event.unit) { $0.failure })
    return hidden > start && mayPause(since: hidden)
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
