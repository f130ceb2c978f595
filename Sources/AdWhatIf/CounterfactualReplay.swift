internal import AdDecider
internal import AdSession

/// A replay of a recorded session under another policy.
///
/// It repeats the actions of phone, user and SDK, and omits the consequences of changed decisions.
///
/// Two replays give the bounds of what was not observed. In the best one, a request that was never
/// made is answered at once and an ad that was never shown is shown. In the worst one, neither
/// happens. Where both agree, the result is certain.
struct CounterfactualReplay {
  /// The assumption about outcomes that were not observed.
  enum Bound { case best, worst }

  /// The outcome of an opportunity.
  enum Answer: Equatable {
    /// The recorded show.
    case asRecorded
    /// A show without a recorded outcome.
    case unobserved
    /// Nothing is shown, for a reason.
    case skipped(Word)
  }

  /// The outcomes by index of the opportunity.
  private(set) var answers: [Int: Answer] = [:]
  /// The recorded requests that the policy forbids, and why.
  private(set) var notRequested: [(index: Int, why: LoadBlocker)] = []

  private let trace: Trace
  private let bound: Bound
  private var isBest: Bool { bound == .best }
  private let identity: Identity
  /// The records of this replay.
  private let records: Trace
  /// The ads whose recorded show is skipped.
  private var notShown: Set<Symbol> = []
  /// Omitted requests, and the ads that they delivered.
  private var withoutRequest: Set<Symbol> = []
  private var withoutLoad: Set<Symbol> = []
  /// The ad that replaces each recorded one.
  private var replacements: [Symbol: Symbol] = [:]
  private var invented = 0

  /// Repeats the decision of every opportunity of a session.
  init(
    _ trace: Trace, _ opportunities: [Int: Opportunity], _ identity: Identity,
    policy: [PolicySetting], shownBefore: [PastShow], bound: Bound
  ) {
    self.trace = trace
    self.bound = bound
    self.identity = identity
    records = Trace.copyOfHeader(trace)
    var decider = Decider(
      answering: DeciderProfile(), trace: records, shownBefore: shownBefore, overrides: policy)
    for index in trace.events.indices {
      decider.receive()
      if let opportunity = opportunities[index] {
        decide(opportunity, &decider)
      } else {
        take(index, &decider)
      }
    }
  }

  // MARK: Opportunities

  private mutating func decide(_ opportunity: Opportunity, _ decider: inout Decider) {
    let event = trace.events[opportunity.index]
    let now = Instant(t: event.t, wall: event.wall)
    var decision = decider.consider(opportunity.placement, trigger: opportunity.trigger, at: now)
    var isObserved = true
    if case .skip(let skip) = decision, isBest, canBeFilled(skip, opportunity, &decider, now) {
      invent(opportunity.placement, event)
      decider.receive()
      decision = decider.consider(opportunity.placement, trigger: opportunity.trigger, at: now)
      isObserved = false
    }
    switch decision {
    case .show(let show): self.show(show, opportunity, isObserved)
    case .skip(let skip): self.skip(skip, opportunity)
    default: break
    }
  }

  /// Whether a load that was never made, or whose answer was not used, could have had an ad ready.
  private func canBeFilled(
    _ skip: SkipDecision, _ opportunity: Opportunity, _ decider: inout Decider, _ now: Instant
  ) -> Bool {
    guard [.notReady, .expired].contains(skip.reason) else { return false }
    if opportunity.ad != nil { return true }
    let isFree = decider.blocker(to: .retry, for: opportunity.placement, at: now) == nil
    return invented > 0 || (isFree && !identity.free.contains(opportunity.index))
  }

