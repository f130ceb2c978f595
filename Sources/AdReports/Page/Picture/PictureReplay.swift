internal import AdSession

/// A session folded once more, by the same `evolve` as everywhere, for the bands of its picture.
///
/// Where records are missing every band ends: nobody knows what became of it there. The next record
/// of it says what it is from then on.
struct PictureReplay: ~Copyable {
  /// The bands of ads, screens and the app, in the order in which they began.
  private(set) var lives: [PictureLife] = []
  private let trace: Trace
  private var session = Session()
  private var lifeOfAd: [Int: Int] = [:]
  private var lifeOfRequest: [Int: Int] = [:]
  private var lifeOfStretch: [Stretch: Int] = [:]
  /// The banner that each slot shows, by the slot's number.
  private var bannerOfSlot: [Int: Int] = [:]
  private var lifeOfApp: Int?
  /// The lives with a band that may be open.
  private var open: [Int] = []

  /// What tells apart what is up at one time.
  private struct Stretch: Hashable {
    var kind: PictureBand.Kind
    var name = Symbol.absent
    var why = Word.absent
  }

  init(_ trace: Trace, overrides: [PolicySetting]) {
    self.trace = trace
    session.begin(trace, overrides: overrides)
    var gaps = trace.gaps[...]
    for (index, event) in trace.events.enumerated() {
      while let gap = gaps.first, gap.position <= index {
        closeAll(at: max(0, index - 1), .gap)
        gaps.removeFirst()
      }
      let facts = session.facts(of: event, at: index)
      session.evolve(event, at: index, facts, trace)
      look(event, PicturePlace(index, trace))
    }
    closeAll(at: max(0, trace.events.count - 1), gaps.isEmpty ? .open : .gap)
  }

  private mutating func look(_ event: Event, _ place: PicturePlace) {
    guard let eventClass = event.kind.eventClass, session.captured.contains(ClassSet(eventClass))
    else { return }
    switch eventClass {
    case .app: lookAtApp(event, place)
    case .load, .present, .visibility, .native: lookAtAds(event, place)
    case .lock: stretch(.locked, isUp: event.kind == .deviceLocked, place)
    case .splash: lookAtSplash(event, place)
    case .suppress: lookAtSuppression(event, place)
    case .window: lookAtWindow(event, place)
    case .consent where event.kind == .consentFormShown || event.kind == .consentFormClosed:
      stretch(.consent, isUp: event.kind == .consentFormShown, place)
    default: break
    }
  }

  // MARK: Ads

  private mutating func lookAtAds(_ event: Event, _ place: PicturePlace) {
    if event.request.isPresent, let request = session.requestNumber(event.request) {
      lookAtRequest(request, event, place)
    }
    guard event.ad.isPresent, let ad = session.adNumber(event.ad) else { return }
    if event.kind == .adLoaded, event.format == .banner { replaceBanner(by: ad, place) }
    let stage = session.stage(ofAd: ad)
    if lifeOfAd[ad] == nil, stage == nil { return }
    go(life(ofAd: ad, event), to: stage, place)
  }

  private mutating func lookAtRequest(_ request: Int, _ event: Event, _ place: PicturePlace) {
    let state = session.requests[request]
    guard state.requestedIndex.isPresent else { return }
    if event.kind == .adRequested {
      if let last = lifeOfRequest[request] { go(last, to: nil, place) }
      lifeOfRequest[request] = begin(lane(ofSlot: state.slot.known), event.request)
    }
    guard let life = lifeOfRequest[request] else { return }
    go(life, to: state.completedIndex.isAbsent ? .loading : nil, place)
    if event.kind == .adLoaded, let ad = session.adNumber(event.ad), lifeOfAd[ad] == nil {
      // One request can bring several ads: the first one goes on where it was asked for.
      lifeOfAd[ad] = life
      lifeOfRequest[request] = nil
      lives[life].name = event.ad
    }
  }

  private mutating func replaceBanner(by ad: Int, _ place: PicturePlace) {
    let slot = session.ads[ad].slot.known
    if let last = bannerOfSlot[slot], last != ad, let life = lifeOfAd[last] {
      go(life, to: nil, place)
    }
    bannerOfSlot[slot] = ad
  }

  private mutating func life(ofAd ad: Int, _ event: Event) -> Int {
    if let life = lifeOfAd[ad] { return life }
    let state = session.ads[ad]
    let lane: PictureLane.Key =
      state.slot.index.map { self.lane(ofSlot: $0) }
      ?? .slot(unit: state.unit, scene: event.scene.isPresent ? event.scene : state.scene)
    let life = begin(lane, event.ad)
    lifeOfAd[ad] = life
    return life
  }

  private func lane(ofSlot slot: Int) -> PictureLane.Key {
    .slot(unit: session.slots[slot].unit, scene: session.slots[slot].scene)
  }

  // MARK: The app and its screens

  private mutating func lookAtApp(_ event: Event, _ place: PicturePlace) {
    guard event.kind.saysPhase else { return }
    let life = lifeOfApp ?? begin(.app, .absent)
    lifeOfApp = life
    let kind: PictureBand.Kind =
      switch session.app.phase {
      case .launching: .launching
      case .active: .active
      case .inactive: .inactive
      case .background: .background
      case .terminating: .terminating
      }
    go(life, to: kind, place)
  }

