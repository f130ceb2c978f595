extension Mutant {
  static let betweenRows: [Row] = [
    Row(
      "interstitial-at-launch", "An interstitial is shown before the main content.",
      reference: "https://support.google.com/admob/answer/6201362"),
    Row(
      "actions-not-counted", "Interstitials are shown without user actions between them.",
      reference: "https://support.google.com/admob/answer/6201362"),
    Row("gap-not-kept", "Interstitials are shown without the minimum interval."),
    Row(
      "gap-from-show",
      "The interval between interstitials is measured from the show, not from the dismissal."),
    Row(
      "reward-not-granted", "A reward is never granted.",
      reference: "https://github.com/googleads/googleads-mobile-ios-mediation/issues/267"),
    Row(
      "reward-granted-twice", "A reward is granted twice.",
      reference: "https://github.com/marcojak/MauiMTAdmob/issues/85"),
    Row(
      "reward-of-another-amount", "A reward is granted with another amount.",
      reference: "https://github.com/marcojak/MauiMTAdmob/issues/85"),
    Row(
      "reward-granted-at-dismissal-only", "A reward is granted only when the ad is dismissed.",
      reference: "https://github.com/AppLovin/AppLovin-MAX-Unity-Plugin/issues/520"),
  ]
}
