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
  /// The scene that it names: its own, else that of its ad's load, else that of the request.
  public var scene = Symbol.absent
  /// The event that its format comes from, where it does not name one itself.
  public var formatIndex = EventIndex.none
  /// Its format: its own, else that of its ad, else that of its adapter load.
  public var format = Word.absent
  /// Whether it attempts to show an ad.
  public var attempt = Attempt.no
  /// For `ad.will_present`: whether it is an overlay.
  public var overlay = Overlay.no
  /// What is open about it.
  public var unsure = Unsure()

  /// What the journal leaves open about an event, because a record is lost, names no scene or comes
  /// later.
  public struct Unsure: OptionSet, Sendable {
    /// The bits.
    public var rawValue: UInt8

    /// Makes a set from its bits.
    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Its scene: the session has several, and no record names one.
    @inlinable public static var scene: Unsure { Unsure(rawValue: 1) }
    /// Whether it is an attempt: a gap can hide an earlier call of present.
    @inlinable public static var attempt: Unsure { Unsure(rawValue: 2) }
    /// Whether it is a show: a gap can hide an earlier show and a click, so that it is an overlay.
    @inlinable public static var show: Unsure { Unsure(rawValue: 4) }
    /// Its format: its ad is not loaded yet, so that a later event can name it.
    @inlinable public static var format: Unsure { Unsure(rawValue: 8) }
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
    if !event.scene.isPresent { addScene(of: event, to: &facts) }
    return event.kind.comesWithPresenting ? classified(event, facts, at: index) : facts
  }

  /// The scene of an event that names none itself.
  @inline(__always)
  private func addScene(of event: Event, to facts: inout DerivedFacts) {
    if let ad = facts.ad.index, ads[ad].loadedIndex.isPresent, !isNewLoad(event, ofKnown: ad) {
      facts.scene = ads[ad].scene
    } else if event.kind == .adLoaded || event.kind == .adFailedToLoad {
      facts.scene = requestNumber(event.request).map { requests[$0].scene } ?? .absent
    }
    if hasScenes && !facts.scene.isPresent && event.hasScene { facts.unsure.insert(.scene) }
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
      facts.unsure.insert(.format)
      return
    }
    facts.format = ads[ad].format
    facts.formatIndex = ads[ad].formatIndex
    if ads[ad].loadedIndex.isAbsent { facts.unsure.insert(.format) }
  }

  @inline(__always)
  private func addLoadFormat(of event: Event, to facts: inout DerivedFacts) {
    guard let number = numbers.number(event.load, in: .load), loads[number].calledIndex.isPresent
    else { return }
    facts.formatIndex = loads[number].calledIndex
    facts.format = loads[number].format
    facts.unsure.remove(.format)
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
    if canFollowHiddenShow(derived, at: index) { derived.unsure.insert(.show) }
    if let ad = derived.ad.index, facts.count(.presentRequested, of: ad) > 0 { return }
    derived.attempt = .yes
    if hasGapSinceLoad(of: derived.ad, before: index) { derived.unsure.insert(.attempt) }
  }

  private func classifyFailure(_ derived: inout DerivedFacts, at index: Int) {
    if let ad = derived.ad.index,
      facts.count(.presentRequested, of: ad) > 0 || facts.count(.shown, of: ad) > 0
    {
      return
    }
    derived.attempt = .failureOnly
    if hasGapSinceLoad(of: derived.ad, before: index) { derived.unsure.insert(.attempt) }
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
    case nil: return canFollowClick(of: ad, at: index) ? .unknown : .no
    case true:
      guard captured.contains(ClassSet(.revenue)) else { return .unknown }
      return ads[ad].clickedWhileShown.isAbsent ? .no : .yes
    }
  }

  /// Whether an ad that is possibly still up was clicked, or can have been clicked, since it
  /// appeared.
  private func canFollowClick(of ad: Int, at index: Int) -> Bool {
    !captured.contains(ClassSet(.revenue)) || ads[ad].clickedWhileShown.isPresent
      || ads[ad].hasUnsureShow
      || time.hasGap(after: facts.lastIndex(.shown, of: ad), before: index)
  }

  /// Whether a gap can hide an earlier show of the ad, so that this event can be an overlay.
  ///
  /// A call of present after the gap proves nothing, because apps call it while an ad is up.
  private func canFollowHiddenShow(_ derived: DerivedFacts, at index: Int) -> Bool {
    let last = derived.ad.index.map { ad in
      max(ads[ad].loadedIndex, facts.lastIndex(.shown, of: ad), ads[ad].gone)
    }
    let uncovered = sceneNumber(derived.scene).map { scenes[$0].uncovered }
    return canHideShow(since: max(last ?? .none, uncovered ?? .none), at: index)
  }

  /// Whether an `ad.will_present` that may be an overlay may as well be a show.
  ///
  /// While its ad is certainly up, only a click decides what appears.
  public func mayBeShow(_ derived: DerivedFacts, at index: Int) -> Bool {
    guard derived.overlay == .unknown, let ad = derived.ad.index else { return false }
    return isShown(ad: ad, at: index) == nil
  }

  /// Whether an ad that came up in a gap after a record can still be on screen.
  public func canHideShow(since start: EventIndex, at index: Int) -> Bool {
    guard let gap = time.lastGap(before: index), EventIndex(gap) > start else { return false }
    return time.least(from: gap, to: index) <= policy.milliseconds(.dismissTimeoutSeconds) ?? .max
  }

  /// Whether an ad is shown: it appeared, was not dismissed, and since then no other ad appeared in
  /// its scene and the user did not act there.
  ///
  /// Nil if that is open: a gap can hide the end, or the show is unsure, or another one that may
  /// have replaced it.
  public func isShown(ad: Int, at index: Int) -> Bool? {
    guard ads[ad].format.isFullScreen, let shown = facts.last(.shown, of: ad) else {
      return false
    }
    let last = max(shown, ads[ad].unsureShow.index ?? shown)
    let limit = policy.milliseconds(.dismissTimeoutSeconds)
    if isGone(ad, since: last) || time.least(from: last, to: index) > limit ?? .max { return false }
    let scene = sceneNumber(ads[ad].shownScene).map { scenes[$0] }
    let isPlaced = ads[ad].shownScene.isPresent || !hasScenes
    if isPlaced, let scene {
      if scene.shownAd != ad && scene.lastShow >= last || scene.uncovered > last { return false }
      if mayBeUncovered(scene, since: shown) { return nil }
    }
    let isOpen =
      !isPlaced || ads[ad].hasUnsureShow || time.hasGap(after: shown, before: index)
      || shows.unsure.lastShow(ofOtherThan: ads[ad].ad) > shown
    if isOpen { return nil }
    let most = time.greatest(from: shown, to: index)
    return most <= limit ?? 0 ? true : nil
  }
}

extension Event {
  /// Whether it happens in a scene, named or not.
  fileprivate var hasScene: Bool {
    switch kind {
    case .splashBegan, .splashFinished, .contentShown, .windowShown, .userActed: true
    default: unit.isPresent || ad.isPresent
    }
  }
}

extension EventKind {
  /// Whether the kind belongs to the presentation of an ad.
  fileprivate var comesWithPresenting: Bool {
    self == .adPresentRequested || self == .adWillPresent || self == .adFailedToPresent
  }
}
