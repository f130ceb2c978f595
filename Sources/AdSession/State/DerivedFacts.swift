/// What a record is in the light of the state before it: the words of the rules for one event.
public struct DerivedFacts: Sendable {
  /// How an event attempts to show an ad.
  public enum Attempt: Sendable {
    /// It is no attempt.
    case no
    /// The app called present, or content came up without a call.
    case yes
    /// Known by its failure only: when it was attempted is unknown.
    case failureOnly
  }

  /// Whether content that comes up is that of an interaction with the ad on screen.
  public enum Overlay: Sendable {
    /// It is the ad itself.
    case no
    /// It follows a click.
    case yes
    /// It comes while the ad is shown, and whether a click came first cannot be told.
    case unknown
  }

  /// Makes the facts of an event without any.
  public init() {}

  // Two words, so that it is passed in registers, and little is kept of each trigger that waits.
  @usableFromInline var adNumber: Int32 = -1
  /// Its scene: its own, else that of its ad's load, else of the request.
  public var scene = Symbol.absent
  @usableFromInline var formatPlace: Int32 = -1
  /// Its format: its own, else its ad's, else its adapter's load's.
  public var format = Word.absent
  /// Whether it attempts to show an ad.
  public var attempt = Attempt.no
  /// For `ad.will_present`: whether it is an overlay.
  public var overlay = Overlay.no
  @usableFromInline var doubts = Doubts()

  /// What is not certain.
  @usableFromInline struct Doubts: OptionSet, Sendable {
    @usableFromInline var rawValue: UInt8

    @usableFromInline init(rawValue: UInt8) { self.rawValue = rawValue }

    @usableFromInline static var scene: Doubts { Doubts(rawValue: 1) }
    @usableFromInline static var attempt: Doubts { Doubts(rawValue: 2) }
    @usableFromInline static var show: Doubts { Doubts(rawValue: 4) }
    @usableFromInline static var late: Doubts { Doubts(rawValue: 8) }

    mutating func set(_ doubt: Doubts, to isDoubted: Bool) {
      if isDoubted { insert(doubt) } else { remove(doubt) }
    }
  }
}

extension DerivedFacts {
  /// The number of its ad; -1 where it has none or nothing was said of it.
  public var ad: Int {
    @inlinable get { Int(adNumber) }
    set { adNumber = Int32(truncatingIfNeeded: newValue) }
  }
  /// The index of the event that its format comes from, where it does not say it itself; -1 else.
  public var formatIndex: Int {
    @inlinable get { Int(formatPlace) }
    set { formatPlace = Int32(truncatingIfNeeded: newValue) }
  }
  /// It says no scene, and the record that would may lie in a gap.
  public var isSceneUncertain: Bool {
    @inlinable get { doubts.contains(.scene) }
    set { doubts.set(.scene, to: newValue) }
  }
  /// It is an attempt only because no call was seen, and the call could lie in a gap.
  public var isAttemptUncertain: Bool {
    @inlinable get { doubts.contains(.attempt) }
    set { doubts.set(.attempt, to: newValue) }
  }
  /// That it came up before, and a click, could lie in a gap: then it may be an overlay.
  public var isShowUncertain: Bool {
    @inlinable get { doubts.contains(.show) }
    set { doubts.set(.show, to: newValue) }
  }
  /// Its ad is not loaded yet, and it does not say its format or its scene itself: what does may come
  /// later.
  public var mayComeLater: Bool {
    @inlinable get { doubts.contains(.late) }
    set { doubts.set(.late, to: newValue) }
  }
}

extension Session {
  /// What this event is, before it is folded.
  ///
  /// It changes nothing; as a mutating function it works in place, without a copy of the state. What
  /// is rare is said last, by functions that take over: so that nothing has to be kept for later.
  public mutating func facts(of event: Event, at index: Int) -> DerivedFacts {
    var facts = DerivedFacts()
    facts.scene = event.scene
    facts.format = event.format
    if event.ad.isPresent { addAd(of: event, to: &facts) }
    if event.load.isPresent && facts.format == .absent { addLoadFormat(of: event, to: &facts) }
    if !event.scene.isPresent {
      if facts.ad >= 0, ads[facts.ad].loadedIndex >= 0, !isNewLoad(event, ofKnown: facts.ad) {
        facts.scene = ads[facts.ad].scene
        facts.isSceneUncertain = ads[facts.ad].isSceneUncertain
      } else if namesScenes {
        return placed(event, facts, at: index)
      }
    }
    return event.kind.comesWithPresenting ? classified(event, facts, at: index) : facts
  }

  /// Whether an event gives the name of an ad to another one, of another request.
  @inline(__always)
  private func isNewLoad(_ event: Event, ofKnown ad: Int) -> Bool {
    event.kind == .adLoaded && requestNumber(event.request) != ads[ad].request
  }

