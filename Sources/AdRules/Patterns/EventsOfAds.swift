import AdSession

extension Pattern {
  /// Universality over an ad's life: every event that names an ad, but for some kinds.
  static func eventsOfAds(
    except exceptions: [EventKind], check: @escaping @Sendable (Moment) -> Judgement?
  ) -> Pattern {
    let kinds = Vocabulary.entries.filter { entry in
      entry.fields.contains { $0.name == .ad } && !exceptions.contains(entry.kind)
    }
    return .at(kinds.map { .kind($0.kind) }) { $0.event.ad.isPresent ? check($0) : nil }
  }
}
