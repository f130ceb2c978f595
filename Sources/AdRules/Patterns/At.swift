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
      visits: [Visit(triggers, check: check)], judgesFailureOnly: failureOnly, applies: applies)
  }

  /// Bounded existence: of each of these kinds, an ad has at most one event.
  public static func atMostOnce(_ kinds: EventKind..., says: String) -> Pattern {
    Pattern.atMostOnce(kinds, says: says)
  }

  private static func atMostOnce(_ kinds: [EventKind], says: String) -> Pattern {
    let visit = Visit(kinds.map(Trigger.kind)) { moment in
      guard let fact = moment.event.kind.adFact else { return nil }
      if let earlier = moment.first(fact) {
        return moment.violation("\(moment.adName) \(says) twice", witness: [earlier])
      }
      return moment.hasGapSinceBirth ? .undecided(.gap) : .kept
    }
    return Pattern(visits: [visit])
  }

  /// Precedence: each of these events has an earlier one of the kind `fact` of the same ad.
  public static func each(
    _ triggers: Trigger..., needsEarlier fact: AdFact, says: String
  ) -> Pattern {
    let visit = Visit(triggers) { moment in
      if moment.first(fact) != nil { return .kept }
      return moment.hasGapSinceBirth
        ? .undecided(.gap) : moment.violation("\(moment.adName) \(says)")
    }
    return Pattern(visits: [visit])
  }

  /// Absence: none of these events has an earlier one of the kind `fact` of the same ad.
  public static func each(
    _ triggers: Trigger..., forbidsEarlier fact: AdFact, says: String
  ) -> Pattern {
    let visit = Visit(triggers) { moment in
      if let earlier = moment.first(fact) {
        return moment.violation("\(moment.adName) \(says)", witness: [earlier])
      }
      return moment.hasGapSinceBirth ? .undecided(.gap) : .kept
    }
    return Pattern(visits: [visit])
  }
}