  @inline(__always)
  private func addAd(of event: Event, to facts: inout DerivedFacts) {
    if event.kind == .nativeMapped || event.kind == .nativeRendered
      || event.kind == .nativeUntracked
    {
      facts.format = .native
    }
    facts.ad = numbers.number(event.ad, in: .ad)
    guard facts.format == .absent else { return }
    if facts.ad >= 0 {
      facts.format = ads[facts.ad].format
      facts.formatIndex = ads[facts.ad].formatIndex
    }
    if facts.ad < 0 || ads[facts.ad].loadedIndex < 0 { facts.mayComeLater = true }
  }

  /// The facts of an event that says no scene, and whose ad's load says none either.
  @inline(never)
  private func placed(_ event: Event, _ derived: DerivedFacts, at index: Int) -> DerivedFacts {
    var derived = derived
    if event.kind == .adLoaded || event.kind == .adFailedToLoad {
      (derived.scene, derived.isSceneUncertain) = sceneOfRequest(of: event, at: index)
    } else if event.ad.isPresent {
      derived.isSceneUncertain = time.hasGap(after: -1, before: index)
      if !event.kind.comesBeforeItsAd { derived.mayComeLater = true }
    }
    return event.kind.comesWithPresenting ? classified(event, derived, at: index) : derived
  }

  /// The scene of what became of a load, and whether a gap may hide it.
  private func sceneOfRequest(of event: Event, at index: Int) -> (scene: Symbol, Bool) {
    if let number = requestNumber(event.request), requests[number].requestedIndex >= 0 {
      return (slots[requests[number].slot].scene, false)
    }
    return (.absent, time.hasGap(after: -1, before: index))
  }

  @inline(__always)
  private func addLoadFormat(of event: Event, to facts: inout DerivedFacts) {
    let number = numbers.number(event.load, in: .load)
    guard number >= 0, loads[number].calledIndex >= 0 else { return }
    facts.formatIndex = loads[number].calledIndex
    facts.format = loads[number].format
    facts.mayComeLater = false
  }

  /// The facts of an event that says how an ad comes up.
  @inline(never)
  private func classified(_ event: Event, _ derived: DerivedFacts, at index: Int) -> DerivedFacts {
    var derived = derived
    switch event.kind {
    case .adWillPresent: classifyShow(&derived, at: index)
    case .adFailedToPresent: classifyFailure(&derived, at: index)
    default: derived.attempt = .yes
    }
    return derived
  }

  private func classifyShow(_ derived: inout DerivedFacts, at index: Int) {
    derived.overlay = overlay(ad: derived.ad, at: index)
    guard derived.overlay == .no else { return }
    derived.isShowUncertain = canFollowHiddenShow(derived, at: index)
    if derived.ad >= 0 && facts.count(.presentRequested, of: derived.ad) > 0 { return }
    derived.attempt = .yes
    derived.isAttemptUncertain = hasGapSinceLoad(of: derived.ad, before: index)
  }

  private func classifyFailure(_ derived: inout DerivedFacts, at index: Int) {
    let isKnown =
      derived.ad >= 0
      && (facts.count(.presentRequested, of: derived.ad) > 0
        || facts.count(.shown, of: derived.ad) > 0)
    if isKnown { return }
    derived.attempt = .failureOnly
    derived.isAttemptUncertain = hasGapSinceLoad(of: derived.ad, before: index)
  }

  private func hasGapSinceLoad(of ad: Int, before index: Int) -> Bool {
    time.hasGap(after: ad >= 0 ? ads[ad].loadedIndex : -1, before: index)
  }

  /// An `ad.will_present` of an ad that is shown: after a click it is an overlay.
  ///
  /// A gap since the ad came up can hide its click as well as its end, so it cannot be told then.
  private func overlay(ad: Int, at index: Int) -> DerivedFacts.Overlay {
    switch isShown(ad: ad, at: index) {
    case false: return .no
    case nil:
      let isClicked = captured.contains(ClassSet(.revenue)) && ads[ad].clickedWhileShown >= 0
      if isClicked && isUpEitherWay(ad: ad, at: index) { return .yes }
      return canFollowClick(of: ad, at: index) ? .unknown : .no
    case true:
      guard captured.contains(ClassSet(.revenue)) else { return .unknown }
      return ads[ad].clickedWhileShown < 0 ? .no : .yes
    }
  }

  /// Whether an ad of which nobody knows if it is still up was clicked, or may have been, since it came
  /// up.
  private func canFollowClick(of ad: Int, at index: Int) -> Bool {
    !captured.contains(ClassSet(.revenue)) || ads[ad].clickedWhileShown >= 0
      || ads[ad].hasUncertainShow
      || time.hasGap(after: facts.last(.shown, of: ad) ?? -1, before: index)
  }

  /// Whether a gap can hide that the ad came up before: then this may be an overlay.
  ///
  /// A call of present after the gap does not say that it did not: apps call it while an ad is up.
  private func canFollowHiddenShow(_ derived: DerivedFacts, at index: Int) -> Bool {
    let ad = derived.ad
    let shown = ad >= 0 ? facts.last(.shown, of: ad) ?? -1 : -1
    let failed = ad >= 0 ? facts.lastIndex(.failedToPresent, of: ad) : -1
    let gone = ad >= 0 ? max(failed, facts.lastIndex(.dismissed, of: ad)) : -1
    let loaded = ad >= 0 ? ads[ad].loadedIndex : -1
    guard time.hasGap(after: max(loaded, shown, gone), before: index) else { return false }
    return canHideShow(of: derived, at: index)
  }

