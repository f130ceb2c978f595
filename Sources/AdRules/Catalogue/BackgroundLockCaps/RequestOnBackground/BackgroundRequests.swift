import AdSession

/// The app-open requests of a session with the reason background, found when they are first asked
/// for.
private final class BackgroundRequests: PatternState {
  private(set) var all: [Int] = []
  /// Each slot with its first such request.
  private(set) var slots: [(unit: Symbol, scene: Symbol, first: Int)] = []
  private var isKnown = false

  override func clear() {
    all.removeAll(keepingCapacity: true)
    slots.removeAll(keepingCapacity: true)
    isKnown = false
  }

  func find(in evaluation: Evaluation) {
    if isKnown { return }
    isKnown = true
    var seen: Set<UInt64> = []
    for index in 0..<evaluation.count where evaluation.event(index).kind == .adRequested {
      let event = evaluation.event(index)
      guard event.format == .appOpen, event.reason == .background else { continue }
      all.append(index)
      if seen.insert(UInt64(event.unit.id) << 32 | UInt64(event.scene.id)).inserted {
        slots.append((event.unit, event.scene, index))
      }
    }
  }
}

extension Pattern {
  /// Response within a span: each real background span has a request before it ends.
  static func requestOnEveryBackground() -> Pattern {
    let leaving = Visit([.kind(.appEnteredBackground)]) { $1.awaitRequest($0) }
    let asking = Visit([.kind(.adRequested)], need: .awake) { context, state in
      if context.event.reason == .background { state.answerSpan(context) }
    }
    let returning = Visit([.kind(.appEnteringForeground)], need: .awake) { $1.judgeSpan($0) }
    return Pattern(visits: [leaving, asking, returning], needsFinish: .awake) { evaluation, state in
      guard let waiting = state.open.take(0).first else { return }
      state.judgeOpenSpan(waiting, evaluation)
    }
  }
}

extension RuleState {
  private mutating func requests(in evaluation: Evaluation) -> BackgroundRequests {
    let requests = own(BackgroundRequests.self)
    requests.find(in: evaluation)
    return requests
  }

  fileprivate mutating func awaitRequest(_ context: EvaluationContext) {
    let requests = requests(in: context.evaluation)
    if requests.all.isEmpty { return }
    if let span = context.session.app.openSpan, !context.hasGap(since: span.begin) { return }
    var waiting = Obligation(trigger: context.index, limitMs: 0, key: .lockWindowSeconds)
    var asking = EventIndex.none
    switch context.backgroundExemption(requests, &asking) {
    case .none: break
    case .exempt: waiting.missing = .adRequested
    case .unknown(let why), .onlyIfBroken(let why): waiting.doubt = why
    }
    memory[Self.askingKey] = asking.index
    for broken in open.take(0) { judgeBroken(broken, context.evaluation) }
    open.append(waiting, correlation: 0)
  }

  /// The key of the first request of the slot that was free when the app left.
  private static var askingKey: UInt64 { 0 }

  /// Settles a span whose end a gap hides.
  private mutating func judgeBroken(_ waiting: Obligation, _ evaluation: Evaluation) {
    if evaluation.isLocked(spanFrom: waiting.trigger) { return }
    report(isSettled(waiting) ? .kept : .undecided(.gap), of: waiting.trigger, in: evaluation)
  }

  /// Settles the obligation by a request, unless a gap can hide the end of the span.
  fileprivate mutating func answerSpan(_ context: EvaluationContext) {
    open.change(0) { waiting in
      if !context.hasGap(since: Int(waiting.trigger)) { waiting.missing = .adRequested }
    }
  }

  fileprivate mutating func judgeSpan(_ context: EvaluationContext) {
    guard let waiting = open.take(0).first else { return }
    guard let span = context.returningSpan else { return judgeBroken(waiting, context.evaluation) }
    if span.cause == .lock || context.evaluation.isLocked(spanFrom: waiting.trigger) { return }
    let judgement: Judgement =
      if isSettled(waiting) {
        .kept
      } else if span.cause == .unknown {
        .undecided(.gap)
      } else if let doubt = waiting.doubt {
        .undecided(doubt)
      } else {
        .violated(
          context.missedRequest(
            span, requests(in: context.evaluation), asking: EventIndex(memory[Self.askingKey])))
      }
    report(judgement, of: waiting.trigger, in: context.evaluation)
  }

  /// Settles the span in which the session ended.
  fileprivate mutating func judgeOpenSpan(_ waiting: Obligation, _ evaluation: Evaluation) {
    guard let span = evaluation.session.app.openSpan else {
      return judgeBroken(waiting, evaluation)
    }
    if span.cause == .lock { return }
    let hasGap = evaluation.session.time.firstGap(after: waiting.trigger) != nil
    let isOpen = !isSettled(waiting)
    let doubt: Doubt = hasGap || span.cause == .unknown ? .gap : .pending
    report(isOpen ? .undecided(doubt) : .kept, of: waiting.trigger, in: evaluation)
  }

