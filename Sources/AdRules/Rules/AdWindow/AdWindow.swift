extension RuleBook {
  /// The rules of this group, in the order of the catalogue.
  static let adWindow: [Rule] = [
    .adWindowClosed, .adWindowHasAScene,
  ]
}
