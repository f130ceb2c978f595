public import AdSession

extension Pattern {
  /// Response, once for each ready full-screen ad of a scene: something happens to the scene, and
  /// each of its ads gets an answer within a threshold of active time.
  ///
  /// - Parameters:
  ///   - trigger: what happens to the scene.
  ///   - answers: the kinds that answer when they are of the ad; its attempt always does.
  ///   - slotAnswer: the kind that answers for every ad of the slot.
  ///   - key: the threshold.
  ///   - says: what did not happen to an ad, for the sentence; it gets the ad's name.
  public static func eachHeldAd(
    whenItsSceneHas trigger: EventKind, isAnsweredBy answers: [EventKind],
    orIn slotAnswer: EventKind, within key: PolicyKey,
    says: @escaping @Sendable (String) -> String
  ) -> Pattern {
    let attempts: [EventKind] = [.adPresentRequested, .adWillPresent, .adFailedToPresent]
    let missing = answers.first ?? slotAnswer
    let says: @Sendable (Moment) -> String = { says($0.heldAdName) }
    let resizing = Visit([.kind(trigger)], filtersFormat: false) { moment, monitor in
      monitor.openHeldAds(moment, within: key, missing: missing)
    }
    let answering = Visit(
      ([slotAnswer] + answers + attempts).map(Trigger.kind), filtersFormat: false, need: .awake
    ) { moment, monitor in
      if moment.event.kind == slotAnswer {
        monitor.answerHeldAds(ofSlotAt: moment, says: says)
        monitor.answerUnplacedAds(at: moment, says: says)
      } else if let ad = moment.ad {
        monitor.answer(UInt64(ad), by: moment.index, in: moment.run, says: says)
      }
    }
    return Pattern(visits: [answering, resizing], needsFinish: .awake) { run, monitor in
      monitor.settleAll(in: run, says: says)
    }
  }
}

extension Monitor {
  /// Opens an obligation for each ready ad of the event's scene, and for each that may be of it.
  fileprivate mutating func openHeldAds(
    _ moment: Moment, within key: PolicyKey, missing: EventKind
  ) {
    for ad in moment.heldAds(in: moment.facts.scene) {
      let waits = openHeldAd(ad, moment, within: key, missing: missing)
      if waits { chain(ad, slot: moment.session.ads[ad].slot) }
    }
    guard moment.hasGap(since: -1), moment.facts.scene.isPresent else { return }
    for ad in moment.heldAds(in: .absent) where moment.session.ads[ad].isSceneUncertain {
      let waits = openHeldAd(ad, moment, within: key, missing: missing)
      if waits { lists[moment.unplacedKey(moment.session.ads[ad].unit), default: []].append(ad) }
    }
  }

  /// Opens the obligation of one ad; says whether it is ready, or may be, and so waits.
  private mutating func openHeldAd(
    _ ad: Int, _ moment: Moment, within key: PolicyKey, missing: EventKind
  ) -> Bool {
    let readiness = moment.readiness(ofHeldAd: ad)
    if case .no = readiness { return false }
    guard let limit = moment.milliseconds(key) else {
      report(.undecided(.unknown), of: moment)
      return false
    }
    let loaded = moment.session.ads[ad].loadedIndex
    var obligation = Obligation(
      trigger: moment.index, limitMs: limit, key: key,
      witness: [loaded] + moment.run.sceneSource(loaded))
    if case .unknown(let why) = readiness { obligation.doubt = why }
    if moment.session.ads[ad].isSceneUncertain {
      obligation.doubt = .gap
      obligation.wait.isPerhaps = true
    }
    obligation.missing = missing
    obligation.facts = moment.facts
    obligation.facts.ad = ad
    open.append(obligation, tie: UInt64(ad))
    return true
  }

  /// Settles the obligations of every ad of the slot that is requested.
  fileprivate mutating func answerHeldAds(
    ofSlotAt moment: Moment, says: @Sendable (Moment) -> String
  ) {
    guard let slot = moment.slot else { return }
    var next = memory.removeValue(forKey: Self.slotKey(slot)) ?? -1
    while next >= 0 {
      let ad = next
      answer(UInt64(ad), by: moment.index, in: moment.run, says: says)
      next = memory.removeValue(forKey: Self.chainKey(ad)) ?? -1
    }
  }

  /// Settles the obligations of the ads that would be of the slot that is requested, if they are of
  /// its scene.
  fileprivate mutating func answerUnplacedAds(
    at moment: Moment, says: @Sendable (Moment) -> String
  ) {
    guard moment.hasGap(since: -1), !lists.isEmpty else { return }
    let scene = moment.facts.scene
    for ad in lists.removeValue(forKey: moment.unplacedKey(moment.event.unit)) ?? [] {
      answer(UInt64(ad), by: moment.index, in: moment.run, says: says) { $0.facts.scene == scene }
    }
  }

  /// Remembers that an ad of the slot waits, as a chain from the last one back to the first.
  private mutating func chain(_ ad: Int, slot: Int) {
    guard memory[Self.chainKey(ad)] == nil else { return }
    memory[Self.chainKey(ad)] = memory[Self.slotKey(slot)] ?? -1
    memory[Self.slotKey(slot)] = ad
  }

  private static func slotKey(_ slot: Int) -> UInt64 { 1 << 63 | UInt64(slot) }
  private static func chainKey(_ ad: Int) -> UInt64 { 1 << 62 | UInt64(ad) }
}

extension Moment {
  /// The ads of a scene that may be ready at the event.
  fileprivate func heldAds(in scene: Symbol) -> [Int] {
    guard let scene = run.session.sceneNumber(scene) else { return [] }
    // Names that were born twice leave the ads of a scene in no order of their age.
    let isPlain = run.state.pointee.isPlain
    return run.session.heldAds(in: scene) { !isPlain || !isTooOldInAnyFormat($0) }
  }

  /// What ties ads of a unit, whose scene only a lost record could tell, to the event's scene.
  fileprivate func unplacedKey(_ unit: Symbol) -> UInt64 {
    UInt64(unit.id) << 32 | UInt64(facts.scene.id)
  }

  /// Whether an ad that nothing was seen to end is ready: young enough, and no gap since its birth.
  fileprivate func readiness(ofHeldAd ad: Int) -> Truth {
    let state = run.session.ads[ad]
    guard let key = Session.maxAgeKey(state.format) else { return .no }
    guard let maxAge = milliseconds(key) else { return .unknown(.unknown) }
    if elapsed(since: state.loadedIndex) >= maxAge { return .no }
    return hasGap(since: state.loadedIndex) ? .unknown(.gap) : .yes(state.loadedIndex)
  }

  /// Whether an ad is older than an ad of any format may be, so that all loaded before it are too.
  fileprivate func isTooOldInAnyFormat(_ ad: Int) -> Bool {
    guard let appOpen = milliseconds(.appOpenMaxAgeSeconds),
      let fullScreen = milliseconds(.fullScreenMaxAgeSeconds)
    else { return false }
    return elapsed(since: run.session.ads[ad].loadedIndex) >= max(appOpen, fullScreen)
  }

  /// `interstitial ad a-3`: the ad that an obligation is about.
  fileprivate var heldAdName: String { adState.map { adName(at: $0.loadedIndex) } ?? "the ad" }
}
