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
///
/// Facts that often come together share a block, and an ad has only the blocks that it uses: a
/// session can name a million ads of which little is known.
public struct AdFacts: Sendable {
  /// Zero means none, so that the row of a new ad is cleared memory.
  @usableFromInline struct Entry: Sendable {
    /// The index of the first event plus 1.
    @usableFromInline var afterFirst: Int32 = 0
    /// The index of the last event plus 1.
    @usableFromInline var afterLast: Int32 = 0
    @usableFromInline var count: Int32 = 0
  }

  /// The entries of all blocks; the first block stays empty and replaces those that an ad does not
  /// use.
  @usableFromInline var entries = Table<Entry>()
  /// For each ad, the index in ``entries`` of each of its blocks.
  @usableFromInline var blocks = Table<Int32>()
  /// The number of facts in a block; constants, because every query needs them.
  @usableFromInline static var blockSize: Int { 4 }
  /// The number of blocks with all facts.
  @usableFromInline static var width: Int { (AdFact.overlay.rawValue + blockSize) / blockSize }

  mutating func removeAll() {
    entries.removeAll()
    blocks.removeAll()
  }

  mutating func addAd() {
    if entries.isEmpty { addBlock() }
    _ = blocks.append(repeating: 0, count: Self.width)
  }

  @discardableResult
  private mutating func addBlock() -> Int {
    entries.append(repeating: Entry(), count: Self.blockSize)
  }

  @inline(__always)
  mutating func see(_ fact: AdFact, of ad: Int, at index: Int) {
    let slot = ad &* Self.width &+ fact.rawValue / Self.blockSize
    var block = Int(blocks[slot])
    if block == 0 { block = addBlock(for: slot) }
    Self.see(
      Int32(truncatingIfNeeded: index &+ 1), &entries[block &+ fact.rawValue % Self.blockSize])
  }

  @inline(never)
  private mutating func addBlock(for slot: Int) -> Int {
    let block = addBlock()
    blocks[slot] = Int32(truncatingIfNeeded: block)
    return block
  }

  @inline(__always)
  private static func see(_ afterIndex: Int32, _ entry: inout Entry) {
    if entry.afterFirst == 0 { entry.afterFirst = afterIndex }
    entry.afterLast = afterIndex
    entry.count &+= 1
  }

  @inlinable @inline(__always)
  func entry(_ fact: AdFact, of ad: Int) -> Entry {
    let block = Int(blocks[ad &* Self.width &+ fact.rawValue / Self.blockSize])
    return entries[block &+ fact.rawValue % Self.blockSize]
  }

  /// The index of the first such event of the ad so far.
  @inlinable public func first(_ fact: AdFact, of ad: Int) -> Int? {
    let after = Int(entry(fact, of: ad).afterFirst)
    return after == 0 ? nil : after &- 1
  }

  /// The index of the last such event of the ad so far.
  @inlinable public func last(_ fact: AdFact, of ad: Int) -> Int? {
    let after = Int(entry(fact, of: ad).afterLast)
    return after == 0 ? nil : after &- 1
  }

  /// The last such event of the ad so far.
  @inline(__always)
  func lastIndex(_ fact: AdFact, of ad: Int) -> EventIndex {
    EventIndex(Int(entry(fact, of: ad).afterLast) &- 1)
  }

  /// The number of such events of the ad so far.
  @inlinable public func count(_ fact: AdFact, of ad: Int) -> Int {
    Int(entry(fact, of: ad).count)
  }
}
