internal import AdSession

/// The ads that wait for an answer to the triggers of their scene, in a session without gaps.
///
/// Each trigger is an activation for each ready ad, and a session can have many thousands of both. An ad
/// has one span of triggers, which grows by itself: a trigger only adds the ads that were loaded since the
/// trigger before, and ends the spans of those that are too old.
struct HeldAdWaits {
  /// One trigger of a scene.
  struct Trigger {
    var index: Int
    var limitMs: Int64
    var facts: DerivedFacts
  }

  /// The triggers that an ad waits for, as positions in ``Scene/triggers``.
  struct Span {
    var start: Int
    /// nil while the ad is ready.
    var end: Int?
  }

  /// The maximum ages of ads in milliseconds.
  struct MaxAges: Equatable {
    var appOpen: Int64
    var fullScreen: Int64
  }

  /// The triggers and the ads of one scene.
  struct Scene {
    private(set) var triggers: [Trigger] = []
    /// Whether all triggers have the same limit.
    private(set) var hasOneLimit = true
    /// The spans of each ad, in order.
    private(set) var spans: [Int: [Span]] = [:]
    private var ages = MaxAges(appOpen: 0, fullScreen: 0)
    /// The load of the youngest ad at the last trigger.
    private var youngest = EventIndex.none
    /// The ads that will be too old, by format and in the order of their loads.
    private var appOpen = AgingAds()
    private var fullScreen = AgingAds()
  }

  private(set) var scenes: [Symbol: Scene] = [:]
  /// The ads with spans of each slot, oldest first, and those whose spans have ended.
  private var slots: [Int: [Int]] = [:]
  /// The number of triggers when a slot was answered last.
  private var answered: [Int: Int] = [:]

  /// Whether there was a trigger.
  var isUsed: Bool { !scenes.isEmpty }

  /// Adds a trigger of a scene, and the ads that are ready.
  mutating func add(_ trigger: Trigger, _ ages: MaxAges, _ context: EvaluationContext) {
    let added = scenes[context.facts.scene, default: Scene()].add(trigger, ages, context)
    for ad in added { slots[context.session.ads[ad].slot.known, default: []].append(ad) }
  }

  /// Ends the span of an ad that is no longer ready.
  mutating func end(_ ad: Int, in scene: Symbol) { scenes[scene]?.end(ad) }

  /// Removes and returns the spans of an ad; an ad that stays ready waits from the next trigger on.
  mutating func take(_ ad: Int, in scene: Symbol, staysReady: Bool) -> [Range<Int>] {
    scenes[scene]?.take(ad, staysReady: staysReady) ?? []
  }

  /// The ads of a slot that wait, youngest first; none if there was no trigger since the last answer.
  mutating func take(slot: Int, in scene: Symbol) -> [Int] {
    guard let spans = scenes[scene]?.spans, let count = scenes[scene]?.triggers.count,
      let ads = slots[slot], answered[slot] != count
    else { return [] }
    answered[slot] = count
    let waiting = ads.filter { spans[$0] != nil }
    slots[slot] = waiting
    return waiting.reversed()
  }
}

extension HeldAdWaits.Scene {
  /// Adds a trigger; returns the ads that are ready for the first time.
  mutating func add(
    _ trigger: HeldAdWaits.Trigger, _ ages: HeldAdWaits.MaxAges, _ context: EvaluationContext
  ) -> [Int] {
    if ages != self.ages { restart(ages) }
    hasOneLimit = hasOneLimit && triggers.last.map { $0.limitMs == trigger.limitMs } ?? true
    let added = addReady(context)
    for ad in appOpen.take(where: { context.age($0) >= ages.appOpen }) { end(ad) }
    for ad in fullScreen.take(where: { context.age($0) >= ages.fullScreen }) { end(ad) }
    triggers.append(trigger)
    return added
  }

  /// Adds the ads that were loaded since the last trigger.
  private mutating func addReady(_ context: EvaluationContext) -> [Int] {
    guard let scene = context.session.sceneNumber(context.facts.scene) else { return [] }
    let known = youngest
    var newest = known
    var added: [Int] = []
    let isNew = { (ad: Int) in
      newest = max(newest, context.load(ad))
      return context.load(ad) > known
    }
    for ad in context.session.heldAds(in: scene, while: isNew) {
      switch Session.maxAgeKey(context.session.ads[ad].format) {
      case .appOpenMaxAgeSeconds: appOpen.append(ad)
      case .fullScreenMaxAgeSeconds: fullScreen.append(ad)
      default: continue
      }
      if spans[ad] == nil { added.append(ad) }
      spans[ad, default: []].append(HeldAdWaits.Span(start: triggers.count))
    }
    youngest = newest
    return added
  }

