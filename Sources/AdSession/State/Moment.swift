/// What a record is in the light of the state before it: the words of the rules for one event.
public struct MomentFacts: Sendable {
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

  /// The number of its ad; -1 where it has none or nothing was said of it.
  public var ad = -1
  /// Its scene: its own, else its ad's.
  public var scene = Symbol.absent
  /// Its format: its own, else its ad's, else its adapter's load's.
  public var format = Word.absent
  /// The index of the event that its format comes from, where it does not say it itself; -1 else.
  public var formatIndex = -1
  /// Whether it attempts to show an ad.
  public var attempt = Attempt.no
  /// It is an attempt only because no call was seen, and the call could lie in a gap.
  public var isAttemptUncertain = false
  /// For `ad.will_present`: whether it is an overlay.
  public var overlay = Overlay.no
}

extension Session {
  /// What this event is, before it is folded.
  public func facts(of event: Event, at index: Int) -> MomentFacts {
    var facts = MomentFacts()
    facts.scene = event.scene
    facts.format = event.format
    if event.ad.isPresent { addAd(of: event, to: &facts) }
    if event.load.isPresent && facts.format == .absent { addLoadFormat(of: event, to: &facts) }
    switch event.kind {
    case .adPresentRequested: facts.attempt = .yes
    case .adWillPresent: classifyShow(event, at: index, &facts)
    case .adFailedToPresent: classifyFailure(event, at: index, &facts)
    default: break
    }
    return facts
  }

  private func addAd(of event: Event, to facts: inout MomentFacts) {
    if event.kind == .nativeMapped || event.kind == .nativeRendered
      || event.kind == .nativeUntracked
    {
      facts.format = .native
    }
    guard let number = adNumber(event.ad) else { return }
    facts.ad = number
    if !event.scene.isPresent { facts.scene = ads[number].scene }
    if facts.format == .absent {
      facts.format = ads[number].format
      facts.formatIndex = ads[number].formatIndex
    }
  }

  private func addLoadFormat(of event: Event, to facts: inout MomentFacts) {
    guard let number = loadNumber(event.load), loads[number].calledIndex >= 0 else { return }
    facts.formatIndex = loads[number].calledIndex
    facts.format = loads[number].format
  }

  private func classifyShow(_ event: Event, at index: Int, _ facts: inout MomentFacts) {
    facts.overlay = overlay(ad: facts.ad, at: index)
    guard facts.overlay == .no else { return }
    if facts.ad >= 0 && self.facts.count(.presentRequested, of: facts.ad) > 0 { return }
    let birth = facts.ad >= 0 ? ads[facts.ad].loadedIndex : -1
    facts.attempt = .yes
    facts.isAttemptUncertain = time.hasGap(after: birth, before: index)
  }

  private func classifyFailure(_ event: Event, at index: Int, _ facts: inout MomentFacts) {
    let isKnown =
      facts.ad >= 0
      && (self.facts.count(.presentRequested, of: facts.ad) > 0
        || self.facts.count(.shown, of: facts.ad) > 0)
    if isKnown { return }
    let birth = facts.ad >= 0 ? ads[facts.ad].loadedIndex : -1
    facts.attempt = .failureOnly
    facts.isAttemptUncertain = time.hasGap(after: birth, before: index)
  }

  /// An `ad.will_present` of an ad that is shown: after a click it is an overlay.
  private func overlay(ad: Int, at index: Int) -> MomentFacts.Overlay {
    guard ad >= 0, isShown(ad: ad, at: index) else { return .no }
    if ads[ad].clickedWhileShown >= 0 { return .yes }
    let shown = facts.last(.shown, of: ad) ?? -1
    let seesClicks = captured.contains(ClassSet(.revenue))
    return seesClicks && !time.hasGap(after: shown, before: index) ? .no : .unknown
  }

  /// Whether the ad may be on screen: shown, not dismissed, no other ad shown in its scene since.
  public func isShown(ad: Int, at index: Int) -> Bool {
    guard let shown = facts.last(.shown, of: ad) else { return false }
    if let gone = facts.last(.dismissed, of: ad), gone > shown { return false }
    if let failed = facts.last(.failedToPresent, of: ad), failed > shown { return false }
    let limit = policy.milliseconds(.dismissTimeoutSeconds) ?? .max
    guard time.least(from: shown, to: index) <= limit else { return false }
    guard let scene = sceneNumber(ads[ad].shownScene) else { return true }
    return scenes[scene].shownAd < 0 || scenes[scene].shownAd == ad
      || scenes[scene].lastShow < shown
  }
}
