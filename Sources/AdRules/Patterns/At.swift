public import AdSession

extension Pattern {
  /// Universality and comparison: at each of these events, a check says what it is worth.
  ///
  /// The check answers nil where the event is no activation. Set `failureOnly` to false for rules
  /// that ask when an ad was attempted: an attempt known by its failure only is then undecided.
  public static func at(
    _ triggers: Trigger..., failureOnly: Bool = true,
    where applies: (@Sendable (Run) -> Bool)? = nil,
    check: @escaping @Sendable (Moment) -> Judgement?
  ) -> Pattern {
    Pattern(
      triggers, judgesFailureOnly: failureOnly,
      visit: { moment, monitor in
        if let judgement = check(moment) { monitor.report(judgement, of: moment) }
      }, applies: applies)
  }

  /// Bounded existence: of each of these kinds, an ad has at most one event.
  public static func atMostOnce(_ kinds: EventKind..., says: String) -> Pattern {
    Pattern.atMostOnce(kinds, says: says)
  }

  private static func atMostOnce(_ kinds: [EventKind], says: String) -> Pattern {
    Pattern(
      kinds.map(Trigger.kind),
      visit: { moment, monitor in
        guard let fact = moment.event.kind.adFact else { return }
        let judgement: Judgement =
          if let earlier = moment.first(fact) {
            moment.violation("\(moment.adName) \(says) twice", witness: [earlier])
          } else {
            moment.hasGapSinceBirth ? .undecided(.gap) : .kept
          }
        monitor.report(judgement, of: moment)
      })
  }

  /// Precedence: each of these events has an earlier one of the kind `fact` of the same ad.
  public static func each(
    _ triggers: Trigger..., needsEarlier fact: AdFact, says: String
  ) -> Pattern {
    Pattern(
      triggers,
      visit: { moment, monitor in
        let judgement: Judgement =
          if moment.first(fact) != nil {
            .kept
          } else {
            moment.hasGapSinceBirth
              ? .undecided(.gap) : moment.violation("\(moment.adName) \(says)")
          }
        monitor.report(judgement, of: moment)
      })
  }

  /// Absence: none of these events has an earlier one of the kind `fact` of the same ad.
  public static func each(
    _ triggers: Trigger..., forbidsEarlier fact: AdFact, says: String
  ) -> Pattern {
    Pattern(
      triggers,
      visit: { moment, monitor in
        let judgement: Judgement =
          if let earlier = moment.first(fact) {
            moment.violation("\(moment.adName) \(says)", witness: [earlier])
          } else {
            moment.hasGapSinceBirth ? .undecided(.gap) : .kept
          }
        monitor.report(judgement, of: moment)
      })
  }
}
