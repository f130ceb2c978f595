import AdRules
import AdSession

/// Records that a gap can hide and that concern an undecided activation, alone or in rows that
/// belong together, from the most to the least likely to decide it.
struct Materials {
  /// Single records first, then rows of several.
  private(set) var rows: [[Event]] = []
  private(set) var records: [Event] = []
  let trace: Trace
  let captured: ClassSet
  let trigger: Event
  let index: Int
  let fresh: FreshNames
  let isRareLost: Bool
  private(set) var ads: [Event] = []
  private(set) var scenes: [Symbol] = []

  /// The names that no record of the session has.
  struct FreshNames {
    let ad: Symbol
    let request: Symbol
    let load: Symbol
    let window: Symbol
    let scene: Symbol
    let unit: Symbol

    init(in trace: Trace) {
      ad = trace.symbols.intern("lost-ad")
      request = trace.symbols.intern("lost-request")
      load = trace.symbols.intern("lost-load")
      window = trace.symbols.intern("lost-window")
      scene = trace.symbols.intern("lost-scene")
      unit = trace.symbols.intern("lost-unit")
    }
  }

  /// The materials for the activation at `index` of a session whose names include the fresh ones.
  init(_ trace: Trace, at index: Int, fresh: FreshNames, rule: Rule) {
    self.trace = trace
    self.fresh = fresh
    captured = trace.captured
    trigger = trace.events[index]
    self.index = index
    isRareLost = !Self.assumesNoRareLoss.contains(rule.id)
    ads = Self.ads(of: trace, at: index, fresh, rule)
    scenes = Self.scenes(of: trace, trigger, fresh)
    addOthersLikeTrigger()
    addEventsOfAds()
    addLoads()
    addAdapters()
    addApp()
    addScenes()
    if isRareLost { addRareRecords() }
    let observed = rule.observes.reduce(into: ClassSet()) { $0.insert(ClassSet($1)) }
    func isObserved(_ event: Event) -> Bool {
      event.kind.eventClass.map { observed.contains(ClassSet($0)) } ?? false
    }
    rows = records.filter { isObserved($0) }.map { [$0] }
    addRows()
    addHiddenBanners()
    if observed.contains(ClassSet(.lock)) || observed.contains(ClassSet(.splash)) { addPhases() }
    rows += records.filter { !isObserved($0) }.map { [$0] }
  }

  /// Adds rows of records that only together change what is decided.
  mutating func addRows() {
    for ad in ads.prefix(2) + ads.suffix(1) {
      let show = named(ad, .adWillPresent, scene: true)
      add([show, named(ad, .adClicked)])
      add([show, named(ad, .adDismissed)])
      add([show, named(ad, .adClicked), named(ad, .adDismissed)])
      add([named(ad, .adPresentRequested, scene: true), show])
      add([show, named(ad, .adClicked), named(ad, .adWillPresent)])
      for scene in scenes where scene != show.scene {
        var elsewhere = show
        elsewhere.scene = scene
        add([elsewhere, named(ad, .adClicked)])
      }
    }
    addRequestsWithResults()
    addRepetitions()
    let (enter, leave) = (Event(.appEnteredBackground), Event(.appEnteringForeground))
    add([enter, leave])
    add([Event(.deviceLocked), enter])
    add([enter, leave, enter, leave])
    for result in records where result.kind == .adLoaded && result.format == .appOpen {
      for count in 0...2 {
        let returns = Array(repeating: [enter, leave], count: count).flatMap { $0 }
        add([result] + returns)
        add([result] + returns + [enter])
      }
    }
    for ad in ads.suffix(2) { add([leave, named(ad, .adWillPresent, scene: true)]) }
    for ad in ads.prefix(1) {
      let (show, gone) = (named(ad, .adWillPresent, scene: true), named(ad, .adDismissed))
      for row in [[show, gone], [gone]] {
        add([leave] + row)
        add([leave] + row + [enter])
      }
    }
    for scene in scenes {
      var (began, finished) = (Event(.splashBegan), Event(.splashFinished))
      began.scene = scene
      finished.scene = scene
      add([began, finished])
      for ad in ads.prefix(1) { add([named(ad, .adWillPresent, scene: true), began]) }
    }
  }

