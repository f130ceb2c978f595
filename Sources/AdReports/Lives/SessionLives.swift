internal import AdSession

/// The lives of all ads, screens and adapter loads of a session and of the app, from a replay of
/// it.
///
/// At a gap every stage ends, because the state after it is unknown. The next record of the same
/// subject begins a new stage. O(records).
struct SessionLives: ~Copyable {
  /// The lives, ordered by their start.
  private(set) var all: [Life] = []
  /// The index of the life of each event; nil for an event without an ad, or with an unknown one.
  private(set) var ofEvent: [Int?] = []
  /// The state after the last record.
  private(set) var session = Session()
  private let trace: Trace
  private var ofAd: [Int: Int] = [:]
  private var ofRequest: [Int: Int] = [:]
  private var ofLoad: [Symbol: Int] = [:]
  private var ofScreen: [ScreenKey: Int] = [:]
  private var ofApp: Int?
  /// The banner of each slot, by the index of the slot.
  private var bannerOfSlot: [Int: Int] = [:]
  /// The indexes of the lives whose stage may be open.
  private var open: [Int] = []

  /// Identifies a screen, dialog or window that is visible, or a running adapter load.
  private struct ScreenKey: Hashable {
    var subject: Life.Subject
    var name = Symbol.absent
    var why = Word.absent
  }

  init(_ trace: Trace, overrides: [PolicySetting] = []) {
    self.trace = trace
    session.begin(trace, overrides: overrides)
    ofEvent.reserveCapacity(trace.events.count)
    var gaps = trace.gaps[...]
    for (index, event) in trace.events.enumerated() {
      while let gap = gaps.first, gap.position <= index {
        closeAll(at: max(0, index - 1), .gap)
        gaps.removeFirst()
      }
      let facts = session.facts(of: event, at: index)
      session.evolve(event, at: index, facts, trace)
      take(event, index)
      ofEvent.append(life(of: event))
    }
    closeAll(at: max(0, trace.events.count - 1), gaps.isEmpty ? .open : .gap)
  }

  private mutating func take(_ event: Event, _ index: Int) {
    guard let eventClass = event.kind.eventClass, session.captured.contains(ClassSet(eventClass))
    else { return }
    switch eventClass {
    case .app: updateApp(event, index)
    case .load, .present, .visibility, .native: updateAds(event, index)
    case .adapter: updateAdapter(event, index)
    case .lock: setScreen(.lock, .locked, isVisible: event.kind == .deviceLocked, index)
    case .splash: updateSplash(event, index)
    case .suppress: updateSuppression(event, index)
    case .window: updateWindow(event, index)
    case .consent where event.kind == .consentFormShown || event.kind == .consentFormClosed:
      setScreen(.consent, .consent, isVisible: event.kind == .consentFormShown, index)
    default: break
    }
  }

  // MARK: Ads

  private mutating func updateAds(_ event: Event, _ index: Int) {
    if event.request.isPresent, let request = session.requestNumber(event.request) {
      updateRequest(request, event, index)
    }
    guard event.ad.isPresent, let ad = session.adNumber(event.ad) else { return }
    if event.kind == .adLoaded, event.format == .banner { replaceBanner(by: ad, index) }
    let stage = session.stage(ofAd: ad)
    if ofAd[ad] == nil, stage == nil { return }
    change(life(ofAd: ad, event), to: stage, index)
  }

  private mutating func updateRequest(_ request: Int, _ event: Event, _ index: Int) {
    let state = session.requests[request]
    guard state.requestedIndex.isPresent else { return }
    if event.kind == .adRequested {
      if let last = ofRequest[request], !all[last].ad.isPresent { change(last, to: nil, index) }
      let subject = subject(ofSlot: state.slot.known)
      ofRequest[request] = begin(Life(subject, of: event, format: event.format))
    }
    guard let life = ofRequest[request], !all[life].ad.isPresent else { return }
    change(life, to: state.completedIndex.isAbsent ? .loading : nil, index)
    if event.kind == .adFailedToLoad { all[life].failure = all[life].failure ?? event.errorCode }
    if event.kind == .adLoaded, let ad = session.adNumber(event.ad), ofAd[ad] == nil {
      // A request can return several ads; the first one continues the life of the request.
      ofAd[ad] = life
      all[life].ad = event.ad
    }
  }

  private mutating func replaceBanner(by ad: Int, _ index: Int) {
    let slot = session.ads[ad].slot.known
    if let last = bannerOfSlot[slot], last != ad, let life = ofAd[last] {
      change(life, to: nil, index)
    }
    bannerOfSlot[slot] = ad
  }

  private mutating func life(ofAd ad: Int, _ event: Event) -> Int {
    if let life = ofAd[ad] { return life }
    let state = session.ads[ad]
    let subject: Life.Subject =
      state.slot.index.map { self.subject(ofSlot: $0) }
      ?? .slot(unit: state.unit, scene: event.scene.isPresent ? event.scene : state.scene)
    let life = begin(Life(subject, of: event, format: state.format))
    ofAd[ad] = life
    return life
  }

