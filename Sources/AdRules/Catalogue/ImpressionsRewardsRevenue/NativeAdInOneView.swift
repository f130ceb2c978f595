import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/native-ad-in-one-view`.
  public static let nativeAdInOneView = Rule(
    "native-ad-in-one-view", .impressionsRewardsRevenue, .warning, .native,
    observes: [.load, .visibility], policy: [.coverSeconds],
    "A native ad is shown by one view at a time.",
    precise: """
      view.appeared(A) while the last view.* of A is view.appeared ⇒ view.hidden(A) or \
      ad.discarded(A) within cover_s
      """,
    notes: """
      Only a `view.appeared` right after another one of the ad is an activation. A list that is \
      filled again shows the new row just before it hides the old one; that is answered in time. \
      If the record before it is lost, it is undecided unless it is answered.
      """,
    actor: .app,
    remedy: """
      Give each row of a list a native ad of its own, or leave rows without an ad where too few \
      were loaded.
      """,
    links: [.nativeAdsIOS],
    .response(
      to: .kind(.viewAppeared), where: { $0.isInView != .no }, correlation: .ad,
      answers: [.viewHidden, .adDiscarded], within: { _ in .coverSeconds },
      unless: { $0.isInView.doubtIfBroken },
      shownBy: { (EventIndex($0.last(.viewAppeared)), .none) },
      message: { "\($0.adName) appeared in a second view and did not leave the first\($1)" })
  )
}

extension EvaluationContext {
  /// Whether the last `view.*` of its ad is a `view.appeared`.
  fileprivate var isInView: Truth {
    let appeared = EventIndex(last(.viewAppeared))
    let hidden = EventIndex(last(.viewHidden))
    return Truth.seen(appeared > hidden ? appeared : .none)
      .unless(hasGap(since: max(appeared, hidden, loadedIndex)))
  }
}

extension Truth {
  /// No exemption where it is true; where it is unknown, an activation only if no answer comes.
  fileprivate var doubtIfBroken: Exemption { doubt.map(Exemption.onlyIfBroken) ?? .none }
}
