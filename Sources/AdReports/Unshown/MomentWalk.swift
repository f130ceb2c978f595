internal import AdSession

/// Finds the moments of a session and what became of each, in one replay.
struct MomentWalk: ~Copyable {
  /// A slot with the moments at which it showed no ad.
  struct Slot {
    let unit: Symbol
    let scene: Symbol
    let format: Word
    var isShown = false
    var moments = UnshownMoments()
    /// The decision to show whose attempt has not come.
    fileprivate var decided = EventIndex.none
    /// The last failure of a load.
    fileprivate var failure: Failure?
  }

  /// A failed load, and the moments at which it is the reason.
  fileprivate struct Failure {
    let reason: UnshownReason
    let adapters: [String]
    var moments = 0
  }

  /// A moment that waits for an answer.
  private struct OpenMoment {
    let slot: Int
    let index: Int
  }

  /// A unit in a scene; the scene is absent in a session of one scene.
  private struct SlotKey: Hashable {
    let unit: Symbol
    let scene: Symbol
  }

  private(set) var slots: [Slot] = []
  private let trace: Trace
  private var session = Session()
  private var numbers: [SlotKey: Int] = [:]
  /// The attempts without an answer, by ad.
  private var attempts: [Symbol: OpenMoment] = [:]
  /// The requests of banner and native slots without an answer, by request.
  private var requests: [Symbol: OpenMoment] = [:]
  /// The adapters that had no ad for a request.
  private var failedAdapters: [Symbol: Set<Symbol>] = [:]

  init(_ trace: Trace) {
    self.trace = trace
    session.begin(trace)
  }

  mutating func run() {
    for (index, event) in trace.events.enumerated() {
      let facts = session.facts(of: event, at: index)
      if let kind = event.kind.eventClass, session.captured.contains(ClassSet(kind)) {
        take(event, facts, index)
      }
      session.evolve(event, at: index, facts, trace)
    }
    for slot in slots.indices {
      endDecision(slot, before: nil)
      endFailure(slot)
    }
    for open in attempts.values { settle(open, UnshownReason(.presentUnanswered)) }
    for open in requests.values { settle(open, UnshownReason(.loadUnfinished)) }
  }

  /// Handles an event in the state before it.
  private mutating func take(_ event: Event, _ facts: DerivedFacts, _ index: Int) {
    switch event.kind {
    case .adShowDecided where facts.format.isFullScreen: decide(event, facts, index)
    case .adPresentRequested where facts.format.isFullScreen: attempt(event, facts, index)
    case .adFailedToPresent where facts.format.isFullScreen: failToPresent(event, facts, index)
    case .adWillPresent:
      attempts[event.ad] = nil
      slots[slot(of: event, facts)].isShown = true
    case .adRequested:
      failedAdapters[event.request] = nil
      if !facts.format.isFullScreen { request(event, facts, index) }
    case .adLoaded, .adImpression:
      if !facts.format.isFullScreen { slots[slot(of: event, facts)].isShown = true }
      if event.kind == .adLoaded { requests[event.request] = nil }
    case .adFailedToLoad: failToLoad(event, facts, index)
    case .adapterCompleted: takeAdapter(event)
    default: break
    }
  }

  private mutating func slot(of event: Event, _ facts: DerivedFacts) -> Int {
    let key = SlotKey(unit: event.unit, scene: session.hasScenes ? facts.scene : .absent)
    if let number = numbers[key] { return number }
    numbers[key] = slots.count
    slots.append(Slot(unit: key.unit, scene: key.scene, format: facts.format))
    return slots.count - 1
  }

  // MARK: Full-screen slots

  private mutating func decide(_ event: Event, _ facts: DerivedFacts, _ index: Int) {
    let slot = slot(of: event, facts)
    endDecision(slot, before: index)
    if event.outcome == .show { slots[slot].decided = EventIndex(index) }
    guard event.outcome == .skip else { return }
    switch event.reason {
    case .notReady, .expired, .ready, .absent: settleByState(slot, index)
    case .noConsent: slots[slot].moments.add(UnshownReason(.noConsent))
    default: slots[slot].moments.add(UnshownReason(.skipped, cause: event.reason))
    }
  }

  /// Ends the decision to show of a slot that no attempt followed.
  private mutating func endDecision(_ slot: Int, before index: Int?) {
    guard let decided = slots[slot].decided.index else { return }
    slots[slot].decided = .none
    settle(
      OpenMoment(slot: slot, index: decided), UnshownReason(.neverPresented), before: index)
  }

  private mutating func attempt(_ event: Event, _ facts: DerivedFacts, _ index: Int) {
    let slot = slot(of: event, facts)
    let isDecided = slots[slot].decided.isPresent
    slots[slot].decided = .none
    if let earlier = attempts[event.ad] {
      // A further call belongs to the same attempt, unless the app decided again.
      guard isDecided else { return }
      settle(earlier, UnshownReason(.presentUnanswered), before: index)
    }
    attempts[event.ad] = OpenMoment(slot: slot, index: index)
  }

  private mutating func failToPresent(_ event: Event, _ facts: DerivedFacts, _ index: Int) {
    let reason = UnshownReason(
      .failedToPresent, cause: event.failureCause(under: session.header))
    if let open = attempts.removeValue(forKey: event.ad) {
      slots[open.slot].moments.add(reason)
    } else if facts.attempt == .failureOnly {
      let slot = slot(of: event, facts)
      slots[slot].decided = .none
      slots[slot].moments.add(reason)
    }
  }