  private func subject(ofSlot slot: Int) -> Life.Subject {
    .slot(unit: session.slots[slot].unit, scene: session.slots[slot].scene)
  }

  /// The life of an event's ad, request or adapter load.
  private func life(of event: Event) -> Int? {
    let ad = event.ad.isPresent ? session.adNumber(event.ad) : nil
    if let life = ad.flatMap({ ofAd[$0] }) { return life }
    let request = event.request.isPresent ? session.requestNumber(event.request) : nil
    if let life = request.flatMap({ ofRequest[$0] }) { return life }
    return event.load.isPresent ? ofLoad[event.load] : nil
  }

  // MARK: The app and its screens

  private mutating func updateApp(_ event: Event, _ index: Int) {
    guard event.kind.changesPhase else { return }
    let life = ofApp ?? begin(Life(.app))
    ofApp = life
    let stage: Life.Stage =
      switch session.app.phase {
      case .launching: .launching
      case .active: .active
      case .inactive: .inactive
      case .background: .background
      case .terminating: .terminating
      }
    change(life, to: stage, index)
  }

  private mutating func updateAdapter(_ event: Event, _ index: Int) {
    switch event.kind {
    case .adapterLoadCalled:
      ofLoad[event.load] = life(of: event)
      let key = ScreenKey(subject: .adapter, name: event.load)
      setScreen(key, .adapter, name: event.text, isVisible: true, index)
    case .adapterCompleted:
      let key = ScreenKey(subject: .adapter, name: event.load)
      setScreen(key, .adapter, name: event.text, isVisible: false, index)
    default: break
    }
  }

  private mutating func updateSplash(_ event: Event, _ index: Int) {
    guard let scene = session.sceneNumber(event.scene), event.kind != .contentShown else { return }
    let isVisible = session.scenes[scene].splash.isPresent
    setScreen(.splash, .splash, event.scene, isVisible: isVisible, index)
  }

  private mutating func updateSuppression(_ event: Event, _ index: Int) {
    let isVisible = session.screen.openSuppressions.contains {
      $0.why == event.why && $0.text == event.text
    }
    setScreen(.suppression, .suppression, event.text, event.why, isVisible: isVisible, index)
  }

  private mutating func updateWindow(_ event: Event, _ index: Int) {
    let isVisible = session.screen.openWindows[event.text] != nil
    setScreen(.window, .window, event.text, isVisible: isVisible, index)
  }

  private mutating func setScreen(
    _ subject: Life.Subject, _ stage: Life.Stage, _ name: Symbol = .absent, _ why: Word = .absent,
    isVisible: Bool, _ index: Int
  ) {
    let key = ScreenKey(subject: subject, name: name, why: why)
    setScreen(key, stage, name: name, isVisible: isVisible, index)
  }

  private mutating func setScreen(
    _ key: ScreenKey, _ stage: Life.Stage, name: Symbol, isVisible: Bool, _ index: Int
  ) {
    let known = ofScreen[key]
    if known == nil, !isVisible { return }
    let life = known ?? begin(Life(key.subject, name: name, why: key.why))
    ofScreen[key] = isVisible ? life : nil
    change(life, to: isVisible ? stage : nil, index)
  }

  // MARK: Any life

  private mutating func begin(_ life: Life) -> Int {
    all.append(life)
    return all.count - 1
  }

  private mutating func change(_ life: Int, to stage: Life.Stage?, _ index: Int) {
    if all[life].stage == stage { return }
    close(life, index, .event)
    guard let stage else { return }
    all[life].enter(stage, at: index)
    open.append(life)
  }

  private mutating func close(_ life: Int, _ index: Int, _ ending: Life.Ending) {
    let overdue: PicturePoint? =
      switch all[life].stage {
      case .ready: endOfAge(of: all[life], before: index)
      case .loading: endOfWait(of: all[life], upTo: index)
      default: nil
      }
    all[life].close(at: index, ending, overdue: overdue)
  }

  /// The point at which a ready ad became too old; nil if it did not.
  private func endOfAge(of life: Life, before index: Int) -> PicturePoint? {
    guard let ad = session.adNumber(life.ad), let loaded = session.ads[ad].loadedIndex.index,
      let limit = session.maxAge(ofAd: ad)
    else { return nil }
    let old = trace.events[loaded].timeOfPicture + limit
    guard old < trace.events[index].timeOfPicture else { return nil }
    return PicturePoint(after: trace.lastIndex(upTo: old), t: old)
  }

  /// The first record after the timeout of a load; nil if it did not time out.
  private func endOfWait(of life: Life, upTo index: Int) -> PicturePoint? {
    guard let begin = life.parts.last?.begin,
      let limit = session.policy.milliseconds(.loadTimeoutSeconds),
      let late = session.time.firstRecord(after: begin, beyond: limit), late < index
    else { return nil }
    return PicturePoint(late, trace)
  }

  private mutating func closeAll(at index: Int, _ ending: Life.Ending) {
    if trace.events.isEmpty { return }
    for life in open { close(life, index, ending) }
    open.removeAll(keepingCapacity: true)
    ofScreen.removeAll(keepingCapacity: true)
  }
}
