/// The meaning of an event in the state before it, in the terms of the rules.
public struct DerivedFacts: Sendable {
  /// Whether an event is an attempt to show an ad.
  public enum Attempt: Sendable {
    /// No attempt.
    case no
    /// A call of present, or a show without a call.
    case yes
    /// An attempt that is known only by its failure, so that its time is unknown.
    case failureOnly
  }

  /// Whether a show is an overlay: the content of a click on the ad on screen.
  public enum Overlay: Sendable {
    /// A show of the ad itself.
    case no
    /// An overlay after a click.
    case yes
    /// A show of an ad on screen, where it is unknown whether a click came before.
    case unknown
  }

  /// Makes the facts of an event without ad, scene and format.
  public init() {}

  // Two words, so that facts are passed in registers and each obligation stays small.
  /// Its ad; none where it names none, or no earlier event names it.
  public var ad = OptionalIndex<AdState>.none
  /// Its scene: its own, else that of its ad's load, else that of the request.
  public var scene = Symbol.absent
  /// The event that its format comes from, where it does not name one itself.
  public var formatIndex = EventIndex.none
  /// Its format: its own, else that of its ad, else that of its adapter load.
  public var format = Word.absent
  /// Whether it attempts to show an ad.
  public var attempt = Attempt.no
  /// For `ad.will_present`: whether it is an overlay.
  public var overlay = Overlay.no
  @usableFromInline var doubts = Doubts()

  /// The facts that are uncertain.
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
  /// Whether a gap can hide the record that names its scene.
  public var isSceneUncertain: Bool {
    @inlinable get { doubts.contains(.scene) }
    set { doubts.set(.scene, to: newValue) }
  }
  /// Whether a gap can hide an earlier call of present, so that this is no attempt.
  public var isAttemptUncertain: Bool {
    @inlinable get { doubts.contains(.attempt) }
    set { doubts.set(.attempt, to: newValue) }
  }
  /// Whether a gap can hide an earlier show and a click, so that this is an overlay.
  public var isShowUncertain: Bool {
    @inlinable get { doubts.contains(.show) }
    set { doubts.set(.show, to: newValue) }
  }
  /// Whether a later event can name its format or scene, since its ad is not loaded yet.
  public var mayComeLater: Bool {
    @inlinable get { doubts.contains(.late) }
    set { doubts.set(.late, to: newValue) }
  }
}

extension Session {
  /// Derives the facts of an event before it is folded.
  ///
  /// The state does not change; the function is mutating so that it works in place, without a copy
  /// of the state. Rare cases end in calls of other functions, so that the common path keeps no
  /// values for them.
  public mutating func facts(of event: Event, at index: Int) -> DerivedFacts {
    var facts = DerivedFacts()
    facts.scene = event.scene
    facts.format = event.format
    if event.ad.isPresent { addAd(of: event, to: &facts) }
    if event.load.isPresent && facts.format == .absent { addLoadFormat(of: event, to: &facts) }
    if !event.scene.isPresent {
      if let ad = facts.ad.index, ads[ad].loadedIndex.isPresent, !isNewLoad(event, ofKnown: ad) {
        facts.scene = ads[ad].scene
        facts.isSceneUncertain = ads[ad].isSceneUncertain
      } else if namesScenes {
        return placed(event, facts, at: index)
      }
    }
    return event.kind.comesWithPresenting ? classified(event, facts, at: index) : facts
  }

  /// Whether an event reuses the name of an ad for an ad of another request.
  @inline(__always)
  private func isNewLoad(_ event: Event, ofKnown ad: Int) -> Bool {
    event.kind == .adLoaded && OptionalIndex(requestNumber(event.request)) != ads[ad].request
  }

  @inline(__always)
  private func addAd(of event: Event, to facts: inout DerivedFacts) {
    if event.kind == .nativeMapped || event.kind == .nativeRendered
      || event.kind == .nativeUntracked
    {
      facts.format = .native
    }
    facts.ad = OptionalIndex(numbers.number(event.ad, in: .ad))
    guard facts.format == .absent else { return }
    guard let ad = facts.ad.index else {
      facts.mayComeLater = true
      return
    }
    facts.format = ads[ad].format
    facts.formatIndex = ads[ad].formatIndex
    if ads[ad].loadedIndex.isAbsent { facts.mayComeLater = true }
  }

