internal import AdSession

extension Pattern {
  /// Response with a lasting exemption: a request of the slot follows each trigger, unless blockers
  /// keep the slot from being free at every record until the deadline.
  ///
  /// A trigger for which the condition is unknown is an activation only if its request is missing.
  /// A blocked slot is checked again only after an event that can end its blocker.
  static func requestFollows(
    _ trigger: EventKind, where condition: @escaping @Sendable (EvaluationContext) -> Truth,
    within key: PolicyKey, unlessThroughout blockers: [RequestBlocker],
    message: @escaping MissedMessage
  ) -> Pattern {
    let changes: [EventKind] = [
      .adRequested, .adLoaded, .adWillPresent, .consentUpdated, .sdkStarted, .configChanged,
      .sceneConnected, .sceneResized, .sceneDisconnected, .appTerminating, .appTimeChanged,
      .preloadStopped, .entitlementChanged, .connectivityChanged,
    ]
    let changing = Visit(changes.map(Trigger.kind), filtersFormat: false, need: .awake) {
      context, state in
      state.lookAgain(in: context.evaluation, before: context.index, blockers)
      if context.event.kind == .adRequested {
        state.answered(by: context, message)
      }
      state.noteVisit(of: context)
    }
    let failing = Visit([.kind(trigger)], filtersFormat: false) { context, state in
      state.lookAgain(in: context.evaluation, before: context.index, blockers)
      if state.concerns(context) {
        switch condition(context) {
        case .yes: state.begin(context, key, .none, blockers)
        case .unknown(let why): state.begin(context, key, .onlyIfBroken(why), blockers)
        case .no: break
        }
      }
      state.noteVisit(of: context)
    }
    return Pattern(visits: [changing, failing], needsFinish: .awake) { evaluation, state in
      state.lookAgain(in: evaluation, before: evaluation.trace.events.count, blockers)
      for correlation in state.open.correlations {
        state.end(correlation, by: nil, in: evaluation, message)
      }
    }
  }
}

/// The slots with open obligations, and when each of them was free.
private final class SlotWatch: PatternState {
  /// A cause of blockers that an event can end.
  enum Cause: Hashable {
    case consent, sdk, cap, purchase, connection
    case configuration(Symbol)
    case scene(Symbol)
    case preloader(Symbol)

    var misconfiguredUnit: Symbol? {
      if case .configuration(let unit) = self { unit } else { nil }
    }
  }

  /// The records before which a slot was free, and those before which it was possibly free.
  struct Looks {
    var free: [Int] = []
    /// The records before which it was free if the shows that are not known did not reach the cap.
    var freeUnlessCapped: [Int] = []
    var doubtful: [(index: Int, why: Doubt)] = []

    mutating func add(_ why: Doubt, at index: Int) {
      if why == .earlierShows {
        freeUnlessCapped.append(index)
      } else {
        doubtful.append((index, why))
      }
    }

    /// The judgement of a missed deadline, unless the slot was certainly free before it.
    ///
    /// Unknown earlier shows are the weakest doubt: `earlierShows` stands for a slot that was free
    /// unless they reached the cap.
    func exemption(_ obligation: Obligation, until certain: Int, in evaluation: Evaluation)
      -> Judgement?
    {
      guard let known = knownExemption(obligation, until: certain, in: evaluation) else {
        return nil
      }
      if freeUnlessCapped.isEmpty { return known }
      let free = (free + freeUnlessCapped).sorted()
      let without = Looks(free: free, doubtful: doubtful)
      return without.knownExemption(obligation, until: certain, in: evaluation)
        ?? .undecided(.earlierShows)
    }

    /// The same without regard to earlier shows.
    ///
    /// After a gap, the deadline has an earliest and a latest record. A slot that became free
    /// between the two leaves the violation undecided.
    private func knownExemption(
      _ obligation: Obligation, until certain: Int, in evaluation: Evaluation
    ) -> Judgement? {
      let start = obligation.trigger
      let time = evaluation.session.time
      let possible = time.firstPossibleRecord(after: start, beyond: obligation.limitMs) ?? certain
      let isFree = free.firstIndex(in: start...min(certain, possible)) { $0 } != nil
      if isFree { return nil }
      if free.firstIndex(in: start...certain, { $0 }) != nil { return .undecided(.gap) }
      let doubt = doubtful.firstIndex(in: start...certain) { $0.index }.map { doubtful[$0].why }
      return doubt.map(Judgement.undecided) ?? .kept
    }
  }

  var looks: [UInt64: Looks] = [:]
  var waiting: [Cause: [UInt64: SlotName]] = [:]
  var ended: [Cause] = []
  var lastVisited = EventIndex.none
  override func clear() {
    looks.removeAll(keepingCapacity: true)
    waiting.removeAll(keepingCapacity: true)
    ended.removeAll(keepingCapacity: true)
    lastVisited = .none
  }

  /// Records the causes that an event ends.
  func note(_ event: Event, at index: Int) {
    lastVisited = EventIndex(index)
    if waiting.isEmpty { return }
    switch event.kind {
    case .consentUpdated: ended.append(.consent)
    case .sdkStarted: ended.append(.sdk)
    case .sceneConnected, .sceneResized: ended.append(.scene(event.scene))
    case .adLoaded: ended.append(.configuration(event.unit))
    case .appTimeChanged: ended.append(.cap)
    case .entitlementChanged: ended.append(.purchase)
    case .connectivityChanged: ended.append(.connection)
    case .preloadStopped: ended.append(.preloader(event.unit))
    case .configChanged:
      ended.append(.cap)
      let units = waiting.keys.compactMap { $0.misconfiguredUnit }.sorted { $0.id < $1.id }
      ended += units.map { .configuration($0) }
    default: break
    }
  }