  /// A request that is lost with its result, in each scene and orientation.
  mutating func addRequestsWithResults() {
    for result in records where result.kind == .adFailedToLoad || result.kind == .adLoaded {
      if trace.events.contains(where: { $0.kind == .adRequested && $0.request == result.request }) {
        continue
      }
      var request = Event(.adRequested)
      request.request = result.request
      request.unit = result.unit
      request.format = result.format
      for scene in scenes {
        request.scene = scene
        request.reason = Word.named("user")
        request.orientation = .absent
        add([request, result])
        if trigger.kind == .sceneResized, result.kind == .adLoaded {
          var earlier = trigger
          earlier.width = trigger.width.map { $0 + 1 }
          add([request, result, earlier])
        }
        if result.ad == fresh.ad {
          add([request, result, named(result, .adWillPresent, scene: true)])
        }
        for orientation in ["portrait", "landscape"] where result.ad == trigger.ad {
          request.orientation = Word.named(orientation)
          add([request, result])
        }
      }
    }
  }

  /// The same record up to 25 times: for caps, storms and growing pauses.
  mutating func addRepetitions() {
    for count in [2, 3, 6, 25] {
      if trigger.kind == .adFailedToPresent {
        var other = trigger
        other.ad = fresh.ad
        other.scene = scenes.first ?? .absent
        add(Array(repeating: other, count: count))
      }
      if let failure = records.first(where: {
        $0.kind == .adFailedToLoad && $0.errorCode == 3 && $0.unit == trigger.unit
          && $0.request != trigger.request
      }) {
        var placed = failure
        placed.scene = scenes.first ?? .absent
        add(Array(repeating: placed, count: count))
      }
      if trigger.format == .appOpen {
        var show = trigger
        show.kind = .adWillPresent
        show.ad = fresh.ad
        add(Array(repeating: show, count: count))
      }
    }
  }

  mutating func add(_ row: [Event]) {
    let isCaptured = row.allSatisfy { event in
      event.kind.eventClass.map { captured.contains(ClassSet($0)) } ?? false
    }
    if isCaptured { rows.append(row) }
  }

  func named(_ ad: Event, _ kind: EventKind, scene: Bool) -> Event {
    var event = named(ad, kind)
    if scene { event.scene = ad.scene.isPresent ? ad.scene : trigger.scene }
    return event
  }

  mutating func add(_ event: Event) {
    guard let eventClass = event.kind.eventClass, captured.contains(ClassSet(eventClass)) else {
      return
    }
    records.append(event)
  }

  /// The same record again, of its own ad and of a fresh one.
  mutating func addOthersLikeTrigger() {
    guard trigger.canBeLost(under: trace.header), trigger.introduced == nil else { return }
    add(trigger)
    if trigger.ad.isPresent {
      var other = trigger
      other.ad = fresh.ad
      add(other)
    }
  }
}

extension Materials {
  /// The rules that take consent, the start of the SDK and configuration failures not to be lost.
  private static let assumesNoRareLoss: Set<String> = [
    "expired-ad-replaced", "request-when-none-ready", "reload-after-dismiss",
    "reload-after-present-failure", "load-failure-does-not-silence-slot", "request-on-background",
    "misfit-reloaded", "banner-follows-width", "splash-ends",
  ]
}

// MARK: - Names

extension Materials {
  /// The ad of the trigger, up to four related ads before it, and a fresh one of its slot, each as
  /// an event with the names, the format and the scene that its records have.
  private static func ads(
    of trace: Trace, at index: Int, _ fresh: FreshNames, _ rule: Rule
  ) -> [Event] {
    let trigger = trace.events[index]
    var names: [Symbol] = trigger.ad.isPresent ? [trigger.ad] : []
    func add(_ most: Int, where isMeant: (Event) -> Bool) {
      for event in trace.events[..<index].reversed() where event.ad.isPresent && isMeant(event) {
        if names.count == most { break }
        if !names.contains(event.ad) { names.append(event.ad) }
      }
    }
    // Most rules ask for other ads of the same unit.
    if trigger.unit.isPresent { add(3) { $0.unit == trigger.unit } }
    add(5) { _ in true }
    var ads = names.map { facts(of: $0, in: trace) }
    var other = ads.first ?? Event()
    if trigger.unit.isPresent { other.unit = trigger.unit }
    if trigger.format != .absent { other.format = trigger.format }
    if other.format == .absent { other.format = .interstitial }
    if !other.unit.isPresent { other.unit = fresh.unit }
    other.ad = fresh.ad
    other.request = fresh.request
    ads.append(other)
    for format in Word.formats where format != other.format && rule.formats.includes(format) {
      other.format = format
      if let unit = trace.events.first(where: { $0.format == format && $0.unit.isPresent })?.unit {
        other.unit = unit
        ads.append(other)
      }
    }
    for format in Word.formats where rule.formats != .all && rule.formats.includes(format) {
      other.format = format
      other.unit = fresh.unit
      ads.append(other)
    }
    return ads
  }

