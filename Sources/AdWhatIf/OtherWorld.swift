internal import AdDecider
internal import AdSession

/// The captured session as it could have gone under another policy: what phone, user and SDK did is
/// taken over, what follows from a decision that is another one now is left out.
///
/// What was never observed is at its best in a lucky world: a request that was never made is answered
/// at once, and an ad that was never shown comes up. In an unlucky one neither happens. What both
/// agree on is certain as far as the journal goes; the rest is bounds.
struct OtherWorld {
  /// What became of an opportunity.
  enum Answer: Equatable {
    /// The recorded show.
    case asRecorded
    /// A show that nobody observed.
    case unobserved
    /// Nothing is shown, for a reason.
    case skipped(Word)
  }

  /// By index of the opportunity.
  private(set) var answers: [Int: Answer] = [:]
  /// The requests that would not be made then, and why.
  private(set) var notRequested: [(index: Int, why: LoadObjection)] = []

  private let trace: Trace
  private let isLucky: Bool
  private let identity: Identity
  /// The records of this world.
  private let records: Trace
  /// The ads whose recorded show is not made.
  private var notShown: Set<Symbol> = []
  /// Requests that are not made, and what they delivered.
  private var withoutRequest: Set<Symbol> = []
  private var withoutLoad: Set<Symbol> = []
  /// The ad that is shown in the place of a recorded one.
  private var standIns: [Symbol: Symbol] = [:]
  private var invented = 0

  /// Decides every opportunity of a session anew.
  init(
    _ trace: Trace, _ opportunities: [Int: Opportunity], _ identity: Identity,
    policy: [PolicySetting], shownBefore: [PastShow], isLucky: Bool
  ) {
    self.trace = trace
    self.isLucky = isLucky
    self.identity = identity
    records = Trace.copyOfHeader(trace)
    var decider = Decider(
      DeciderProfile(), trace: records, shownBefore: shownBefore, overrides: policy)
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
    var decision = decider.consider(opportunity.place, trigger: opportunity.trigger, at: now)
    var isObserved = true
    if case .skip(let skip) = decision, isLucky, canBeFilled(skip, opportunity, &decider, now) {
      invent(opportunity.place, event)
      decider.receive()
      decision = decider.consider(opportunity.place, trigger: opportunity.trigger, at: now)
      isObserved = false
    }
    switch decision {
    case .show(let show): self.show(show, opportunity, isObserved)
    case .skip(let skip): self.skip(skip, opportunity)
    default: break
    }
  }

  /// Whether a load that was never made, or whose answer came to nobody, could have had an ad ready.
  private func canBeFilled(
    _ skip: SkipDecision, _ opportunity: Opportunity, _ decider: inout Decider, _ now: Instant
  ) -> Bool {
    guard [.notReady, .expired].contains(skip.reason) else { return false }
    if opportunity.ad != nil { return true }
    let isFree = decider.objection(to: .retry, for: opportunity.place, at: now) == nil
    return invented > 0 || (isFree && !identity.free.contains(opportunity.index))
  }

  private mutating func show(
    _ show: ShowDecision, _ opportunity: Opportunity, _ isObserved: Bool
  ) {
    var event = trace.events[opportunity.index]
    if let ad = opportunity.ad {
      if show.ad != ad { standIns[ad] = show.ad }
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
      isLucky ? [.adPresentRequested, .adWillPresent, .adDismissed] : [.adPresentRequested]
    for kind in kinds { records.events.append(event.becoming(kind)) }
    if isLucky { invent(opportunity.place, event) }
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

  /// An ad that nobody asked for in the journal is ready from now on.
  private mutating func invent(_ place: Place, _ cause: Event) {
    invented += 1
    var event = Event(.adRequested)
    (event.t, event.wall, event.seq) = (cause.t, cause.wall, cause.seq)
    (event.unit, event.format, event.scene) = (place.unit, place.format, place.scene)
    event.request = records.symbols.intern("unobserved request \(invented)")
    event.reason = .config
    records.events.append(event)
    event.kind = .adLoaded
    event.reason = .absent
    event.ad = records.symbols.intern("unobserved ad \(invented)")
    records.events.append(event)
  }

  // MARK: What was recorded

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

  /// The ad that an event is of in this world; nil: it does not happen.
  private func ad(of event: Event) -> Symbol? {
    if let standIn = standIns[event.ad], event.kind.isOfShow { return standIn }
    if withoutLoad.contains(event.ad) { return nil }
    let isGone = event.kind == .adDiscarded && event.reason == .shown
    if notShown.contains(event.ad), event.kind.isOfShow || isGone { return nil }
    return event.ad
  }

  /// A request that the other policy objects to, and the recorded one did not, is not made.
  ///
  /// In a lucky world its answer comes all the same, unless the place holds an ad already.
  private mutating func isDropped(
    request event: Event, at index: Int, _ decider: inout Decider
  ) -> Bool {
    if identity.objections[index] != nil { return false }
    let place = Place(unit: event.unit, format: event.format, scene: event.scene)
    let now = Instant(t: event.t, wall: event.wall)
    guard let why = decider.objection(to: event.reason, for: place, at: now) else { return false }
    notRequested.append((index, why))
    if isLucky && why != .holdsAd { return false }
    withoutRequest.insert(event.request)
    return true
  }
}

extension EventKind {
  /// Whether it happens to an ad because it is shown.
  fileprivate var isOfShow: Bool {
    switch eventClass {
    case .present, .revenue, .reward, .grant, .video: true
    default: false
    }
  }
}

extension Event {
  /// The same place and time as another kind, without what the kind does not carry.
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
