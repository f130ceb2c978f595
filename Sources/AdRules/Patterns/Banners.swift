public import AdSession

/// An activation that waits for several answers: how many are left, and the worst that came so far.
public struct Bundle {
  var waiting: Int
  var judgement = Judgement.kept
  var remainingMs: Int64?

  mutating func take(_ outcome: (judgement: Judgement, remainingMs: Int64?)) {
    waiting -= 1
    switch (judgement, outcome.judgement) {
    case (.kept, _), (.undecided, .violated):
      judgement = outcome.judgement
      remainingMs = outcome.remainingMs
    default: break
    }
  }
}

extension Pattern {
  /// Response of all banners of a scene: something happens to the scene, and the slot of each loaded
  /// banner that is not hidden gets its answer within a threshold of active time.
  ///
  /// One activation an event: kept when every slot is answered in time or not free.
  ///
  /// - Parameters:
  ///   - trigger: what happens to the scene.
  ///   - condition: whether this event activates the rule; yes names an event that shows it.
  ///   - answer: the kind that answers for a slot.
  ///   - key: the threshold.
  ///   - says: what did not happen, for the sentence; it gets the name of the slot.
  public static func eachBanner(
    whenItsSceneHas trigger: EventKind, where condition: @escaping @Sendable (Moment) -> Truth,
    isAnsweredIn answer: EventKind, within key: PolicyKey,
    says: @escaping @Sendable (String) -> String
  ) -> Pattern {
    let says: @Sendable (Moment) -> String = { says($0.bannerSlotName) }
    let answering = Visit([.kind(answer)], filtersFormat: false, need: .awake) { moment, monitor in
      guard let slot = moment.slot else { return }
      monitor.answerBanners(of: slot, by: moment.index, in: moment.run, says: says)
    }
    let asking = Visit([.kind(trigger)], filtersFormat: false) { moment, monitor in
      monitor.openBanners(moment, condition(moment), within: key, missing: answer)
    }
    return Pattern(visits: [answering, asking], needsFinish: .awake) { run, monitor in
      for slot in monitor.open.ties {
        monitor.answerBanners(of: Int(slot), by: nil, in: run, says: says)
      }
    }
  }
}

extension Monitor {
  fileprivate mutating func openBanners(
    _ moment: Moment, _ condition: Truth, within key: PolicyKey, missing: EventKind
  ) {
    if case .no = condition { return }
    let slots = moment.visibleBannerSlots
    if slots.isEmpty {
      if moment.mayHaveUnplacedBanner { report(.undecided(.gap), of: moment) }
      return
    }
    guard let limit = moment.milliseconds(key) else {
      return report(.undecided(.unknown), of: moment)
    }
    var waiting = 0
    for (slot, visibility) in slots {
      let excuse = moment.unlessNotFree(
        unit: moment.session.slots[slot].unit, scene: moment.session.slots[slot].scene,
        format: .banner)
      if case .excused = excuse { continue }
      var obligation = Obligation(trigger: moment.index, limitMs: limit, key: key)
      obligation.doubt = condition.doubt ?? visibility.doubt ?? excuse.doubt
      obligation.witness = moment.bannerWitness(slot: slot) + condition.witness
      obligation.missing = missing
      obligation.facts = moment.facts
      obligation.facts.ad = moment.lastBanner(slot: slot)
      open.append(obligation, tie: UInt64(slot))
      waiting += 1
    }
    // Another banner of the scene that a gap hides may get no answer.
    let atBest: Judgement = moment.hasGap(since: -1) ? .undecided(.gap) : .kept
    if waiting == 0 { return report(atBest, of: moment) }
    bundles[moment.index] = Bundle(waiting: waiting, judgement: atBest)
  }

  fileprivate mutating func answerBanners(
    of slot: Int, by answer: Int?, in run: Run, says: @Sendable (Moment) -> String
  ) {
    for obligation in open.take(UInt64(slot)) {
      bundles[obligation.trigger]?.take(run.outcome(of: obligation, answer: answer, says: says))
      guard let bundle = bundles[obligation.trigger], bundle.waiting == 0 else { continue }
      bundles[obligation.trigger] = nil
      report(
        bundle.judgement, of: obligation.trigger, in: run, remainingMs: bundle.remainingMs)
    }
  }
}

extension Moment {
  /// The slots of the scene with a banner that is, or may be, loaded and not hidden.
  fileprivate var visibleBannerSlots: [(slot: Int, visibility: Truth)] {
    guard let scene = run.session.sceneNumber(facts.scene) else { return [] }
    return run.session.scenes[scene].bannerSlots.compactMap { slot in
      let visibility = hasVisibleBanner(slot: Int(slot))
      return visibility == .no ? nil : (Int(slot), visibility)
    }
  }

  /// Whether a loaded banner that is not hidden may be of the event's scene: only a lost record could
  /// tell.
  fileprivate var mayHaveUnplacedBanner: Bool {
    guard hasGap(since: -1), facts.scene.isPresent,
      let none = run.session.sceneNumber(.absent)
    else { return false }
    return run.session.scenes[none].bannerSlots.contains { mayBeOfItsScene(slot: Int($0)) }
  }

  /// Whether the banner of a slot without a scene may be the last one of the unit in the event's.
  private func mayBeOfItsScene(slot number: Int) -> Bool {
    let slot = run.session.slots[number]
    let ad = run.session.adNumber(event(at: slot.lastBanner).ad)
    guard let ad, run.session.ads[ad].isSceneUncertain else { return false }
    let own = run.session.slotNumber(unit: slot.unit, scene: facts.scene)
    let last = own.map { run.session.slots[$0].lastBanner } ?? -1
    return last < slot.lastBanner && hasVisibleBanner(slot: number) != .no
  }

  fileprivate func lastBanner(slot: Int) -> Int {
    run.session.adNumber(event(at: run.session.slots[slot].lastBanner).ad) ?? -1
  }

  /// `unit ca-app-pub-…/… in scene s-1`: the slot that an obligation is about.
  fileprivate var bannerSlotName: String {
    "unit \(text(adState?.unit ?? .absent)) in scene \(text(facts.scene))"
  }
}

extension Truth {
  /// Why it is unknown; nil where it is not.
  fileprivate var doubt: Doubt? {
    if case .unknown(let why) = self { why } else { nil }
  }

  /// The event that shows it.
  fileprivate var witness: [Int] {
    if case .yes(let index) = self { [index] } else { [] }
  }
}

extension Excuse {
  /// Why it is unknown; nil where it is not.
  fileprivate var doubt: Doubt? {
    if case .unknown(let why) = self { why } else { nil }
  }
}
