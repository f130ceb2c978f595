public import AdDecider
public import AdSession

/// A captured session under another policy: what the decider would do otherwise, and what that would
/// change.
///
/// Decisions are those of the moments at which the app decided. What was never observed gives bounds.
public struct WhatIf {
  /// One decision that is another one under the other policy.
  public struct Change: Sendable {
    /// What becomes of it.
    public enum Kind: Equatable, Sendable {
      /// A show that is not made, and why.
      case notShown(Word)
      /// A show that is made, or another ad than the recorded one; nobody observed how it goes.
      case shown
      /// It depends on a load or a show that nobody observed; else nothing is shown, and why.
      case unknown(Word)
      /// Still nothing is shown, for another reason.
      case otherReason(Word)
    }

    /// The opportunity.
    public var opportunity: Opportunity
    /// What becomes of it.
    public var kind: Kind
  }

  /// How many ads of a format come up.
  public struct Shows: Equatable, Sendable {
    /// The format.
    public var format: Word
    /// How many came up.
    public var recorded = 0
    /// The fewest and the most that would.
    public var least = 0, most = 0
  }

  /// The session.
  public let trace: Trace
  /// The moments at which the app decided, in the order of the session.
  public let opportunities: [Opportunity]
  /// How many requests were judged as well.
  public let requests: Int
  /// Where the decider does not decide as the app did under the recorded policy.
  public let differences: [DecisionDifference]
  /// What becomes another decision.
  public let changes: [Change]
  /// The requests that would not be made when they were, and why.
  public let notRequested: [(index: Int, why: LoadObjection)]
  /// The shows, by format.
  public let shows: [Shows]
  /// The revenue of the shows.
  public let revenue: [Revenue]
  /// What rules find in the recorded session by each policy.
  public let violations: ViolationCounts

  /// Decides a session anew; `shownBefore` are the app-open shows of the install before it.
  ///
  /// Nil where the session's header is lost: then nobody knows what policy was in force.
  public init?(_ trace: Trace, policy: [PolicySetting], shownBefore: [PastShow] = []) {
    guard trace.header != nil else { return nil }
    let all = Opportunities(trace).all
    let byIndex = Dictionary(all.map { ($0.index, $0) }, uniquingKeysWith: { first, _ in first })
    let identity = Identity(trace, byIndex, shownBefore: shownBefore)
    let worlds = [true, false].map {
      OtherWorld(
        trace, byIndex, identity, policy: policy, shownBefore: shownBefore, isLucky: $0)
    }
    let differing = Set(identity.differences.map(\.index))
    let changes = all.compactMap {
      Self.change($0, worlds, isSameBefore: !differing.contains($0.index))
    }
    self.trace = trace
    opportunities = all
    requests = identity.requests
    differences = identity.differences
    self.changes = changes
    notRequested = worlds[1].notRequested
    shows = Self.shows(all, worlds)
    revenue = Revenue.all(of: trace, all, worlds)
    let gone = changes.filter(\.isNotShown).compactMap(\.opportunity.ad)
    let redecided = all.map(\.index) + worlds[1].notRequested.map(\.index)
    violations = ViolationCounts(
      trace, policy: policy, shownBefore: shownBefore, without: gone, redecided: redecided)
  }

  private static func change(
    _ opportunity: Opportunity, _ worlds: [OtherWorld], isSameBefore: Bool
  ) -> Change? {
    guard let lucky = worlds[0].answers[opportunity.index],
      let unlucky = worlds[1].answers[opportunity.index]
    else { return nil }
    let kind: Change.Kind
    switch (lucky, unlucky) {
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

  private static func shows(_ all: [Opportunity], _ worlds: [OtherWorld]) -> [Shows] {
    [Word.appOpen, .interstitial, .rewarded, .rewardedInterstitial].compactMap { format in
      let own = all.filter { $0.place.format == format }
      if own.isEmpty { return nil }
      var shows = Shows(format: format)
      for opportunity in own {
        if opportunity.cameUp { shows.recorded += 1 }
        let answers = worlds.map { $0.answers[opportunity.index] }
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
