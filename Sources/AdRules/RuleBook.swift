/// The 108 rules, in the order of the catalogue.
public enum RuleBook {
  /// Every rule.
  public static let all: [Rule] =
    freshness + loading + presentation + coldStart + backgroundLockCaps + adWindow
    + severalWindows + mediation + impressionsRewardsRevenue + environment

  /// The rule of this id; nil where there is none.
  public static func rule(_ id: String) -> Rule? { all.first { $0.id == id } }
}
