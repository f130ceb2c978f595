internal import AdDecider
internal import AdRules
internal import AdSession

extension WhatIf {
  /// What the full-screen shows earned, in one currency.
  public struct Revenue: Equatable, Sendable {
    /// The currency, as written.
    public var currency: String
    /// What was recorded, in millionths of the currency unit.
    public var recorded: Int64 = 0
    /// What the shows earned that stay as they were recorded.
    public var least: Int64 = 0

    static func all(of trace: Trace, _ opportunities: [Opportunity], _ worlds: [OtherWorld])
      -> [Revenue]
    {
      var sure: Set<Symbol> = []
      var shown: Set<Symbol> = []
      for opportunity in opportunities {
        guard let ad = opportunity.ad else { continue }
        shown.insert(ad)
        let answers = worlds.map { $0.answers[opportunity.index] }
        if answers.allSatisfy({ $0 == .asRecorded }) { sure.insert(ad) }
      }
      var all: [Revenue] = []
      for event in trace.events where event.kind == .adPaid && shown.contains(event.ad) {
        let currency = trace.symbols.text(event.currency)
        let place = all.firstIndex { $0.currency == currency } ?? all.count
        if place == all.count { all.append(Revenue(currency: currency)) }
        let value = event.valueMicros ?? 0
        all[place].recorded &+= value
        if sure.contains(event.ad) { all[place].least &+= value }
      }
      return all
    }
  }

  /// What the rules find in the recorded session.
  public struct ViolationCounts: Equatable, Sendable {
    /// By the policy that was in force.
    public var recorded = 0
    /// By the other policy.
    public var other = 0
    /// Those of the latter that are not of what would be decided otherwise.
    public var left = 0
    /// The rules of those that are left, in the order of the catalogue.
    public var rules: [String] = []

    init(
      _ trace: Trace, policy: [PolicySetting], shownBefore: [PastShow], without ads: [Symbol],
      redecided: [Int]
    ) {
      let shows = shownBefore.map { OtherShows.Show(wall: $0.wall, day: $0.day) }
      let others = OtherShows(shows: shows)
      let before = Judge().judge(trace, otherShows: others)
      recorded = before.reduce(0) { $0 + $1.violations.count }
      let after = Judge(overrides: policy).judge(trace, otherShows: others)
      for (rule, result) in zip(RuleBook.all, after) {
        other += result.violations.count
        let rest = result.violations.filter { violation in
          !redecided.contains(violation.certainAt)
            && !violation.witness.contains { ads.contains(trace.events[$0].ad) }
        }
        left += rest.count
        if !rest.isEmpty { rules.append(rule.id) }
      }
    }
  }
}
