internal import AdSession

/// The ads that wait for an answer to the triggers of their scene.
///
/// Each trigger is an activation for each ready ad, and a session can have many thousands of both. An ad
/// has one span of triggers, which grows by itself: a trigger only adds the ads that were loaded since the
/// trigger before, and ends the spans of those that are too old. Ads whose name is reused or whose scene is
/// uncertain stay apart, since their load or scene may change while they wait.
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
    /// Whether the maximum age is unknown, so that the ad may have been too old.
    var isAgeUnknown: Bool
  }

  /// The maximum ages of ads in milliseconds; nil where they are unknown.
  struct MaxAges: Equatable {
    var appOpen: Int64?
    var fullScreen: Int64?
  }

  /// The triggers and the ads of one scene.
  struct Scene {
    private(set) var triggers: [Trigger] = []
    /// Whether all triggers have the same limit.
    private(set) var hasOneLimit = true
    /// The spans of each ad, in order.
    private(set) var spans: [Int: [Span]] = [:]
    /// The number of ads that are ready.
    private(set) var readyCount = 0
    /// The ads that stay apart, with their loads.
    private var apart: [(ad: Int, load: EventIndex)] = []
    private var ages = MaxAges()
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

  /// The number of ads that are ready in a scene, without those apart.
  func readyCount(in scene: Symbol) -> Int { scenes[scene]?.readyCount ?? 0 }

  /// The held ads of the event's scene that stay apart.
  mutating func adsApart(_ context: EvaluationContext) -> [Int] {
    scenes[context.facts.scene]?.adsApart(context) ?? []
  }

  /// Adds the ads that are ready at a trigger of a scene, and the trigger, if any ad can wait for it.
  mutating func add(_ trigger: Trigger?, _ ages: MaxAges, _ context: EvaluationContext) {
    let added = scenes[context.facts.scene, default: Scene()].add(trigger, ages, context)
    for ad in added { slots[context.session.ads[ad].slot.known, default: []].append(ad) }
  }

  /// Ends the span of an ad that is no longer ready.
  mutating func end(_ ad: Int, in scene: Symbol) { scenes[scene]?.end(ad) }

  /// Removes and returns the spans of an ad; an ad that stays ready waits from the next trigger on.
  mutating func take(_ ad: Int, in scene: Symbol, staysReady: Bool) -> [Span] {
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
  /// The positions of the triggers that an ad waits for.
  func range(_ span: HeldAdWaits.Span) -> Range<Int> { span.start..<(span.end ?? triggers.count) }

  /// Adds a trigger; returns the ads that are ready for the first time.
  mutating func add(
    _ trigger: HeldAdWaits.Trigger?, _ ages: HeldAdWaits.MaxAges, _ context: EvaluationContext
  ) -> [Int] {
    if ages != self.ages { restart(ages) }
    let added = addReady(context)
    if let age = ages.appOpen {
      for ad in appOpen.take(where: { context.age($0) >= age }) { end(ad) }
    }
    if let age = ages.fullScreen {
      for ad in fullScreen.take(where: { context.age($0) >= age }) { end(ad) }
    }
    if let trigger {
      hasOneLimit = hasOneLimit && triggers.last.map { $0.limitMs == trigger.limitMs } ?? true
      triggers.append(trigger)
    }
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
      guard let key = Session.maxAgeKey(context.session.ads[ad].format) else { continue }
      if context.isApart(ad) {
        apart.append((ad, context.load(ad)))
        continue
      }
      let isAppOpen = key == .appOpenMaxAgeSeconds
      if isAppOpen { appOpen.append(ad) } else { fullScreen.append(ad) }
      let isAgeUnknown = (isAppOpen ? ages.appOpen : ages.fullScreen) == nil
      if spans[ad] == nil { added.append(ad) }
      spans[ad, default: []].append(
        HeldAdWaits.Span(start: triggers.count, isAgeUnknown: isAgeUnknown))
      readyCount += 1
    }
    youngest = newest
    return added
  }

  /// The ads that stay apart and are still held.
  mutating func adsApart(_ context: EvaluationContext) -> [Int] {
    apart.removeAll { context.load($0.ad) != $0.load || !context.session.isHeld($0.ad) }
    return apart.map { $0.ad }
  }

  /// Ends all spans, since other ads are ready with other maximum ages.
  private mutating func restart(_ ages: HeldAdWaits.MaxAges) {
    for ad in Array(spans.keys) { end(ad) }
    self.ages = ages
    youngest = .none
    apart = []
    (appOpen, fullScreen) = (AgingAds(), AgingAds())
  }

  mutating func end(_ ad: Int) {
    guard var own = spans[ad], let last = own.last, last.end == nil else { return }
    readyCount -= 1
    own[own.count - 1].end = triggers.count
    if last.start == triggers.count { own.removeLast() }
    spans[ad] = own.isEmpty ? nil : own
  }

  mutating func take(_ ad: Int, staysReady: Bool) -> [HeldAdWaits.Span] {
    guard var own = spans.removeValue(forKey: ad) else { return [] }
    guard let last = own.last, last.end == nil else { return own }
    own[own.count - 1].end = triggers.count
    if staysReady {
      let next = HeldAdWaits.Span(start: triggers.count, isAgeUnknown: last.isAgeUnknown)
      spans[ad] = [next]
    } else {
      readyCount -= 1
    }
    return own
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

  /// Whether an ad needs obligations of its own: its scene is uncertain, or a record of its load has a reused
  /// name.
  fileprivate func isApart(_ ad: Int) -> Bool {
    if session.ads[ad].isSceneUncertain { return true }
    if evaluation.cache.reusedNames.isEmpty { return false }
    let loaded = load(ad).known
    let records = [loaded] + evaluation.sceneSource(loaded)
    return records.contains { evaluation.concernsReusedName($0) }
  }
}

/// The triggers of all scenes at the end of the session, in order, each with the ads that still wait.
struct HeldAdTriggers {
  /// The part of a span in which the ad was certainly ready, or the other part.
  private struct Part {
    let ad: Int
    let span: HeldAdWaits.Span
    let range: Range<Int>
  }

  /// One scene, and the parts of one certainty in the order of their beginning.
  private struct Row {
    let triggers: [HeldAdWaits.Trigger]
    let isDoubtful: Bool
    let parts: [Part]
    /// The number of parts that end at each position.
    var ends: [Int]
    /// The number of parts that began so far, and of those that did not end.
    var begun = 0
    var waiting = 0
    /// The parts that began, and perhaps ended.
    var active: [Part] = []

    init(_ triggers: [HeldAdWaits.Trigger], _ parts: [Part], isDoubtful: Bool) {
      self.triggers = triggers
      self.isDoubtful = isDoubtful
      let filled = parts.filter { !$0.range.isEmpty }
      ends = [Int](repeating: 0, count: triggers.count + 1)
      for part in filled { ends[part.range.upperBound] += 1 }
      self.parts = filled.sorted {
        ($0.range.lowerBound, $0.ad) < ($1.range.lowerBound, $1.ad)
      }
    }

    mutating func move(to position: Int) {
      waiting -= ends[position]
      while begun < parts.count, parts[begun].range.lowerBound == position {
        active.append(parts[begun])
        begun += 1
        waiting += 1
      }
    }

    /// The parts that a position belongs to.
    mutating func parts(at position: Int) -> [Part] {
      active.removeAll { $0.range.upperBound <= position }
      return active
    }
  }

  private var rows: [Row] = []
  private let evaluation: Evaluation

  init(_ waits: HeldAdWaits, in evaluation: Evaluation) {
    self.evaluation = evaluation
    for scene in waits.scenes.values {
      var certain: [Part] = []
      var doubtful: [Part] = []
      for (ad, own) in scene.spans {
        for span in own {
          let range = scene.range(span)
          let doubt = firstDoubt(ad, span, scene.triggers[range])
          certain.append(Part(ad: ad, span: span, range: range.lowerBound..<doubt))
          doubtful.append(Part(ad: ad, span: span, range: doubt..<range.upperBound))
        }
      }
      rows.append(Row(scene.triggers, certain, isDoubtful: false))
      rows.append(Row(scene.triggers, doubtful, isDoubtful: true))
    }
  }

  /// The position of the first trigger at which it is uncertain that an ad was ready; the end: there is none.
  private func firstDoubt(
    _ ad: Int, _ span: HeldAdWaits.Span, _ triggers: ArraySlice<HeldAdWaits.Trigger>
  ) -> Int {
    if span.isAgeUnknown { return triggers.startIndex }
    let gap = evaluation.session.time.firstGap(after: load(ad))
    return gap.map { gap in triggers.partition { $0.index >= gap } } ?? triggers.endIndex
  }

  private func load(_ ad: Int) -> Int { evaluation.session.ads[ad].loadedIndex.known }

  /// Calls `counts` with each trigger that some ads wait for, their number, and whether it is uncertain that
  /// they were ready; where it returns false, calls `settle` with the trigger and each of the ads, oldest
  /// first.
  mutating func forEach(
    counts: (HeldAdWaits.Trigger, _ count: Int, _ isDoubtful: Bool) -> Bool,
    settle: (HeldAdWaits.Trigger, _ ad: Int, HeldAdWaits.Span) -> Void
  ) {
    var order: [(index: Int, row: Int, position: Int)] = []
    for row in rows.indices where !rows[row].parts.isEmpty {
      for (position, trigger) in rows[row].triggers.enumerated() {
        order.append((trigger.index, row, position))
      }
    }
    for (_, row, position) in order.sorted(by: { ($0.index, $0.row) < ($1.index, $1.row) }) {
      let trigger = rows[row].triggers[position]
      rows[row].move(to: position)
      let count = rows[row].waiting
      if count == 0 || counts(trigger, count, rows[row].isDoubtful) { continue }
      for part in rows[row].parts(at: position).sorted(by: { load($0.ad) < load($1.ad) }) {
        settle(trigger, part.ad, part.span)
      }
    }
  }
}
