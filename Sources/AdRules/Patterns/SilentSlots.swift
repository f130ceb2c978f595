internal import AdSession

extension Pattern {
  /// Response with a lasting excuse: each trigger is followed by a request of its slot, unless at
  /// every record until the miss is certain one of the hindrances keeps the slot from being free.
  ///
  /// A hindered slot is looked at again only after an event that can end just what hinders it.
  static func requestFollows(
    _ trigger: EventKind, where condition: @escaping @Sendable (Moment) -> Bool,
    within key: PolicyKey, unlessThroughout hindrances: [Hindrance],
    says: @escaping @Sendable (Moment) -> String
  ) -> Pattern {
    let changes: [EventKind] = [
      .adRequested, .adLoaded, .adWillPresent, .consentUpdated, .sdkStarted, .configChanged,
      .sceneConnected, .sceneResized, .sceneDisconnected, .appTerminating, .appTimeChanged,
    ]
    let changing = Visit(changes.map(Trigger.kind), filtersFormat: false, need: .awake) {
      moment, monitor in
      monitor.lookAgain(in: moment.run, before: moment.index, hindrances)
      if moment.event.kind == .adRequested {
        monitor.end(Tie.slot.key(moment), by: moment.index, in: moment.run, says)
      }
      monitor.noteVisit(of: moment)
    }
    let failing = Visit([.kind(trigger)], filtersFormat: false) { moment, monitor in
      monitor.lookAgain(in: moment.run, before: moment.index, hindrances)
      if monitor.concerns(moment) && condition(moment) {
        monitor.begin(moment, key, hindrances)
      }
      monitor.noteVisit(of: moment)
    }
    return Pattern(visits: [changing, failing], needsFinish: .awake) { run, monitor in
      monitor.lookAgain(in: run, before: run.trace.events.count, hindrances)
      for tie in monitor.open.ties { monitor.end(tie, by: nil, in: run, says) }
    }
  }
}

/// The slots that wait for a request, and what is known of them since.
struct SlotWatch {
  /// What an event can end, and with it what hinders a slot.
  enum Cause: Hashable {
    case consent, sdk, cap
    case configuration(Symbol)
    case scene(Symbol)

    var misconfiguredUnit: Symbol? {
      if case .configuration(let unit) = self { unit } else { nil }
    }
  }

  /// The records before which a slot was free, and before which it may have been, and why not sure.
  struct Looks {
    var free: [Int] = []
    var doubtful: [(index: Int, why: Doubt)] = []

    /// What becomes of a miss where the slot was not free for certain before it could be certain.
    ///
    /// After a gap the miss is certain later than it can have been: a slot that became free between
    /// the two leaves it open.
    func excuse(_ obligation: Obligation, until certain: Int, in run: Run) -> Judgement? {
      let start = obligation.trigger
      let time = run.session.time
      let possible = time.firstPossibleRecord(after: start, beyond: obligation.limitMs) ?? certain
      let isFree = free.firstIndex(in: start...min(certain, possible)) { $0 } != nil
      if isFree { return nil }
      if free.firstIndex(in: start...certain, { $0 }) != nil { return .undecided(.gap) }
      let doubt = doubtful.firstIndex(in: start...certain, \.index).map { doubtful[$0].why }
      return doubt.map(Judgement.undecided) ?? .kept
    }
  }

  var looks: [UInt64: Looks] = [:]
  var waiting: [Cause: [UInt64: SlotName]] = [:]
  var ended: [Cause] = []
  var lastVisited = -1
  /// Whether anything was taken down.
  var isUsed: Bool { lastVisited >= 0 }

  /// Forgets all and keeps the memory.
  mutating func clear() {
    looks.removeAll(keepingCapacity: true)
    waiting.removeAll(keepingCapacity: true)
    ended.removeAll(keepingCapacity: true)
    lastVisited = -1
  }

  /// Takes down what the event ends.
  mutating func note(_ event: Event, at index: Int) {
    lastVisited = index
    if waiting.isEmpty { return }
    switch event.kind {
    case .consentUpdated: ended.append(.consent)
    case .sdkStarted: ended.append(.sdk)
    case .sceneConnected, .sceneResized: ended.append(.scene(event.scene))
    case .adLoaded: ended.append(.configuration(event.unit))
    case .appTimeChanged: ended.append(.cap)
    case .configChanged:
      ended.append(.cap)
      let units = waiting.keys.compactMap(\.misconfiguredUnit).sorted { $0.id < $1.id }
      ended += units.map { .configuration($0) }
    default: break
    }
  }