  /// Ends all spans, since other ads are ready with other maximum ages.
  private mutating func restart(_ ages: HeldAdWaits.MaxAges) {
    for ad in Array(spans.keys) { end(ad) }
    self.ages = ages
    youngest = .none
    (appOpen, fullScreen) = (AgingAds(), AgingAds())
  }

  mutating func end(_ ad: Int) {
    guard var own = spans[ad], let last = own.last, last.end == nil else { return }
    own[own.count - 1].end = triggers.count
    if last.start == triggers.count { own.removeLast() }
    spans[ad] = own.isEmpty ? nil : own
  }

  mutating func take(_ ad: Int, staysReady: Bool) -> [Range<Int>] {
    guard let own = spans.removeValue(forKey: ad) else { return [] }
    if staysReady, let last = own.last, last.end == nil {
      spans[ad] = [HeldAdWaits.Span(start: triggers.count)]
    }
    return own.map { $0.start..<($0.end ?? triggers.count) }
  }
}

/// Ads in the order of their loads, of which the oldest are removed.
private struct AgingAds {
  private var ads: [Int] = []
  private var head = 0

  mutating func append(_ ad: Int) { ads.append(ad) }

  /// Removes and returns the ads at the front for which a condition holds.
  mutating func take(where isOld: (Int) -> Bool) -> ArraySlice<Int> {
    let start = head
    while head < ads.count, isOld(ads[head]) { head += 1 }
    return ads[start..<head]
  }
}

extension EvaluationContext {
  fileprivate func load(_ ad: Int) -> EventIndex { session.ads[ad].loadedIndex }

  fileprivate func age(_ ad: Int) -> Int64 { elapsed(since: load(ad)) }
}

/// The triggers of all scenes at the end of the session, in order, each with the ads that still wait.
struct HeldAdTriggers {
  /// One scene: its spans in the order of their beginning.
  private struct Scene {
    let triggers: [HeldAdWaits.Trigger]
    let spans: [(ad: Int, range: Range<Int>)]
    /// The number of spans that end at each position.
    var ends: [Int]
    /// The number of spans that began so far, and of those that did not end.
    var begun = 0
    var waiting = 0
    /// The spans that began, and perhaps ended.
    var active: [(ad: Int, end: Int)] = []

    init(_ scene: HeldAdWaits.Scene) {
      triggers = scene.triggers
      var ends = [Int](repeating: 0, count: scene.triggers.count + 1)
      var spans: [(ad: Int, range: Range<Int>)] = []
      for (ad, own) in scene.spans {
        for span in own {
          let end = span.end ?? scene.triggers.count
          if span.start == end { continue }
          spans.append((ad, span.start..<end))
          ends[end] += 1
        }
      }
      self.ends = ends
      self.spans = spans.sorted { ($0.range.lowerBound, $0.ad) < ($1.range.lowerBound, $1.ad) }
    }

    mutating func move(to position: Int) {
      waiting -= ends[position]
      while begun < spans.count, spans[begun].range.lowerBound == position {
        active.append((spans[begun].ad, spans[begun].range.upperBound))
        begun += 1
        waiting += 1
      }
    }

    /// The ads that wait.
    mutating func ads(at position: Int) -> [Int] {
      active.removeAll { $0.end <= position }
      return active.map { $0.ad }
    }
  }

  private var scenes: [Scene]

  init(_ waits: HeldAdWaits) { scenes = waits.scenes.values.map { Scene($0) } }

  /// Calls `counts` with each trigger that some ads wait for, and their number; where it returns false, calls
  /// `settle` with the trigger and each of the ads.
  ///
  /// `load` is the index of the load of an ad: the oldest ad comes first.
  mutating func forEach(
    load: (Int) -> Int, counts: (HeldAdWaits.Trigger, Int) -> Bool,
    settle: (HeldAdWaits.Trigger, Int) -> Void
  ) {
    var order: [(index: Int, scene: Int, position: Int)] = []
    for scene in scenes.indices {
      for (position, trigger) in scenes[scene].triggers.enumerated() {
        order.append((trigger.index, scene, position))
      }
    }
    for (_, scene, position) in order.sorted(by: { $0.index < $1.index }) {
      let trigger = scenes[scene].triggers[position]
      scenes[scene].move(to: position)
      if scenes[scene].waiting == 0 || counts(trigger, scenes[scene].waiting) { continue }
      let ads = scenes[scene].ads(at: position).sorted { load($0) < load($1) }
      for ad in ads { settle(trigger, ad) }
    }
  }
}