  private mutating func show(
    _ show: ShowDecision, _ opportunity: Opportunity, _ isObserved: Bool
  ) {
    var event = trace.events[opportunity.index]
    if let ad = opportunity.ad {
      if show.ad != ad { replacements[ad] = show.ad }
      answers[opportunity.index] = isObserved && show.ad == ad ? .asRecorded : .unobserved
      event.ad = show.ad
      if event.kind == .adShowDecided { event.setRemaining(show.remaining) }
      return records.append(event, of: trace, at: opportunity.index)
    }
    answers[opportunity.index] = .unobserved
    event.reason = .ready
    event.outcome = .show
    event.ad = show.ad
    event.setRemaining(show.remaining)
    records.events.append(event)
    let kinds: [EventKind] =
      isBest ? [.adPresentRequested, .adWillPresent, .adDismissed] : [.adPresentRequested]
    for kind in kinds { records.events.append(event.becoming(kind)) }
    if isBest { invent(opportunity.placement, event) }
  }

  private mutating func skip(_ skip: SkipDecision, _ opportunity: Opportunity) {
    answers[opportunity.index] = .skipped(skip.reason)
    if let ad = opportunity.ad { notShown.insert(ad) }
    var event = trace.events[opportunity.index]
    guard event.kind == .adShowDecided else { return }
    event.reason = skip.reason
    event.outcome = .skip
    event.ad = .absent
    event.setRemaining(skip.remaining)
    records.events.append(event)
  }

  /// Adds an ad that the session never requested; it is ready from now on.
  private mutating func invent(_ placement: Placement, _ cause: Event) {
    invented += 1
    var event = Event(.adRequested)
    (event.t, event.wall, event.seq) = (cause.t, cause.wall, cause.seq)
    (event.unit, event.format, event.scene) = (placement.unit, placement.format, placement.scene)
    event.request = records.symbols.intern("unobserved request \(invented)")
    event.reason = .config
    records.events.append(event)
    event.kind = .adLoaded
    event.reason = .absent
    event.ad = records.symbols.intern("unobserved ad \(invented)")
    records.events.append(event)
  }

  // MARK: Recorded events

  private mutating func take(_ index: Int, _ decider: inout Decider) {
    var event = trace.events[index]
    if event.kind == .adRequested && isDropped(request: event, at: index, &decider) { return }
    if withoutRequest.contains(event.request) {
      if event.ad.isPresent { withoutLoad.insert(event.ad) }
      return
    }
    if event.ad.isPresent {
      guard let ad = ad(of: event) else { return }
      event.ad = ad
    }
    records.append(event, of: trace, at: index)
  }

  /// The ad of an event in this replay; nil if the event does not happen.
  private func ad(of event: Event) -> Symbol? {
    if let replacement = replacements[event.ad], event.kind.isOfShow { return replacement }
    if withoutLoad.contains(event.ad) { return nil }
    let isGone = event.kind == .adDiscarded && event.reason == .shown
    if notShown.contains(event.ad), event.kind.isOfShow || isGone { return nil }
    return event.ad
  }

  /// Whether a request is omitted: the other policy forbids it, and the recorded one did not.
  ///
  /// In the best case it is still answered, unless the slot holds an ad already.
  private mutating func isDropped(
    request event: Event, at index: Int, _ decider: inout Decider
  ) -> Bool {
    if identity.objections[index] != nil { return false }
    let placement = Placement(of: event)
    let now = Instant(t: event.t, wall: event.wall)
    guard let why = decider.blocker(to: event.reason, for: placement, at: now) else { return false }
    notRequested.append((index, why))
    if isBest && why != .holdsAd { return false }
    withoutRequest.insert(event.request)
    return true
  }
}

extension EventKind {
  /// Whether the event happens only to an ad that is shown.
  fileprivate var isOfShow: Bool {
    switch eventClass {
    case .present, .revenue, .reward, .grant, .video: true
    default: false
    }
  }
}

extension Event {
  /// The same event as another kind, without the values that the kind does not have.
  fileprivate func becoming(_ kind: EventKind) -> Event {
    var event = self
    event.kind = kind
    event.reason = .absent
    event.outcome = .absent
    event.numbersPresent = 0
    return event
  }

  fileprivate mutating func setRemaining(_ remaining: Int64?) {
    guard let remaining, format == .appOpen, self.remaining != nil else { return }
    self.remaining = remaining
  }
}