  /// Whether the ad of an event, which came up in a gap, can still be on screen: where there are
  /// scenes, in any of them.
  public func canHideShow(of derived: DerivedFacts, at index: Int) -> Bool {
    canHideShow(in: derived, isPlaced: !namesScenes, at: index)
  }

  /// Whether an ad that came up in a gap, in the scene of an event, can still be on screen there.
  public func canHideShow(in derived: DerivedFacts, at index: Int) -> Bool {
    canHideShow(in: derived, isPlaced: !derived.isSceneUncertain, at: index)
  }

  /// Not for longer than the timeout, nor after another ad was presented in its scene.
  private func canHideShow(in derived: DerivedFacts, isPlaced: Bool, at index: Int) -> Bool {
    guard let gap = time.lastGap(before: index) else { return false }
    if isPlaced, let scene = sceneNumber(derived.scene), scenes[scene].lastCertainShow >= gap {
      return false
    }
    return time.least(from: gap, to: index) <= policy.milliseconds(.dismissTimeoutSeconds) ?? .max
  }

  /// Whether an ad is shown: it came up, is not dismissed, and no other came up in its scene since;
  /// nil where a gap hides it, or that it came up before what was seen of it.
  public func isShown(ad: Int, at index: Int) -> Bool? {
    guard ad >= 0, ads[ad].format.isFullScreen, let shown = facts.last(.shown, of: ad) else {
      return false
    }
    let gone = max(facts.lastIndex(.dismissed, of: ad), facts.lastIndex(.failedToPresent, of: ad))
    let last = max(shown, ads[ad].vagueShow)
    let limit = policy.milliseconds(.dismissTimeoutSeconds)
    if gone > last || time.least(from: last, to: index) > limit ?? .max { return false }
    let isVague = last > shown || shows.unplacedShow >= shown || ads[ad].hasUncertainShow
    // A show that a gap hides, whose content this is, can be in any scene.
    let isPlaced = !namesScenes || shows.unplacedShow < shown && !ads[ad].hasUncertainShow
    if isPlaced && isReplaced(ad, since: last) { return false }
    if isVague || time.hasGap(after: shown, before: index) { return nil }
    guard let limit else { return time.greatest(from: shown, to: index) == 0 ? true : nil }
    return time.greatest(from: shown, to: index) <= limit ? true : nil
  }

  /// Whether an ad is up for certain of which a gap hides whether it came up earlier than it was seen.
  ///
  /// Then what was seen is the ad itself or the content of its click, and it is up either way: until
  /// the hidden show can be over by time, and where there are scenes, until another ad comes up in any
  /// of them. O(1): with more than a few scenes that is not asked.
  package func isUpEitherWay(ad: Int, at index: Int) -> Bool {
    guard let shown = facts.last(.shown, of: ad), !isGone(ad, since: shown),
      !time.hasGap(after: shown, before: index)
    else { return false }
    let canBeReplaced =
      namesScenes ? hasOtherShow(than: ad, since: shown) : isReplaced(ad, since: shown)
    if canBeReplaced { return false }
    let isFirst = !ads[ad].hasUncertainShow
    let loaded = ads[ad].loadedIndex
    // A load that comes after the show says not that nothing of the ad lies before.
    let first = isFirst ? shown + 1 : time.firstGap(after: loaded < shown ? loaded : -1) ?? 0
    // Nobody knows how long before the first record something lies that was lost before it.
    let limit = policy.milliseconds(.dismissTimeoutSeconds) ?? 0
    return first > 0 && time.greatest(from: first - 1, to: index) <= limit
  }

  /// Whether another ad came up since in any scene, or can have.
  private func hasOtherShow(than ad: Int, since shown: Int) -> Bool {
    shows.lastUnplaced(ofOtherThan: ads[ad].ad) > shown || scenes.count > Session.fewScenes
      || scenes.contains { $0.lastShow > shown }
  }

  /// How many scenes are looked through for what is asked once an event.
  static var fewScenes: Int { 16 }

  /// Whether another ad came up since in the scene that the ad was shown in.
  ///
  /// Whatever a gap hides of a show before, it is over then.
  private func isReplaced(_ ad: Int, since last: Int) -> Bool {
    sceneNumber(ads[ad].shownScene).map {
      scenes[$0].shownAd != ad && scenes[$0].lastShow >= last
    } ?? true
  }
}

extension EventKind {
  /// Whether it tells of an ad before that is loaded.
  fileprivate var comesBeforeItsAd: Bool { self == .nativeMapped || self == .adapterCompleted }

  /// Whether it is one of those that say how an ad comes up.
  fileprivate var comesWithPresenting: Bool {
    self == .adPresentRequested || self == .adWillPresent || self == .adFailedToPresent
  }
}
