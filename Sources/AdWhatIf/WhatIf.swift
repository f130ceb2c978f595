public import AdDecider
public import AdSession

/// A recorded session under another policy: the changed decisions and their consequences.
///
/// Decisions happen only when the app decided. Outcomes that were not observed result in bounds.
public struct WhatIf {
  /// One decision that the other policy changes.
  public struct Change: Sendable {
    /// The kind of change.
    public enum Kind: Equatable, Sendable {
      /// A recorded show is skipped, for a reason.
      case notShown(Word)
      /// An ad is shown that was not shown; its outcome was not observed.
      case shown
      /// The decision depends on a load or show that was not observed; otherwise it is a skip, for
      /// a reason.
      case unknown(Word)
      /// A recorded skip stays a skip, for another reason.
      case otherReason(Word)
    }

    /// The opportunity at which the decision was made.
    public var opportunity: Opportunity
    /// The kind of change.
    public var kind: Kind
  }

  /// The number of shows of one format.
  public struct Shows: Equatable, Sendable {
    /// The format.
    public var format: Word
    /// The number of recorded shows.
    public var recorded = 0
    /// The lower and the upper bound under the other policy.
    public var least = 0, most = 0
  }

  /// The session.
  public let trace: Trace
  /// The opportunities at which the app decided, in the order of the session.
  public let opportunities: [Opportunity]
  /// The number of requests that were compared.
  public let requests: Int
  /// The decisions of the app with which the decider disagrees under the recorded policy.
  public let differences: [DecisionDifference]
  /// The decisions that the other policy changes.
  public let changes: [Change]
  /// The recorded requests that the other policy forbids, and why.
  public let notRequested: [(index: Int, why: LoadBlocker)]
  /// The shows, by format.
  public let shows: [Shows]
  /// The revenue of the shows.
  public let revenue: [Revenue]
  /// The violations in the recorded session under each policy.
  public let violations: ViolationCounts

  /// Repeats the decisions of a session; `shownBefore` are the install's app-open shows before it.
  ///
  /// Returns nil if the session's header is lost: the policy that was in force is unknown then.
  public init?(_ trace: Trace, policy: [PolicySetting], shownBefore: [PastShow] = []) {
    guard trace.header != nil else { return nil }
    let all = Opportunities(trace).all
    let byIndex = Dictionary(all.map { ($0.index, $0) }, uniquingKeysWith: { first, _ in first })
    let identity = Identity(trace, byIndex, shownBefore: shownBefore)
    let replays = [CounterfactualReplay.Bound.best, .worst].map {
      CounterfactualReplay(
        trace, byIndex, identity, policy: policy, shownBefore: shownBefore, bound: $0)
    }
    let differing = Set(identity.differences.map(\.index))
    let changes = all.compactMap {
      Self.change($0, replays, isSameBefore: !differing.contains($0.index))
    }
    self.trace = trace
    opportunities = all
    requests = identity.requests
    differences = identity.differences
    self.changes = changes
    notRequested = replays[1].notRequested
    shows = Self.shows(all, replays)
    revenue = Revenue.all(of: trace, all, replays)
    let gone = changes.filter(\.isNotShown).compactMap(\.opportunity.ad)
    let redecided = all.map(\.index) + replays[1].notRequested.map(\.index)
    violations = ViolationCounts(
      trace, policy: policy, shownBefore: shownBefore, without: gone, redecided: redecided)
  }

  private static func change(
    _ opportunity: Opportunity, _ replays: [CounterfactualReplay], isSameBefore: Bool
  ) -> Change? {
    guard let best = replays[0].answers[opportunity.index],
      let worst = replays[1].answers[opportunity.index]
    else { return nil }
    let kind: Change.Kind
    switch (best, worst) {
    case (.asRecorded, .asRecorded): return nil
    case (.skipped(let reason), .skipped):
      if opportunity.ad != nil {
        kind = .notShown(reason)
      } else {
        guard reason != opportunity.reason, isSameBefore else { return nil }
        kind = .otherReason(reason)
      }
    case (_, .skipped(let reason)), (.skipped(let reason), _): kind = .unknown(reason)
    default: kind = .shown
    }
    return Change(opportunity: opportunity, kind: kind)
  }

  private static func shows(_ all: [Opportunity], _ replays: [CounterfactualReplay]) -> [Shows] {
    [Word.appOpen, .interstitial, .rewarded, .rewardedInterstitial].compactMap { format in
      let own = all.filter { $0.placement.format == format }
      if own.isEmpty { return nil }
      var shows = Shows(format: format)
      for opportunity in own {
        if opportunity.cameUp { shows.recorded += 1 }
        let answers = replays.map { $0.answers[opportunity.index] }
        let isSure = answers.allSatisfy { $0 == .asRecorded }
        if isSure && opportunity.cameUp { shows.least += 1 }
        let isPossible = answers.contains {
          $0 == .unobserved || ($0 == .asRecorded && opportunity.cameUp)
        }
        if isPossible { shows.most += 1 }
      }
      return shows
    }
  }
}

extension WhatIf.Change {
  /// Whether a recorded show is certainly not made.
  var isNotShown: Bool {
    if case .notShown = kind { true } else { false }
  }
}