  static func cause(_ hindrance: Hindrance, _ slot: SlotName) -> Cause? {
    switch hindrance {
    case .consent: .consent
    case .sdk: .sdk
    case .cap: .cap
    case .configuration: .configuration(slot.unit)
    case .closedScene, .splitScene: .scene(slot.scene)
    case .flight, .pause, .termination: nil
    }
  }
}

extension Monitor {
  /// Slots that are hindered are watched although they may be asked for no more.
  fileprivate mutating func noteVisit(of moment: Moment) {
    watch.note(moment.event, at: moment.index)
    watches = !watch.waiting.isEmpty
  }

  /// Opens an obligation and takes down whether its slot is free now.
  fileprivate mutating func begin(_ moment: Moment, _ key: PolicyKey, _ hindrances: [Hindrance]) {
    if moment.facts.isSceneUncertain { return report(.undecided(.gap), of: moment) }
    let tie = Tie.slot.key(moment)
    open(moment, tie, key, .none, missing: .adRequested)
    let slot = SlotName(
      unit: moment.event.unit, scene: moment.facts.scene, format: moment.facts.format)
    look(at: slot, tie, moment, hindrances)
  }

  /// Looks at the slots whose hindrance the last visited event ended, as they are right after it.
  fileprivate mutating func lookAgain(in run: Run, before end: Int, _ hindrances: [Hindrance]) {
    if watch.waiting.isEmpty { return }
    let next = watch.lastVisited + 1
    guard next < run.state.pointee.count else { return }
    let ended = watch.ended
    watch.ended.removeAll(keepingCapacity: true)
    for cause in ended { look(atAllBehind: cause, at: next, in: run, hindrances) }
    if watch.waiting[.cap] == nil { return }
    for index in next..<end where run.beginsLocalDay(index) {
      look(atAllBehind: .cap, at: index, in: run, hindrances)
    }
  }

  private mutating func look(
    atAllBehind cause: SlotWatch.Cause, at index: Int, in run: Run, _ hindrances: [Hindrance]
  ) {
    let moment = run.moment(index)
    for (tie, slot) in watch.waiting.removeValue(forKey: cause) ?? [:] where open.contains(tie) {
      look(at: slot, tie, moment, hindrances)
    }
  }

  private mutating func look(
    at slot: SlotName, _ tie: UInt64, _ moment: Moment, _ hindrances: [Hindrance]
  ) {
    guard let found = moment.hindrance(of: slot, among: hindrances) else {
      watch.looks[tie, default: SlotWatch.Looks()].free.append(moment.index)
      return
    }
    if case .unknown(let why) = found.isFree {
      watch.looks[tie, default: SlotWatch.Looks()].doubtful.append((moment.index, why))
    }
    if let cause = SlotWatch.cause(found.what, slot) {
      watch.waiting[cause, default: [:]][tie] = slot
    }
  }

  /// Settles the obligations of a slot: by an answer, or when the session is over.
  fileprivate mutating func end(
    _ tie: UInt64, by answer: Int?, in run: Run, _ says: @Sendable (Moment) -> String
  ) {
    let obligations = open.take(tie)
    let looks = watch.looks.removeValue(forKey: tie) ?? SlotWatch.Looks()
    for obligation in obligations {
      var outcome = run.outcome(of: obligation, answer: answer, says: says)
      if case .violated(let violation) = outcome.judgement,
        let other = looks.excuse(obligation, until: violation.certainAt, in: run)
      {
        outcome.judgement = other
      }
      report(outcome.judgement, of: obligation.trigger, in: run, remainingMs: outcome.remainingMs)
    }
  }
}

extension Run {
  /// Whether a record, not the first one, is of another local day than the record before it.
  func beginsLocalDay(_ index: Int) -> Bool {
    localDay(trace.events[index].wall) != localDay(trace.events[index - 1].wall)
  }
}