  private static func facts(of ad: Symbol, in trace: Trace) -> Event {
    var facts = Event()
    facts.ad = ad
    for event in trace.events where event.ad == ad {
      if facts.format == .absent { facts.format = event.format }
      if !facts.unit.isPresent { facts.unit = event.unit }
      if !facts.request.isPresent { facts.request = event.request }
      if !facts.scene.isPresent { facts.scene = event.scene }
    }
    guard !facts.scene.isPresent, facts.request.isPresent else { return facts }
    let request = trace.events.first { $0.kind == .adRequested && $0.request == facts.request }
    facts.scene = request?.scene ?? .absent
    return facts
  }

  /// Up to three scenes of the session, with that of the trigger first; one that is absent where no
  /// record names a scene.
  private static func scenes(
    of trace: Trace, _ trigger: Event, _ fresh: FreshNames
  ) -> [Symbol] {
    var scenes: [Symbol] = trigger.scene.isPresent ? [trigger.scene] : []
    for event in trace.events where event.scene.isPresent && !scenes.contains(event.scene) {
      scenes.append(event.scene)
    }
    let named = scenes.isEmpty ? [] : scenes.prefix(3) + [fresh.scene]
    return named + [.absent]
  }
}

// MARK: - Ads

extension Materials {
  private static let kindsOfAds: [EventKind] = [
    .adWillPresent, .adDismissed, .adPresentRequested, .adClicked, .adImpression,
    .adFailedToPresent, .adWillDismiss, .adExpired, .adDiscarded, .adPaid, .adDelegateSet,
    .adPaidHandlerSet, .adRewardEarned, .adRewardGranted, .videoPlayed, .videoPaused, .videoEnded,
    .videoMuted, .videoUnmuted, .nativeRendered, .nativeUntracked, .viewAppeared, .viewHidden,
  ]

  mutating func addEventsOfAds() {
    for ad in ads {
      for kind in Self.kindsOfAds { addEvent(of: ad, kind) }
      for fits in [true, false] {
        var event = named(ad, .adFitChecked)
        event.fits = fits
        add(event)
      }
      if ad.format == .native { addMappings(of: ad) }
    }
  }

  func named(_ ad: Event, _ kind: EventKind) -> Event {
    var event = Event(kind)
    event.ad = ad.ad
    event.unit = ad.unit
    event.format = ad.format
    return event
  }

  mutating func addEvent(of ad: Event, _ kind: EventKind) {
    var event = named(ad, kind)
    switch kind {
    case .adFailedToPresent:
      event.errorCode = trigger.kind == kind ? trigger.errorCode : 3
    case .adRewardEarned, .adRewardGranted:
      event.type =
        trigger.kind == .adRewardEarned || trigger.kind == .adRewardGranted
        ? trigger.type : .absent
      if trigger.kind == .adRewardEarned || trigger.kind == .adRewardGranted {
        event.amount = trigger.amount
      }
    case .adDiscarded: event.reason = Word.named("other")
    default: break
    }
    add(event)
    // A seen load names its scene; a fresh ad needs one of its own.
    if ad.ad == fresh.ad || kind == .adWillPresent || kind == .adPresentRequested {
      for scene in scenes where scene.isPresent {
        event.scene = scene
        add(event)
      }
    }
  }

  mutating func addMappings(of ad: Event) {
    for bits in 0..<4 {
      var event = named(ad, .nativeMapped)
      event.unit = .absent
      event.headline = true
      event.media = true
      event.hasVideo = bits & 1 != 0
      event.handlesImpressions = bits & 2 != 0
      event.handlesClicks = bits & 2 != 0
      add(event)
      event.load = trigger.load
      if trigger.load.isPresent { add(event) }
    }
  }
}
