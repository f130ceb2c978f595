extension RuleBook {
  /// The rules of this group, in the order of the catalogue.
  static let freshness: [Rule] = [
    .appOpenMaxAge, .fullScreenMaxAge, .nativeMaxAge, .expiredAdNotShown, .expiredAdReplaced,
    .singleUseAd, .unexpiredAdNotThrownAway,
  ]
}
