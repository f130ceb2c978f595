internal import AdSession

/// Replays a session to compute the bands of its picture.
///
/// At a gap every band ends, because the state after it is unknown. The next record of the same subject
/// begins a new band.
struct PictureReplay: ~Copyable {
  /// The bands of ads, screens and the app, ordered by their start.
  private(set) var lives: [PictureLife] = []
  private let trace: Trace
  private var session = Session()
  private var lifeOfAd: [Int: Int] = [:]
  private var lifeOfRequest: [Int: Int] = [:]
  private var lifeOfScreen: [ScreenKey: Int] = [:]
  /// The banner of each slot, by the index of the slot.
  private var bannerOfSlot: [Int: Int] = [:]
  private var lifeOfApp: Int?
  /// The indexes of the lives whose last band may be open.
  private var open: [Int] = []

  /// Identifies a screen, dialog or window that is visible.
  private struct ScreenKey: Hashable {
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
      take(event, PicturePoint(index, trace))
    }
    closeAll(at: max(0, trace.events.count - 1), gaps.isEmpty ? .open : .gap)
  }

  private mutating func take(_ event: Event, _ point: PicturePoint) {
    guard let eventClass = event.kind.eventClass, session.captured.contains(ClassSet(eventClass))
    else { return }
    switch eventClass {
    case .app: updateApp(event, point)
    case .load, .present, .visibility, .native: updateAds(event, point)
    case .lock: setScreen(.locked, isVisible: event.kind == .deviceLocked, point)
    case .splash: updateSplash(event, point)
    case .suppress: updateSuppression(event, point)
    case .window: updateWindow(event, point)
    case .consent where event.kind == .consentFormShown || event.kind == .consentFormClosed:
      setScreen(.consent, isVisible: event.kind == .consentFormShown, point)
    default: break
    }
  }

  // MARK: Ads

  private mutating func updateAds(_ event: Event, _ point: PicturePoint) {
    if event.request.isPresent, let request = session.requestNumber(event.request) {
      updateRequest(request, event, point)
    }
    guard event.ad.isPresent, let ad = session.adNumber(event.ad) else { return }
    if event.kind == .adLoaded, event.format == .banner { replaceBanner(by: ad, point) }
    let stage = session.stage(ofAd: ad)
    if lifeOfAd[ad] == nil, stage == nil { return }
    change(life(ofAd: ad, event), to: stage, point)
  }

  private mutating func updateRequest(_ request: Int, _ event: Event, _ point: PicturePoint) {
    let state = session.requests[request]
    guard state.requestedIndex.isPresent else { return }
    if event.kind == .adRequested {
      if let last = lifeOfRequest[request] { change(last, to: nil, point) }
      lifeOfRequest[request] = begin(lane(ofSlot: state.slot.known), event.request)
    }
    guard let life = lifeOfRequest[request] else { return }
    change(life, to: state.completedIndex.isAbsent ? .loading : nil, point)
    if event.kind == .adLoaded, let ad = session.adNumber(event.ad), lifeOfAd[ad] == nil {
      // A request can return several ads; the first one continues the band of the request.
      lifeOfAd[ad] = life
      lifeOfRequest[request] = nil
      lives[life].name = event.ad
    }
  }

  private mutating func replaceBanner(by ad: Int, _ point: PicturePoint) {
    let slot = session.ads[ad].slot.known
    if let last = bannerOfSlot[slot], last != ad, let life = lifeOfAd[last] {
      change(life, to: nil, point)
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

  private mutating func updateApp(_ event: Event, _ point: PicturePoint) {
    guard event.kind.changesPhase else { return }
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
    change(life, to: kind, point)
  }

  private mutating func updateSplash(_ event: Event, _ point: PicturePoint) {
    guard let scene = session.sceneNumber(event.scene), event.kind != .contentShown else { return }
    setScreen(.splash, event.scene, isVisible: session.scenes[scene].splash.isPresent, point)
  }

  private mutating func updateSuppression(_ event: Event, _ point: PicturePoint) {
    let isVisible = session.screen.openSuppressions.contains {
      $0.why == event.why && $0.text == event.text
    }
    setScreen(.suppression, event.text, event.why, isVisible: isVisible, point)
  }

  private mutating func updateWindow(_ event: Event, _ point: PicturePoint) {
    let isVisible = session.screen.openWindows[event.text] != nil
    setScreen(.window, event.text, isVisible: isVisible, point)
  }

  private mutating func setScreen(
    _ kind: PictureBand.Kind, _ name: Symbol = .absent, _ why: Word = .absent, isVisible: Bool,
    _ point: PicturePoint
  ) {
    let key = ScreenKey(kind: kind, name: name, why: why)
    let known = lifeOfScreen[key]
    if known == nil, !isVisible { return }
    let life = known ?? begin(kind == .locked ? .app : .screen, name, why: why)
    lifeOfScreen[key] = isVisible ? life : nil
    change(life, to: isVisible ? kind : nil, point)
  }

  // MARK: Any record

  /// The lane of a record.
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

  /// The index of the life of an event's ad or request; nil if it has none.
  func life(of event: Event) -> Int? {
    let ad = event.ad.isPresent ? session.adNumber(event.ad) : nil
    let request = event.request.isPresent ? session.requestNumber(event.request) : nil
    return ad.flatMap { lifeOfAd[$0] } ?? request.flatMap { lifeOfRequest[$0] }
  }

  /// The ad format of a lane; absent if it is unknown or the lane is not that of a slot.
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

  private mutating func change(_ life: Int, to kind: PictureBand.Kind?, _ point: PicturePoint) {
    if lives[life].stage == kind { return }
    close(life, point, .event)
    guard let kind else { return }
    lives[life].begin(kind, at: point)
    open.append(life)
  }

  private mutating func close(_ life: Int, _ point: PicturePoint, _ ending: AdLife.Ending) {
    guard let stage = lives[life].stage else { return }
    lives[life].close(at: point, ending)
    switch stage {
    case .ready:
      if let old = endOfAge(of: life, before: point) { lives[life].turn(at: old, into: .old) }
    case .loading:
      if let late = endOfWait(of: life, upTo: point) {
        lives[life].turn(at: late, into: .unanswered)
      }
    default: break
    }
  }

  /// The point at which a ready ad became too old; nil if it did not.
  private func endOfAge(of life: Int, before point: PicturePoint) -> PicturePoint? {
    guard let ad = session.adNumber(lives[life].name),
      let loaded = session.ads[ad].loadedIndex.index,
      let limit = session.maxAge(ofAd: ad)
    else { return nil }
    let old = trace.events[loaded].timeOfPicture + limit
    return old < point.t ? PicturePoint(after: trace.lastIndex(upTo: old), t: old) : nil
  }

  /// The first record after the timeout of a load; nil if it did not time out.
  private func endOfWait(of life: Int, upTo point: PicturePoint) -> PicturePoint? {
    guard let begin = lives[life].bands.last?.begin,
      let limit = session.policy.milliseconds(.loadTimeoutSeconds),
      let late = session.time.firstRecord(after: begin.index, beyond: limit), late < point.index
    else { return nil }
    return PicturePoint(late, trace)
  }

  private mutating func closeAll(at index: Int, _ ending: AdLife.Ending) {
    if trace.events.isEmpty { return }
    let point = PicturePoint(index, trace)
    for life in open { close(life, point, ending) }
    open.removeAll(keepingCapacity: true)
    lifeOfScreen.removeAll(keepingCapacity: true)
  }
}
