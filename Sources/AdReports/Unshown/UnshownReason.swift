package import AdSession

/// Why a slot showed no ad at a moment.
package struct UnshownReason: Hashable, Comparable, Sendable {
  /// What stood in the way.
  package enum Kind: String, CaseIterable, Sendable {
    /// The app decided to skip; the cause is the reason of the decision.
    case skipped
    /// The app decided so, or the last `consent.updated` forbids requests.
    case noConsent = "no_consent"
    /// No `sdk.started`, although the app records the class `consent`.
    case sdkNotStarted = "sdk_not_started"
    /// No load of the slot, ever.
    case nothingRequested = "nothing_requested"
    /// The last ad of the slot is used or given up, and no load followed.
    case notRequestedAgain = "not_requested_again"
    /// The last load of the slot has no answer, so far or ever.
    case loadUnfinished = "load_unfinished"
    /// The last load of the slot failed; the cause is that of the failure.
    case loadFailed = "load_failed"
    /// The last ad of the slot was too old, or the network reported it as expired.
    case adExpired = "ad_expired"
    /// The slot held an ad that could be shown: what the app believed was wrong.
    case adReady = "ad_ready"
    /// The app decided to show, and called nothing.
    case neverPresented = "never_presented"
    /// The call of present has no answer.
    case presentUnanswered = "present_unanswered"
    /// The ad failed to present; the cause is that of the failure.
    case failedToPresent = "failed_to_present"
    /// Lost records can hide the reason.
    case unknown
  }

  package let kind: Kind
  /// The cause of a failure or the reason of a decision; absent if there is none or it is unknown.
  package let cause: Word

  init(_ kind: Kind, cause: Word = .absent) {
    self.kind = kind
    self.cause = cause
  }

  /// The reason in words: `no fill`, `interval`, `failed to present: not ready`.
  package var text: String {
    switch kind {
    case .skipped: words ?? "skipped"
    case .noConsent: "no consent"
    case .sdkNotStarted: "SDK not started"
    case .nothingRequested: "nothing requested"
    case .notRequestedAgain: "not requested again"
    case .loadUnfinished: "load unfinished"
    case .loadFailed: cause == .noFill ? "no fill" : "load failed: \(words ?? "unknown cause")"
    case .adExpired: "ad expired"
    case .adReady: "an ad was ready"
    case .neverPresented: "never presented"
    case .presentUnanswered: "no answer to the presentation"
    case .failedToPresent: "failed to present: \(words ?? "unknown cause")"
    case .unknown: "unknown (lost records)"
    }
  }

  /// The cause in words; nil without one.
  private var words: String? {
    switch cause {
    case .showing: "another ad on screen"
    case .other: "other cause"
    case .unrecognised: "reason that is not listed"
    default:
      cause.text.map { $0.split(separator: "_").joined(separator: " ") }
    }
  }

  /// By kind, then by cause.
  package static func < (one: Self, other: Self) -> Bool {
    (one.kind.rawValue, one.cause.rawValue) < (other.kind.rawValue, other.cause.rawValue)
  }
}

/// Moments at which slots showed no ad, by reason.
package struct UnshownMoments: Sendable, Equatable {
  /// The moments of one reason.
  package struct Share: Sendable, Equatable {
    package fileprivate(set) var moments = 0
    /// The moments by the adapters that had no ad, of failed loads whose adapters are recorded.
    package fileprivate(set) var adapters = SortedTable<String, Int>()
  }

  /// The number of moments.
  package private(set) var count = 0
  /// The moments of each reason; their sum is ``count``.
  package private(set) var reasons = SortedTable<UnshownReason, Share>()

  /// Adds moments with the same reason and the same adapters.
  mutating func add(_ reason: UnshownReason, _ moments: Int = 1, adapters: [String] = []) {
    count += moments
    reasons[reason, Share()].moments += moments
    for adapter in adapters { reasons[reason, Share()].adapters.add(moments, to: adapter) }
  }

  /// Adds the moments of other slots.
  mutating func add(_ other: Self) {
    count += other.count
    for (reason, share) in other.reasons.entries {
      reasons[reason, Share()].moments += share.moments
      reasons[reason, Share()].adapters.add(share.adapters)
    }
  }

  /// The reasons in words, the most frequent first: `no fill × 5 (AdMob 3, Unity 2)`.
  package var texts: [String] {
    reasons.entries.sorted { ($1.value.moments, $0.key) < ($0.value.moments, $1.key) }
      .map { reason, share in
        let adapters = share.adapters.entries
          .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
          .map { "\(TerminalEscaping.text($0.key)) \($0.value)" }
        let list = adapters.isEmpty ? "" : " (\(adapters.joined(separator: ", ")))"
        return "\(reason.text) × \(share.moments)\(list)"
      }
  }
}