  private mutating func lookAtSplash(_ event: Event, _ place: PicturePlace) {
    guard let scene = session.sceneNumber(event.scene), event.kind != .contentShown else { return }
    stretch(.splash, event.scene, isUp: session.scenes[scene].splash.isPresent, place)
  }

  private mutating func lookAtSuppression(_ event: Event, _ place: PicturePlace) {
    let isUp = session.screen.openSuppressions.contains {
      $0.why == event.why && $0.text == event.text
    }
    stretch(.suppression, event.text, event.why, isUp: isUp, place)
  }

  private mutating func lookAtWindow(_ event: Event, _ place: PicturePlace) {
    let isUp = session.screen.openWindows[event.text] != nil
    stretch(.window, event.text, isUp: isUp, place)
  }

  private mutating func stretch(
    _ kind: PictureBand.Kind, _ name: Symbol = .absent, _ why: Word = .absent, isUp: Bool,
    _ place: PicturePlace
  ) {
    let key = Stretch(kind: kind, name: name, why: why)
    let known = lifeOfStretch[key]
    if known == nil, !isUp { return }
    let life = known ?? begin(kind == .locked ? .app : .screen, name, why: why)
    lifeOfStretch[key] = isUp ? life : nil
    go(life, to: isUp ? kind : nil, place)
  }

  // MARK: Any record

  /// The lane that a record belongs to.
  func lane(of index: Int) -> PictureLane.Key {
    let event = trace.events[index]
    if let slot = laneOfSlot(event) { return slot }
    switch event.kind.eventClass {
    case .app, .lock: return .app
    case .splash, .suppress, .window: return .screen
    default:
      return event.kind == .consentFormShown || event.kind == .consentFormClosed ? .screen : .other
    }
  }

  private func laneOfSlot(_ event: Event) -> PictureLane.Key? {
    if let life = life(of: event) { return lives[life].lane }
    if event.ad.isPresent, let ad = session.adNumber(event.ad),
      let slot = session.ads[ad].slot.index
    {
      return lane(ofSlot: slot)
    }
    let load = event.load.isPresent ? session.loadNumber(event.load) : nil
    let request =
      (event.request.isPresent ? session.requestNumber(event.request) : nil)
      ?? load.flatMap { session.loads[$0].request.index }
    if let request, let slot = session.requests[request].slot.index { return lane(ofSlot: slot) }
    return event.unit.isPresent ? .slot(unit: event.unit, scene: event.scene) : nil
  }

  /// The life of an event's ad or request; nil where none is drawn.
  func life(of event: Event) -> Int? {
    let ad = event.ad.isPresent ? session.adNumber(event.ad) : nil
    let request = event.request.isPresent ? session.requestNumber(event.request) : nil
    return ad.flatMap { lifeOfAd[$0] } ?? request.flatMap { lifeOfRequest[$0] }
  }

  /// The format of a lane; absent where it is not one of a slot, or nothing said it.
  func format(of lane: PictureLane.Key) -> Word {
    guard case .slot(let unit, let scene) = lane,
      let slot = session.slotNumber(unit: unit, scene: scene)
    else { return .absent }
    return session.slots[slot].format
  }

  // MARK: Any life

  private mutating func begin(
    _ lane: PictureLane.Key, _ name: Symbol, why: Word = .absent
  ) -> Int {
    lives.append(PictureLife(lane, name, why: why))
    return lives.count - 1
  }

  private mutating func go(_ life: Int, to kind: PictureBand.Kind?, _ place: PicturePlace) {
    if lives[life].stage == kind { return }
    close(life, place, .event)
    guard let kind else { return }
    lives[life].begin(kind, at: place)
    open.append(life)
  }

  private mutating func close(_ life: Int, _ place: PicturePlace, _ ending: AdLife.Ending) {
    guard let stage = lives[life].stage else { return }
    lives[life].close(at: place, ending)
    switch stage {
    case .ready:
      if let old = endOfAge(of: life, before: place) { lives[life].turn(at: old, into: .old) }
    case .loading:
      if let late = endOfWait(of: life, upTo: place) {
        lives[life].turn(at: late, into: .unanswered)
      }
    default: break
    }
  }

  /// When an ad that lay ready became too old; nil where it did not.
  private func endOfAge(of life: Int, before place: PicturePlace) -> PicturePlace? {
    guard let ad = session.adNumber(lives[life].name),
      let loaded = session.ads[ad].loadedIndex.index,
      let limit = session.maxAge(ofAd: ad)
    else { return nil }
    let old = trace.events[loaded].timeOfPicture + limit
    return old < place.t ? PicturePlace(after: trace.lastIndex(upTo: old), t: old) : nil
  }

  /// The first record by which a load had lasted for longer than it can; nil where it did not.
  private func endOfWait(of life: Int, upTo place: PicturePlace) -> PicturePlace? {
    guard let begin = lives[life].bands.last?.begin,
      let limit = session.policy.milliseconds(.loadTimeoutSeconds),
      let late = session.time.firstRecord(after: begin.index, beyond: limit), late < place.index
    else { return nil }
    return PicturePlace(late, trace)
  }

  private mutating func closeAll(at index: Int, _ ending: AdLife.Ending) {
    if trace.events.isEmpty { return }
    let place = PicturePlace(index, trace)
    for life in open { close(life, place, ending) }
    open.removeAll(keepingCapacity: true)
    lifeOfStretch.removeAll(keepingCapacity: true)
  }
}
