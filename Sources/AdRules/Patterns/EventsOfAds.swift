import AdSession

extension Pattern {
  /// Universality over the life of an ad: a check judges every event that names an ad, except some
  /// kinds.
  static func eventsOfAds(
    except exceptions: [EventKind], check: @escaping @Sendable (EvaluationContext) -> Judgement?
  ) -> Pattern {
    let kinds = Vocabulary.entries.filter { entry in
      entry.fields.contains { $0.name == .ad } && !exceptions.contains(entry.kind)
    }
    let visit = Visit(kinds.map { .kind($0.kind) }, needsAd: true, check: check)
    return Pattern(visits: [visit], judgesOverlays: true)
  }
}
