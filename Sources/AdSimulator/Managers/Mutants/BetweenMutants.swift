extension Mutant {
  static let betweenRows: [Row] = [
    Row(
      "interstitial-at-launch", "An interstitial is shown before the main content.", "guide 6201362"
    ),
    Row(
      "actions-not-counted", "Interstitials come without actions of the user between them.",
      "guide 6201362"),
    Row("gap-not-kept", "Interstitials follow each other closely.", "domain 2.5, rule 77"),
    Row(
      "gap-from-show", "The distance of interstitials is counted from the show.",
      "property-testing 27"),
    Row("reward-not-granted", "A reward is never granted.", "incident C1"),
    Row("reward-granted-twice", "A reward is granted twice.", "incident C6"),
    Row("reward-of-another-amount", "A reward is granted with another amount.", "incident C6"),
    Row(
      "reward-granted-at-dismissal-only", "A reward is granted at the dismissal alone.",
      "incident C3"),
  ]
}