  /// The facts of an event without a scene, if the load of its ad names none either.
  @inline(never)
  private func placed(_ event: Event, _ derived: DerivedFacts, at index: Int) -> DerivedFacts {
    var derived = derived
    if event.kind == .adLoaded || event.kind == .adFailedToLoad {
      (derived.scene, derived.isSceneUncertain) = sceneOfRequest(of: event, at: index)
    } else if event.ad.isPresent {
      derived.isSceneUncertain = time.hasGap(after: .none, before: index)
      if !event.kind.comesBeforeItsAd { derived.mayComeLater = true }
    }
    return event.kind.comesWithPresenting ? classified(event, derived, at: index) : derived
  }

  /// The scene of the completion of a load, and whether a gap can hide it.
  private func sceneOfRequest(of event: Event, at index: Int) -> (scene: Symbol, Bool) {
    if let number = requestNumber(event.request), requests[number].requestedIndex.isPresent {
      return (slots[requests[number].slot].scene, false)
    }
    return (.absent, time.hasGap(after: .none, before: index))
  }

  @inline(__always)
  private func addLoadFormat(of event: Event, to facts: inout DerivedFacts) {
    guard let number = numbers.number(event.load, in: .load), loads[number].calledIndex.isPresent
    else { return }
    facts.formatIndex = loads[number].calledIndex
    facts.format = loads[number].format
    facts.mayComeLater = false
  }

