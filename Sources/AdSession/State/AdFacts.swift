/// The kinds of event whose place in the life of an ad (or of an adapter's load) is remembered.
public enum AdFact: Int, CaseIterable, Sendable {
  /// See the event of the same name; `shown` is `ad.will_present` without overlays.
  case loaded, expired, discarded, presentRequested, shown, failedToPresent, willDismiss, dismissed,
    showDecided, fitChecked, delegateSet, paidHandlerSet, impression, clicked, paid, rewardEarned,
    rewardGranted, videoPlayed, videoPaused, videoEnded, videoMuted, videoUnmuted, mapped, rendered,
    untracked, viewAppeared, viewHidden, completed, overlay
}

extension EventKind {
  /// The fact of an ad's life that the kind is; nil for other kinds.
  public var adFact: AdFact? { Self.adFacts[Int(rawValue)] }

  private static let adFacts: [AdFact?] = allCases.map { $0.findAdFact() }

  private func findAdFact() -> AdFact? { presentationFact ?? mediaFact }

  private var presentationFact: AdFact? {
    switch self {
    case .adLoaded: .loaded
    case .adExpired: .expired
    case .adDiscarded: .discarded
    case .adPresentRequested: .presentRequested
    case .adWillPresent: .shown
    case .adFailedToPresent: .failedToPresent
    case .adWillDismiss: .willDismiss
    case .adDismissed: .dismissed
    case .adShowDecided: .showDecided
    case .adFitChecked: .fitChecked
    case .adDelegateSet: .delegateSet
    case .adPaidHandlerSet: .paidHandlerSet
    case .adImpression: .impression
    case .adClicked: .clicked
    case .adPaid: .paid
    default: nil
    }
  }

  private var mediaFact: AdFact? {
    switch self {
    case .adRewardEarned: .rewardEarned
    case .adRewardGranted: .rewardGranted
    case .videoPlayed: .videoPlayed
    case .videoPaused: .videoPaused
    case .videoEnded: .videoEnded
    case .videoMuted: .videoMuted
    case .videoUnmuted: .videoUnmuted
    case .nativeMapped: .mapped
    case .nativeRendered: .rendered
    case .nativeUntracked: .untracked
    case .viewAppeared: .viewAppeared
    case .viewHidden: .viewHidden
    case .adapterCompleted: .completed
    default: nil
    }
  }
}

/// Where the events of one ad stand in its session: first, last and how many of each kind.
public struct AdFacts: Sendable {
  @usableFromInline struct Entry: Sendable {
    @usableFromInline var first: Int32 = -1
    @usableFromInline var last: Int32 = -1
    @usableFromInline var count: Int32 = 0
  }

  @usableFromInline var entries: [Entry] = []
  /// How many facts there are; a constant, as every question needs it.
  @usableFromInline static var width: Int { AdFact.overlay.rawValue + 1 }

  mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

  mutating func addAd() { entries.append(contentsOf: repeatElement(Entry(), count: Self.width)) }

  mutating func see(_ fact: AdFact, of ad: Int, at index: Int) {
    Self.see(Int32(index), &entries[ad * Self.width + fact.rawValue])
  }

  @inline(__always)
  private static func see(_ index: Int32, _ entry: inout Entry) {
    if entry.first < 0 { entry.first = index }
    entry.last = index
    entry.count += 1
  }

  /// The index of the first such event of the ad so far; nil: there was none.
  @inlinable public func first(_ fact: AdFact, of ad: Int) -> Int? {
    let index = entries[ad * Self.width + fact.rawValue].first
    return index < 0 ? nil : Int(index)
  }

  /// The index of the last such event of the ad so far; nil: there was none.
  @inlinable public func last(_ fact: AdFact, of ad: Int) -> Int? {
    let index = entries[ad * Self.width + fact.rawValue].last
    return index < 0 ? nil : Int(index)
  }

  /// How many such events of the ad there were so far.
  @inlinable public func count(_ fact: AdFact, of ad: Int) -> Int {
    Int(entries[ad * Self.width + fact.rawValue].count)
  }
}
