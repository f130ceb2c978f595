internal import AdSession

extension Backoff {
  /// After so many failures in a row no pause grows any more.
  static let failuresThatCount = 64
}

extension EvaluationContext {
  /// Whether the pause after the slot's failed loads runs; yes names the last failure.
  ///
  /// How many failures there were in a row is only known from the last gap on: those seen since are
  /// the least, and a gap can hide any number, or an ad that ended the row.
  func isPausing(unit: Symbol, scene: Symbol) -> Truth {
    let slot = session.slotNumber(unit: unit, scene: scene)
    let last = slot.flatMap { session.slots[$0].failures.last }.map(Int.init)
    if last == nil && !hasGaps { return .no }
    guard let most = milliseconds(.retryMaxSeconds), pause(1) != nil else {
      return .unknown(.unknown)
    }
    guard let slot, let last else {
      return canHidePause(unit, since: slot.map { session.slots[$0].lastLoaded } ?? -1, most)
    }
    let certain = certainFailures(slot: slot)
    let count = session.slots[slot].failures.count
    let longest = isRowKnown(slot: slot) ? pause(count) ?? most : most
    if elapsed(since: last) >= longest { return canHidePause(unit, since: last, most) }
    return elapsed(since: last) < pause(certain.count) ?? 0 ? .yes(last) : .unknown(.gap)
  }

  /// How long a slot rests after so many failed loads in a row; nil where that is unknown.
  private func pause(_ failures: Int) -> Int64? {
    session.policy.pause(afterFailures: failures)
  }

  /// The last failures in a row of a slot that are certainly in a row, no more than count.
  func certainFailures(slot: Int) -> [Int] {
    let failures = session.slots[slot].failures
    let known = failures.suffix(Backoff.failuresThatCount).map(Int.init)
    let start = lastDoubt(session.slots[slot].unit)
    return known.filter { $0 >= start }
  }

  /// Whether no failure of the row, and no ad that ended it, can be missing.
  private func isRowKnown(slot: Int) -> Bool {
    lastDoubt(session.slots[slot].unit) <= session.slots[slot].lastLoaded
  }

  /// The first record after which nothing of the unit can be missing; -1: nothing is.
  private func lastDoubt(_ unit: Symbol) -> Int {
    let vague = max(lastVagueLoad(unit), lastVagueFailure(unit))
    return max(session.time.lastGap(before: index) ?? -1, vague < 0 ? -1 : vague + 1)
  }

  /// A failure hidden in a gap can make the slot pause for the longest time.
  private func canHidePause(_ unit: Symbol, since start: Int, _ most: Int64) -> Truth {
    guard hasGaps else { return .no }
    let gap = hasGap(since: start) ? session.time.lastGap(before: index) ?? -1 : -1
    let last = max(gap, lastVagueFailure(unit))
    return last > start && elapsed(since: last) < most ? .unknown(.gap) : .no
  }
}

extension EvaluationContext {
  /// What a request is worth that follows a row of failed loads of its slot; nil where it does not.
  var isPatientRetry: Judgement? {
    switch event.reason {
    case .resized, .config, .user: return nil
    default: break
    }
    guard let slot, session.slots[slot].isFailing else {
      return mayFollowHiddenFailure ? .undecided(.gap) : nil
    }
    switch isPausing(unit: event.unit, scene: facts.scene) {
    case .no: return .kept
    case .unknown(let why): return .undecided(why)
    case .yes(let last): return hastyRetry(slot, passed: elapsed(since: last))
    }
  }

  /// Whether a failure hidden in a gap since may forbid a request that follows none that was seen.
  private var mayFollowHiddenFailure: Bool {
    if !hasGaps { return false }
    // What ended the row of failures last, or began to.
    let last = slotState.map { max($0.lastLoaded, $0.lastUnaskedRequest) } ?? -1
    guard let most = milliseconds(.retryMaxSeconds) else {
      return hasGap(since: last) || lastVagueFailure(event.unit) > last
    }
    return canHidePause(event.unit, since: last, most) != .no
  }

  /// The witness is the shortest row of failures whose pause was not kept.
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
  /// Whether its last request that nobody asked for came before its last failure.
  fileprivate var isFailing: Bool { !failures.isEmpty && lastUnaskedRequest < lastFailure }
}