  static func cause(_ blocker: RequestBlocker, _ slot: SlotName) -> Cause? {
    switch blocker {
    case .consent: .consent
    case .sdk: .sdk
    case .cap: .cap
    case .purchase: .purchase
    case .connection: .connection
    case .configuration: .configuration(slot.unit)
    case .closedScene, .splitScene: .scene(slot.scene)
    case .preloader: .preloader(slot.unit)
    case .flight, .pause, .termination: nil
    }
  }
}

extension RuleState {
  private var watch: SlotWatch { mutating get { own(SlotWatch.self) } }

  /// Records an event, and keeps the rule called while slots are blocked.
  fileprivate mutating func noteVisit(of context: EvaluationContext) {
    watch.note(context.event, at: context.index)
    watches = !watch.waiting.isEmpty
  }

  /// Opens an obligation and records whether its slot is free.
  fileprivate mutating func begin(
    _ context: EvaluationContext, _ key: PolicyKey, _ exemption: Exemption,
    _ blockers: [RequestBlocker]
  ) {
    if context.isSceneUnsure { return report(.undecided(.gap), of: context) }
    let correlation = CorrelationKey.slot.key(context)
    open(context, correlation, key, exemption, missing: .adRequested)
    let slot = SlotName(
      unit: context.event.unit, scene: context.facts.scene, format: context.facts.format)
    look(at: slot, correlation, context, blockers)
  }

  /// Checks the slots whose blocker the last visited event ended, in the state right after it.
  fileprivate mutating func lookAgain(
    in evaluation: Evaluation, before end: Int, _ blockers: [RequestBlocker]
  ) {
    if watch.waiting.isEmpty { return }
    let next = watch.lastVisited.next
    guard next < evaluation.count else { return }
    let ended = watch.ended
    watch.ended.removeAll(keepingCapacity: true)
    for cause in ended { look(atAllBehind: cause, at: next, in: evaluation, blockers) }
    if watch.waiting[.cap] == nil { return }
    for index in next..<end where evaluation.beginsLocalDay(index) {
      look(atAllBehind: .cap, at: index, in: evaluation, blockers)
    }
  }

  private mutating func look(
    atAllBehind cause: SlotWatch.Cause, at index: Int, in evaluation: Evaluation,
    _ blockers: [RequestBlocker]
  ) {
    let context = evaluation.context(index)
    for (correlation, slot) in watch.waiting.removeValue(forKey: cause) ?? [:]
    where open.contains(correlation) {
      look(at: slot, correlation, context, blockers)
    }
  }

  private mutating func look(
    at slot: SlotName, _ correlation: UInt64, _ context: EvaluationContext,
    _ blockers: [RequestBlocker]
  ) {
    guard let found = context.blocker(of: slot, among: blockers) else {
      watch.looks[correlation, default: SlotWatch.Looks()].free.append(context.index)
      return
    }
    if case .unknown(let why) = found.isFree {
      watch.looks[correlation, default: SlotWatch.Looks()].add(why, at: context.index)
    }
    if let cause = SlotWatch.cause(found.what, slot) {
      watch.waiting[cause, default: [:]][correlation] = slot
    }
  }

  /// Settles the obligations of the slot of a request.
  fileprivate mutating func answered(
    by context: EvaluationContext, _ message: MissedMessage
  ) {
    if context.isSceneUnsure { return doubtAll(.slot, context) }
    let key = CorrelationKey.slot.key(context)
    end(key, by: context.index, in: context.evaluation, message)
  }

  /// Settles the obligations of a slot, by an answer or at the end of the session.
  fileprivate mutating func end(
    _ correlation: UInt64, by answer: Int?, in evaluation: Evaluation,
    _ message: MissedMessage
  ) {
    let obligations = open.take(correlation)
    let looks = watch.looks.removeValue(forKey: correlation) ?? SlotWatch.Looks()
    for var obligation in obligations {
      let doubt = obligation.doubt.map(Judgement.undecided)
      obligation.doubt = nil
      var outcome = evaluation.outcome(of: obligation, answer: answer, message: message)
      if case .violated(let violation) = outcome.judgement {
        switch looks.exemption(obligation, until: violation.certainAt, in: evaluation) {
        case nil: outcome.judgement = doubt ?? outcome.judgement
        case .undecided(.earlierShows): outcome.judgement = doubt ?? .undecided(.earlierShows)
        case let other?: outcome.judgement = other
        }
      }
      if obligation.wait.countsOnlyIfBroken, case .kept = outcome.judgement { continue }
      report(
        outcome.judgement, of: obligation.trigger, in: evaluation, remainingMs: outcome.remainingMs)
    }
  }
}

extension Evaluation {
  /// Whether a record is of another local day than the record before it; not for the first record.
  func beginsLocalDay(_ index: Int) -> Bool {
    localDay(trace.events[index].wall) != localDay(trace.events[index - 1].wall)
  }
}
