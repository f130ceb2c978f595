internal import AdSession

/// The ads that wait for an answer to the triggers of a scene.
///
/// Each trigger is an activation for each ready ad, and a session can have many of both. So an ad
/// has runs of successive triggers instead of an obligation for each of them.
final class HeldAdWaits: PatternState {
  /// One trigger of a scene.
  struct Trigger {
    let index: Int
    let limitMs: Int64
    let facts: DerivedFacts
  }

  /// An ad that is ready at a trigger, or can be.
  struct Waiter: Equatable {
    let ad: Int
    /// Its `ad.loaded`; the name of an ad can be used again.
    let load: Int
    /// The format that its records name.
    let format: Word
    /// Why a missing answer of it decides nothing; nil where it is a violation.
    var doubt: Doubt?
    /// Whether its scene is unknown because a record is lost.
    var isPerhaps = false

    /// Whether a missing answer of both is the same problem, or decides nothing of either.
    func isAlike(_ other: Waiter) -> Bool {
      (doubt == nil) == (other.doubt == nil) && format == other.format
    }
  }

  /// Successive triggers that one ad waits for.
  struct Run {
    let waiter: Waiter
    let scene: Symbol
    /// Positions in ``Scene/triggers``.
    var triggers: Range<Int>
  }

  /// The triggers of one scene.
  struct Scene {
    fileprivate(set) var triggers: [Trigger] = []
    /// Whether an answer in time to a trigger is one to all later triggers, and all of these are
    /// kept.
    fileprivate(set) var isUniform = true
  }

  private struct AdInScene: Hashable {
    let ad: Int
    let scene: Symbol
  }

  private(set) var scenes: [Symbol: Scene] = [:]
  /// The number of runs; a scene in which an ad only waited before counts as one.
  private(set) var runCount = 0
  /// The runs of each ad that waits or waited in a scene, in order.
  private var runs: [AdInScene: [Run]] = [:]
  /// The scenes in which an ad waits, and perhaps others.
  private var scenesOfAds: [Int: [Symbol]] = [:]
  /// The ads of a slot that wait, and perhaps others.
  private var adsOfSlots: [SlotNames: [Int]] = [:]

  /// Whether there was a trigger.
  var isUsed: Bool { !scenes.isEmpty }

  override func clear() {
    scenes = [:]
    runCount = 0
    runs = [:]
    scenesOfAds = [:]
    adsOfSlots = [:]
  }

  /// Adds a trigger of its scene.
  func add(_ trigger: Trigger, isReused: Bool) {
    var scene = scenes.removeValue(forKey: trigger.facts.scene) ?? Scene()
    let hasSameLimit = scene.triggers.last.map { $0.limitMs == trigger.limitMs } ?? true
    scene.isUniform = scene.isUniform && hasSameLimit && !isReused
    scene.triggers.append(trigger)
    scenes[trigger.facts.scene] = scene
  }

  /// Lets an ad wait for the last trigger of a scene.
  func wait(_ waiter: Waiter, unit: Symbol, in scene: Symbol) {
    let position = (scenes[scene]?.triggers.count ?? 0) - 1
    let key = AdInScene(ad: waiter.ad, scene: scene)
    let known = runs.removeValue(forKey: key)
    if known == nil { scenesOfAds[waiter.ad, default: []].append(scene) }
    let before = known.map { max(1, $0.count) } ?? 0
    var own = known ?? []
    if own.isEmpty {
      adsOfSlots[SlotNames(unit: unit, scene: scene), default: []].append(waiter.ad)
    }
    if let last = own.indices.last, own[last].waiter == waiter,
      own[last].triggers.upperBound == position
    {
      own[last].triggers = own[last].triggers.lowerBound..<position + 1
    } else {
      own.append(Run(waiter: waiter, scene: scene, triggers: position..<position + 1))
    }
    runCount += own.count - before
    runs[key] = own
  }

  /// Removes and returns the runs of an ad.
  func take(_ ad: Int) -> [Run] {
    var taken: [Run] = []
    for scene in scenesOfAds.removeValue(forKey: ad) ?? [] {
      guard let own = runs.removeValue(forKey: AdInScene(ad: ad, scene: scene)) else { continue }
      runCount -= max(1, own.count)
      taken += own
    }
    return taken
  }

  /// Removes and returns the runs of the ads of a unit in a scene.
  func take(unit: Symbol, scene: Symbol) -> [Run] {
    var taken: [Run] = []
    for ad in adsOfSlots.removeValue(forKey: SlotNames(unit: unit, scene: scene)) ?? [] {
      let key = AdInScene(ad: ad, scene: scene)
      guard let own = runs[key], !own.isEmpty else { continue }
      // The empty list says that the scene is one of the ad's.
      runs[key] = []
      runCount -= own.count - 1
      taken += own
    }
    return taken
  }

  /// Calls `body` with each trigger that is left, in order, and the ads that wait for it, oldest
  /// first.
  func forEach(_ body: (Trigger, [Waiter]) -> Void) {
    var left: [Symbol: [Run]] = [:]
    for run in runs.values.joined() { left[run.scene, default: []].append(run) }
    var order: [(trigger: Trigger, position: Int)] = []
    for (scene, own) in left {
      left[scene] = own.sorted {
        ($0.triggers.lowerBound, $0.waiter.load) > ($1.triggers.lowerBound, $1.waiter.load)
      }
      order += (scenes[scene]?.triggers ?? []).enumerated().map { ($1, $0) }
    }
    var waiting: [Symbol: [Run]] = [:]
    for (trigger, position) in order.sorted(by: { $0.trigger.index < $1.trigger.index }) {
      let scene = trigger.facts.scene
      var own = (waiting.removeValue(forKey: scene) ?? []).filter {
        $0.triggers.upperBound > position
      }
      while let next = left[scene]?.last, next.triggers.lowerBound == position {
        own.append(next)
        left[scene]?.removeLast()
      }
      waiting[scene] = own
      if own.isEmpty { continue }
      body(trigger, own.map { $0.waiter }.sorted { $0.load < $1.load })
    }
  }
}
