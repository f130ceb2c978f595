internal import AdSession

extension Pattern {
  /// Absence in a state: while a slot is hidden nothing is requested for it unasked, loaded by such a
  /// request, or seen.
  static func hiddenBannerRests() -> Pattern {
    Pattern(
      [.adRequested, .adLoaded, .adImpression].map(Trigger.kind),
      visit: { moment, monitor in
        switch moment.event.kind {
        case .adRequested: monitor.requestWhileHidden(moment)
        case .adLoaded: monitor.loadWhileHidden(moment)
        default:
          monitor.report(moment.judgeHidden("was seen by nobody but had an impression"), of: moment)
        }
      })
  }
}

extension Monitor {
  /// `memory` has, by name of the request, the `view.hidden` that it was made against; -1: unsure.
  fileprivate mutating func requestWhileHidden(_ moment: Moment) {
    let wanted: [Word] = [.launch, .user, .viewDidLoad, .viewDidAppear]
    if wanted.contains(moment.event.reason) { return }
    switch moment.isSlotHidden {
    case .yes(let hidden): memory[UInt64(moment.event.request.id)] = hidden
    case .unknown: memory[UInt64(moment.event.request.id)] = -1
    case .no: break
    }
    report(moment.judgeHidden("was requested again"), of: moment)
  }

  fileprivate mutating func loadWhileHidden(_ moment: Moment) {
    let request = moment.run.session.requestNumber(moment.event.request)
    let requested = request.map { moment.run.session.requests[$0].requestedIndex } ?? -1
    if requested < 0 {
      return report(moment.hasGap(since: -1) ? .undecided(.gap) : .kept, of: moment)
    }
    guard let hidden = memory[UInt64(moment.event.request.id)] else {
      return report(.kept, of: moment)
    }
    if hidden < 0 { return report(.undecided(.gap), of: moment) }
    // The request alone breaks the rule: a witness needs the load no more.
    let witness = [hidden, requested] + moment.run.hiddenSource(hidden, requested)
    let because = "\(moment.slotName) was loaded by a request that was made while it was hidden"
    report(
      .violated(
        Violation(witness: Run.sorted(witness), certainAt: moment.index, because: because)),
      of: moment)
  }
}

extension Moment {
  /// Whether the last `view.*` event of its slot hid an ad that was not discarded since.
  fileprivate var isSlotHidden: Truth {
    let last = slot.map { run.session.slots[$0].lastView } ?? -1
    if hasGap(since: last) { return .unknown(.gap) }
    if facts.isSceneUncertain ? !isOfItsAd(last) : lastVagueView(event.unit) >= max(last, 0) {
      return .unknown(.gap)
    }
    guard last >= 0, event(at: last).kind == .viewHidden else { return .no }
    let ad = run.session.adNumber(event(at: last).ad)
    let discarded = ad.flatMap { run.session.facts.last(.discarded, of: $0) } ?? -1
    return discarded > last ? .no : .yes(last)
  }

  /// Whether the last `view.*` event of its unit, whose scene may be lost as well, is of its own ad.
  ///
  /// O(1): with more than a few slots that is not asked.
  private func isOfItsAd(_ last: Int) -> Bool {
    let slots = run.session.slots
    guard last >= 0, event(at: last).ad == event.ad, slots.count <= Session.fewSlots else {
      return false
    }
    return !slots.contains { $0.unit == event.unit && $0.lastView > last }
  }

  fileprivate func judgeHidden(_ says: String) -> Judgement {
    switch isSlotHidden {
    case .no: return .kept
    case .unknown(let why): return .undecided(why)
    case .yes(let hidden):
      let since = Duration.text(elapsed(since: hidden))
      return violation(
        "\(slotName) \(says) \(since) after it was hidden",
        witness: [hidden] + run.hiddenSource(hidden, index))
    }
  }
}

extension Run {
  /// What ties a `view.hidden` to the slot of a request that names its scene.
  fileprivate func hiddenSource(_ hidden: Int, _ request: Int) -> [Int] {
    trace.events[request].scene.isPresent ? sceneSource(hidden) : []
  }
}

extension Session {
  /// How many slots are looked through for what is asked once an event.
  fileprivate static var fewSlots: Int { 16 }
}
