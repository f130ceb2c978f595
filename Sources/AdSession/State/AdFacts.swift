/// The kinds of events that are stored for each ad or adapter load.
public enum AdFact: Int, CaseIterable, Sendable {
  /// See the event of the same name; `shown` is `ad.will_present` without overlays.
  case loaded, expired, discarded, presentRequested, shown, failedToPresent, willDismiss, dismissed,
    showDecided, fitChecked, delegateSet, paidHandlerSet, impression, clicked, paid, rewardEarned,
    rewardGranted, videoPlayed, videoPaused, videoEnded, videoMuted, videoUnmuted, mapped, rendered,
    untracked, viewAppeared, viewHidden, completed, overlay
}

extension EventKind {
  /// The fact of an ad's life that the kind is; nil for other kinds.
  @inline(__always)
  public var adFact: AdFact? {
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

/// The events of one ad: the first, the last and the number of each kind.
public struct AdFacts: Sendable {
  /// Zero means none, so that the row of a new ad is cleared memory.
  @usableFromInline struct Entry: Sendable {
    /// The index of the first event plus 1.
    @usableFromInline var afterFirst: Int32 = 0
    /// The index of the last event plus 1.
    @usableFromInline var afterLast: Int32 = 0
    @usableFromInline var count: Int32 = 0
  }

  @usableFromInline var entries = Table<Entry>()
  /// The number of facts; a constant, because every query needs it.
  @usableFromInline static var width: Int { AdFact.overlay.rawValue + 1 }

  mutating func removeAll() { entries.removeAll() }

  mutating func addAd() { _ = entries.append(repeating: Entry(), count: Self.width) }

  @inline(__always)
  mutating func see(_ fact: AdFact, of ad: Int, at index: Int) {
    Self.see(Int32(truncatingIfNeeded: index &+ 1), &entries[ad &* Self.width &+ fact.rawValue])
  }

  @inline(__always)
  private static func see(_ afterIndex: Int32, _ entry: inout Entry) {
    if entry.afterFirst == 0 { entry.afterFirst = afterIndex }
    entry.afterLast = afterIndex
    entry.count &+= 1
  }

  /// The index of the first such event of the ad so far.
  @inlinable public func first(_ fact: AdFact, of ad: Int) -> Int? {
    let after = Int(entries[ad &* Self.width &+ fact.rawValue].afterFirst)
    return after == 0 ? nil : after &- 1
  }

  /// The index of the last such event of the ad so far.
  @inlinable public func last(_ fact: AdFact, of ad: Int) -> Int? {
    let after = Int(entries[ad &* Self.width &+ fact.rawValue].afterLast)
    return after == 0 ? nil : after &- 1
  }

  /// The last such event of the ad so far.
  @inline(__always)
  func lastIndex(_ fact: AdFact, of ad: Int) -> EventIndex {
    EventIndex(Int(entries[ad &* Self.width &+ fact.rawValue].afterLast) &- 1)
  }

  /// The number of such events of the ad so far.
  @inlinable public func count(_ fact: AdFact, of ad: Int) -> Int {
    Int(entries[ad &* Self.width &+ fact.rawValue].count)
  }
}