  /// The facts of a presentation event.
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
    derived.overlay = derived.ad.index.map { overlay(ad: $0, at: index) } ?? .no
    guard derived.overlay == .no else { return }
    derived.isShowUncertain = canFollowHiddenShow(derived, at: index)
    if let ad = derived.ad.index, facts.count(.presentRequested, of: ad) > 0 { return }
    derived.attempt = .yes
    derived.isAttemptUncertain = hasGapSinceLoad(of: derived.ad, before: index)
  }

  private func classifyFailure(_ derived: inout DerivedFacts, at index: Int) {
    if let ad = derived.ad.index,
      facts.count(.presentRequested, of: ad) > 0 || facts.count(.shown, of: ad) > 0
    {
      return
    }
    derived.attempt = .failureOnly
    derived.isAttemptUncertain = hasGapSinceLoad(of: derived.ad, before: index)
  }

  private func hasGapSinceLoad(of ad: OptionalIndex<AdState>, before index: Int) -> Bool {
    time.hasGap(after: ad.index.map { ads[$0].loadedIndex } ?? .none, before: index)
  }

  /// An `ad.will_present` of an ad that is shown: after a click it is an overlay.
  ///
  /// After a gap it is unknown, because the gap can hide the click as well as the end of the ad.
  private func overlay(ad: Int, at index: Int) -> DerivedFacts.Overlay {
    switch isShown(ad: ad, at: index) {
    case false: return .no
    case nil:
      let isClicked = captured.contains(ClassSet(.revenue)) && ads[ad].clickedWhileShown.isPresent
      if isClicked && isUpEitherWay(ad: ad, at: index) { return .yes }
      return canFollowClick(of: ad, at: index) ? .unknown : .no
    case true:
      guard captured.contains(ClassSet(.revenue)) else { return .unknown }
      return ads[ad].clickedWhileShown.isAbsent ? .no : .yes
    }
  }

  /// Whether an ad that is possibly still up was clicked, or can have been clicked, since it
  /// appeared.
  private func canFollowClick(of ad: Int, at index: Int) -> Bool {
    !captured.contains(ClassSet(.revenue)) || ads[ad].clickedWhileShown.isPresent
      || ads[ad].hasUncertainShow
      || time.hasGap(after: facts.lastIndex(.shown, of: ad), before: index)
  }

  /// Whether a gap can hide an earlier show of the ad, so that this event can be an overlay.
  ///
  /// A call of present after the gap proves nothing, because apps call it while an ad is up. The
  /// click that led to this content was seen, or lost too.
  private func canFollowHiddenShow(_ derived: DerivedFacts, at index: Int) -> Bool {
    let last = derived.ad.index.map { ad in
      max(
        ads[ad].loadedIndex, facts.lastIndex(.shown, of: ad),
        facts.lastIndex(.failedToPresent, of: ad), facts.lastIndex(.dismissed, of: ad))
    }
    let start = last ?? .none
    guard time.hasGap(after: start, before: index) else { return false }
    let isClickHidden =
      captured.contains(ClassSet(.revenue))
      && derived.ad.index.map { facts.lastIndex(.clicked, of: $0) } ?? .none <= start
    let needed = isClickHidden ? 2 : 1
    return time.lostRecords(after: start, before: index, atMost: needed) == needed
      && canHideShow(of: derived, at: index)
  }

  /// Whether the ad of an event, shown in a gap, can still be on screen in any scene.
  public func canHideShow(of derived: DerivedFacts, at index: Int) -> Bool {
    canHideShow(in: derived, isPlaced: !namesScenes, at: index)
  }

  /// Whether an ad that was shown in a gap, in the scene of an event, can still be on screen there.
  public func canHideShow(in derived: DerivedFacts, at index: Int) -> Bool {
    canHideShow(in: derived, isPlaced: !derived.isSceneUncertain, at: index)
  }

  /// It is gone after the timeout, and after another ad was presented in its scene.
  private func canHideShow(in derived: DerivedFacts, isPlaced: Bool, at index: Int) -> Bool {
    guard let gap = time.lastGap(before: index) else { return false }
    if isPlaced, let scene = sceneNumber(derived.scene), scenes[scene].lastCertainShow >= gap {
      return false
    }
    return time.least(from: gap, to: index) <= policy.milliseconds(.dismissTimeoutSeconds) ?? .max
  }

  /// Whether an ad is shown: it appeared, was not dismissed, and no other ad appeared in its scene
  /// since.
  ///
  /// Nil if a gap can hide the answer or an earlier show.
  public func isShown(ad: Int, at index: Int) -> Bool? {
    guard ads[ad].format.isFullScreen, let shown = facts.last(.shown, of: ad) else {
      return false
    }
    let gone = max(facts.lastIndex(.dismissed, of: ad), facts.lastIndex(.failedToPresent, of: ad))
    let last = max(shown, ads[ad].vagueShow.index ?? shown)
    let limit = policy.milliseconds(.dismissTimeoutSeconds)
    if gone > last || time.least(from: last, to: index) > limit ?? .max { return false }
    let isVague = last > shown || shows.unplacedShow >= shown || ads[ad].hasUncertainShow
    // A hidden show whose content this is can be in any scene.
    let isPlaced = !namesScenes || shows.unplacedShow < shown && !ads[ad].hasUncertainShow
    if isPlaced && isReplaced(ad, since: last) { return false }
    if isVague || time.hasGap(after: shown, before: index) { return nil }
    guard let limit else { return time.greatest(from: shown, to: index) == 0 ? true : nil }
    return time.greatest(from: shown, to: index) <= limit ? true : nil
  }

  /// Whether an ad is certainly up, although a gap can hide an earlier show of it.
  ///
  /// The recorded show is the ad itself or the content of its click; the ad is up in both cases.
  /// This ends when the hidden show can have timed out or, with scenes, when another ad appears in
  /// any scene. O(1): false in sessions with more than a few scenes.
  package func isUpEitherWay(ad: Int, at index: Int) -> Bool {
    guard let shown = facts.last(.shown, of: ad), !isGone(ad, since: shown),
      !time.hasGap(after: shown, before: index)
    else { return false }
    let canBeReplaced =
      namesScenes ? hasOtherShow(than: ad, since: shown) : isReplaced(ad, since: shown)
    if canBeReplaced { return false }
    let isFirst = !ads[ad].hasUncertainShow
    let loaded = ads[ad].loadedIndex
    // A load after the show does not prove that the ad had no earlier event.
    let first = isFirst ? shown + 1 : time.firstGap(after: loaded < shown ? loaded : .none) ?? 0
    // The age of a record that was lost before the first record is unknown.
    let limit = policy.milliseconds(.dismissTimeoutSeconds) ?? 0
    return first > 0 && time.greatest(from: first - 1, to: index) <= limit
  }

  /// Whether another ad appeared since in any scene, or can have appeared.
  private func hasOtherShow(than ad: Int, since shown: Int) -> Bool {
    shows.lastUnplaced(ofOtherThan: ads[ad].ad) > shown || scenes.count > Session.fewScenes
      || scenes.contains { $0.lastShow > shown }
  }

  /// The maximum number of scenes that are searched at each event.
  static var fewScenes: Int { 16 }

  /// Whether another ad appeared since in the scene of the ad.
  ///
  /// An earlier show that a gap hides is then over.
  private func isReplaced(_ ad: Int, since last: Int) -> Bool {
    sceneNumber(ads[ad].shownScene).map {
      scenes[$0].shownAd != ad && scenes[$0].lastShow >= last
    } ?? true
  }
}

extension EventKind {
  /// Whether the kind can name an ad before its load.
  fileprivate var comesBeforeItsAd: Bool { self == .nativeMapped || self == .adapterCompleted }

  /// Whether the kind belongs to the presentation of an ad.
  fileprivate var comesWithPresenting: Bool {
    self == .adPresentRequested || self == .adWillPresent || self == .adFailedToPresent
  }
}