  /// Whether the obligation is exempt or answered; marked by the kind that would be missing.
  private func isSettled(_ waiting: Obligation) -> Bool { waiting.missing == .adRequested }
}

extension EvaluationContext {
  /// Exempt if an app-open ad is ready, or no slot with background requests is free; sets `asking`
  /// to the first background request of a free slot.
  fileprivate func backgroundExemption(
    _ requests: BackgroundRequests, _ asking: inout EventIndex
  ) -> Exemption {
    var doubt: Doubt?
    var isReady = false
    forEachAppOpenHolder { slot in
      switch hasReadyAppOpenAd(slot: slot) {
      case .yes: isReady = true
      case .unknown(let why): doubt = doubt ?? why
      case .no: break
      }
      return !isReady
    }
    if isReady { return .exempt }
    if case .unknown(let why) = hasReadyAppOpenAd(slot: nil) { doubt = doubt ?? why }
    let free = freeSlot(of: requests)
    switch free.isFree {
    case .no:
      // A gap can hide the background requests of a free slot.
      if !hasGaps { return .exempt }
      doubt = doubt ?? .gap
    case .unknown(let why): doubt = doubt ?? why
    case .yes: break
    }
    asking = free.first
    return doubt.map(Exemption.unknown) ?? .none
  }

  /// Whether a slot with background requests is free, and its first one.
  ///
  /// A slot that is free unless earlier shows reached the cap comes before other doubts.
  private func freeSlot(of requests: BackgroundRequests) -> (isFree: Truth, first: EventIndex) {
    var doubt: Doubt?
    var first = EventIndex.none
    if requests.slots.count > Self.fewSlots, isNoAppOpenSlotFree { return (.no, .none) }
    for slot in requests.slots {
      switch isFree(unit: slot.unit, scene: slot.scene, format: .appOpen) {
      case .yes: return (.yes(.none), EventIndex(slot.first))
      case .unknown(.earlierShows) where doubt != .earlierShows:
        (doubt, first) = (.earlierShows, EventIndex(slot.first))
      case .unknown(let why): doubt = doubt ?? why
      case .no: break
      }
    }
    return (doubt.map(Truth.unknown) ?? .no, first)
  }

  private static var fewSlots: Int { 8 }

  /// Whether a blocker applies to every app-open slot.
  private var isNoAppOpenSlotFree: Bool {
    let any = SlotName(unit: .absent, scene: .absent, format: .appOpen)
    guard let found = blocker(of: any, among: [.consent, .sdk, .termination, .cap]) else {
      return false
    }
    return found.isFree == .no
  }

  /// The violation, certain once the span ended and the free slot has a background request.
  fileprivate func missedRequest(
    _ span: BackgroundSpan, _ requests: BackgroundRequests, asking: EventIndex
  ) -> Violation {
    let shows =
      asking > index
      ? [asking.known] : evaluation.witnessOfAsking(requests.all, before: span.begin, asking)
    return Violation(
      witness: Evaluation.sorted([span.begin, index] + shows),
      certainAt: max(index, asking.index ?? index),
      because: """
        the app entered the background without a request for an app-open ad, which it makes at \
        other times
        """,
      missing: Violation.Missing(
        kind: .adRequested, fromT: event(at: span.begin).t, toT: t))
  }
}

extension Evaluation {
  /// Whether a lock certainly explains the last span.
  fileprivate func isLocked(spanFrom begin: Int) -> Bool {
    guard hasGaps, let span = session.app.spans.last, span.begin == begin,
      let lock = span.lock.index
    else { return false }
    return !session.time.hasGap(after: min(lock, begin), before: max(lock, begin))
  }

  /// Records which show that the session requests ads on background, and which leave the slot free:
  /// a request that timed out or completed, with the end of its ad.
  ///
  /// The witness contains no other background span, so that `t` decides the timeout.
  fileprivate func witnessOfAsking(
    _ all: [Int], before span: Int, _ first: EventIndex
  ) -> [Int] {
    let limit = session.policy.milliseconds(.loadTimeoutSeconds) ?? 0
    let asking = all.prefix(all.partition { $0 >= span })
    let start = trace.events[span].t
    let over = asking.partition { start - trace.events[$0].t <= limit }
    if over > 0 { return [asking[over - 1]] }
    for request in asking.suffix(Evaluation.mostCandidates).reversed() {
      if let fate = fate(ofRequest: request, before: span) { return [request] + fate }
    }
    return [first].present
  }

  /// The completion of a request and the end of its ad; nil where the request was in flight.
  private func fate(ofRequest request: Int, before span: Int) -> [Int]? {
    let number = session.requestNumber(trace.events[request].request)
    guard let completed = number.flatMap({ session.requests[$0].completedIndex.index }),
      (request..<span).contains(completed)
    else { return nil }
    guard let ad = session.adNumber(trace.events[completed].ad) else { return [completed] }
    let ends: [AdFact] = [.presentRequested, .shown, .failedToPresent, .expired, .discarded]
    let end = ends.compactMap { session.facts.first($0, of: ad) }.min()
    return [completed] + (end.map { [$0] } ?? [])
  }
}