  // MARK: Loads

  private mutating func request(_ event: Event, _ facts: DerivedFacts, _ index: Int) {
    if let earlier = requests.removeValue(forKey: event.request) {
      settle(earlier, UnshownReason(.loadUnfinished), before: index)
    }
    if event.reason == .refresh || event.reason == .retry { return }
    let slot = slot(of: event, facts)
    if let ban { return settle(slot, ban.reason, since: ban.since, before: index) }
    requests[event.request] = OpenMoment(slot: slot, index: index)
  }

  private mutating func failToLoad(_ event: Event, _ facts: DerivedFacts, _ index: Int) {
    let failed = failedAdapters.removeValue(forKey: event.request) ?? []
    let names = failed.isEmpty && event.text.isPresent ? [event.text] : failed
    let failure = Failure(
      reason: UnshownReason(.loadFailed, cause: session.cause(ofFailure: event, at: index)),
      adapters: names.map { trace.symbols.text($0) })
    let slot = slot(of: event, facts)
    endFailure(slot)
    slots[slot].failure = failure
    if let open = requests.removeValue(forKey: event.request) {
      slots[open.slot].moments.add(failure.reason, adapters: failure.adapters)
    }
  }

  private mutating func takeAdapter(_ event: Event) {
    guard event.flag(Flag.hasAd) == false, let load = session.loadNumber(event.load),
      let request = session.loads[load].request.index
    else { return }
    failedAdapters[session.requests[request].request, default: []].insert(event.text)
  }

  /// Counts the moments of the last failure of a slot; its adapters are counted only once.
  private mutating func endFailure(_ slot: Int) {
    guard let failure = slots[slot].failure, failure.moments > 0 else { return }
    slots[slot].moments.add(failure.reason, failure.moments, adapters: failure.adapters)
    slots[slot].failure?.moments = 0
  }

  // MARK: Reasons

  /// A reason, and the record since which it exists.
  private typealias Supply = (reason: UnshownReason, since: EventIndex)

  private mutating func settleByState(_ slot: Int, _ index: Int) {
    let supply = ban ?? supply(of: slots[slot], at: index)
    if supply.reason == slots[slot].failure?.reason,
      !session.time.hasGap(after: supply.since, before: index)
    {
      slots[slot].failure?.moments += 1
    } else {
      settle(slot, supply.reason, since: supply.since, before: index)
    }
  }

  /// Counts a moment, as unknown if lost records can hide what changed since a record.
  private mutating func settle(
    _ slot: Int, _ reason: UnshownReason, since start: EventIndex, before index: Int
  ) {
    let isHidden = session.time.hasGap(after: start, before: index)
    slots[slot].moments.add(isHidden ? UnshownReason(.unknown) : reason)
  }

  /// Counts a moment without an answer, as unknown if lost records before a record, or up to the
  /// end of the session, can hide it.
  private mutating func settle(
    _ open: OpenMoment, _ reason: UnshownReason, before index: Int? = nil
  ) {
    let gap = session.time.firstGap(after: EventIndex(open.index))
    let isHidden = gap.map { $0 <= index ?? .max } ?? false
    slots[open.slot].moments.add(isHidden ? UnshownReason(.unknown) : reason)
  }

  /// What keeps the app from any request; nil if nothing does.
  private var ban: Supply? {
    guard session.captured.contains(ClassSet(.consent)) else { return nil }
    if session.consent.canRequestAds == false {
      return (UnshownReason(.noConsent), session.consent.updated)
    }
    return session.consent.sdkStarted.isAbsent ? (UnshownReason(.sdkNotStarted), .none) : nil
  }

  /// What a full-screen slot has instead of an ad to show.
  private func supply(of slot: borrowing Slot, at index: Int) -> Supply {
    guard let number = session.slotNumber(unit: slot.unit, scene: slot.scene) else {
      return (UnshownReason(.nothingRequested), .none)
    }
    let state = session.slots[number]
    let held = state.heldAds.last.map { Int($0) }
    if let held, isYoung(held, at: index) {
      return (UnshownReason(.adReady), session.ads[held].loadedIndex)
    }
    if let request = state.lastInFlight,
      session.requests[request].requestedIndex == state.lastRequested
    {
      return (UnshownReason(.loadUnfinished), state.lastRequested)
    }
    if state.lastFailure > state.lastLoaded, let failure = slot.failure {
      return (failure.reason, state.lastFailure)
    }
    guard let loaded = state.lastLoaded.index else {
      return (UnshownReason(.nothingRequested), .none)
    }
    let isExpired = held != nil || hasExpired(trace.events[loaded].ad, state)
    return (UnshownReason(isExpired ? .adExpired : .notRequestedAgain), state.lastLoaded)
  }

  private func isYoung(_ ad: Int, at index: Int) -> Bool {
    guard let limit = session.maxAge(ofAd: ad) else { return true }
    return trace.events[index].t - trace.events[session.ads[ad].loadedIndex.known].t < limit
  }

  /// Whether the network reported that an ad expired, or the app discarded it for its age.
  private func hasExpired(_ ad: Symbol, _ state: SlotState) -> Bool {
    guard let number = session.adNumber(ad) else { return false }
    if session.facts.last(.expired, of: number) != nil { return true }
    guard let discarded = state.lastDiscarded.index else { return false }
    return trace.events[discarded].ad == ad && trace.events[discarded].reason == .expired
  }
}
