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
  @usableFromInline var firsts: [Int32] = []
  @usableFromInline var lasts: [Int32] = []
  @usableFromInline var counts: [Int32] = []
  @usableFromInline static let width = AdFact.allCases.count

  mutating func removeAll() {
    firsts.removeAll(keepingCapacity: true)
    lasts.removeAll(keepingCapacity: true)
    counts.removeAll(keepingCapacity: true)
  }

  mutating func addAd() {
    firsts.append(contentsOf: repeatElement(-1, count: Self.width))
    lasts.append(contentsOf: repeatElement(-1, count: Self.width))
    counts.append(contentsOf: repeatElement(0, count: Self.width))
  }

  mutating func see(_ fact: AdFact, of ad: Int, at index: Int) {
    let place = ad * Self.width + fact.rawValue
    if firsts[place] < 0 { firsts[place] = Int32(index) }
    lasts[place] = Int32(index)
    counts[place] += 1
  }

  /// The index of the first such event of the ad so far; nil: there was none.
  @inlinable public func first(_ fact: AdFact, of ad: Int) -> Int? {
    let index = firsts[ad * Self.width + fact.rawValue]
    return index < 0 ? nil : Int(index)
  }

  /// The index of the last such event of the ad so far; nil: there was none.
  @inlinable public func last(_ fact: AdFact, of ad: Int) -> Int? {
    let index = lasts[ad * Self.width + fact.rawValue]
    return index < 0 ? nil : Int(index)
  }

  /// How many such events of the ad there were so far.
  @inlinable public func count(_ fact: AdFact, of ad: Int) -> Int {
    Int(counts[ad * Self.width + fact.rawValue])
  }
}
