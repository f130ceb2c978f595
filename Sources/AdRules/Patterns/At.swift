public import AdSession

extension Pattern {
  /// Universality and comparison: a check judges each of these events.
  ///
  /// The check returns nil where the event is no activation. Set `failureOnly` to false for rules
  /// that need the time of an attempt: an attempt that is known only by its failure is then
  /// undecided.
  public static func at(
    _ triggers: Trigger..., failureOnly: Bool = true,
    where applies: (@Sendable (Evaluation) -> Bool)? = nil,
    check: @escaping @Sendable (EvaluationContext) -> Judgement?
  ) -> Pattern {
    Pattern(
      visits: [Visit(triggers, check: check)], judgesFailureOnly: failureOnly, applies: applies)
  }

  /// Bounded existence: an ad has at most one event of each of these kinds.
  public static func atMostOnce(_ kinds: EventKind..., message: String) -> Pattern {
    Pattern.atMostOnce(kinds, message: message)
  }

  private static func atMostOnce(_ kinds: [EventKind], message: String) -> Pattern {
    Pattern(kinds.map(Trigger.kind)) { context, state in
      guard let fact = context.event.kind.adFact else { return }
      let judgement = context.earlier(fact).forbids { earlier in
        // An event that names a format of other rules does not count.
        let format = context.event(at: earlier).format
        if format != .absent && !state.formats.includes(format) { return .kept }
        return context.violation(
          "\(context.adName) \(message) \(context.times(fact))", witness: [earlier])
      }
      state.report(judgement, of: context)
    }
  }

  /// Precedence: each of these events has an earlier `fact` of the same ad.
  public static func each(
    _ triggers: Trigger..., needsEarlier fact: AdFact, message: String
  ) -> Pattern {
    let visit = Visit(triggers) { context in
      context.earlier(fact).demands { context.violation("\(context.adName) \(message)") }
    }
    return Pattern(visits: [visit])
  }

  /// Absence: none of these events has an earlier `fact` of the same ad.
  public static func each(
    _ triggers: Trigger..., forbidsEarlier fact: AdFact, message: String
  ) -> Pattern {
    let visit = Visit(triggers) { context in
      context.earlier(fact).forbids { earlier in
        context.violation("\(context.adName) \(message)", witness: [earlier])
      }
    }
    return Pattern(visits: [visit])
  }
}
