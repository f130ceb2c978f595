internal import AdDecider
internal import AdRules
internal import AdSession

extension WhatIf {
  /// The revenue of full-screen shows in one currency.
  public struct Revenue: Equatable, Sendable {
    /// The currency, as written.
    public var currency: String
    /// The recorded revenue in millionths of the currency unit.
    public var recorded: Int64 = 0
    /// The revenue of the shows that the other policy keeps, in the same unit.
    public var least: Int64 = 0

    static func all(
      of trace: Trace, _ opportunities: [Opportunity], _ replays: [CounterfactualReplay]
    )
      -> [Revenue]
    {
      var sure: Set<Symbol> = []
      var shown: Set<Symbol> = []
      for opportunity in opportunities {
        guard let ad = opportunity.ad else { continue }
        shown.insert(ad)
        let answers = replays.map { $0.answers[opportunity.index] }
        if answers.allSatisfy({ $0 == .asRecorded }) { sure.insert(ad) }
      }
      var all: [Revenue] = []
      for event in trace.events where event.kind == .adPaid && shown.contains(event.ad) {
        let currency = trace.symbols.text(event.currency)
        let index = all.firstIndex { $0.currency == currency } ?? all.count
        if index == all.count { all.append(Revenue(currency: currency)) }
        let value = event.valueMicros ?? 0
        all[index].recorded &+= value
        if sure.contains(event.ad) { all[index].least &+= value }
      }
      return all
    }
  }

  /// The violations in the recorded session under two policies.
  public struct ViolationCounts: Equatable, Sendable {
    /// The violations under the policy that was in force.
    public var recorded = 0
    /// The violations under the other policy.
    public var other = 0
    /// The violations under the other policy that are unrelated to a changed decision.
    public var unrelated = 0
    /// The rules of the unrelated violations, in the order of the catalogue.
    public var rules: [String] = []

    init(
      _ trace: Trace, policy: [PolicySetting], shownBefore: [PastShow], without ads: [Symbol],
      redecided: [Int]
    ) {
      let shows = shownBefore.map { OtherShows.Show(wall: $0.wall, day: $0.day) }
      let others = OtherShows.atLeast(shows)
      let before = Judge().judge(trace, otherShows: others)
      recorded = before.reduce(0) { $0 + $1.violationCount }
      let after = Judge(overrides: policy).judge(trace, otherShows: others)
      let redecided = Set(redecided)
      let ads = Set(ads)
      for (rule, result) in zip(RuleBook.all, after) {
        other += result.violationCount
        let rest = result.violations.filter { violation in
          !redecided.contains(violation.certainAt)
            && !violation.witness.contains { ads.contains(trace.events[$0].ad) }
        }
        unrelated += rest.count
        if !rest.isEmpty { rules.append(rule.id) }
      }
    }
  }
}
