import AdSession

extension Pattern {
  /// Universality over an ad's life: every event that names an ad, but for some kinds.
  static func eventsOfAds(
    except exceptions: [EventKind], check: @escaping @Sendable (Moment) -> Judgement?
  ) -> Pattern {
    let kinds = Vocabulary.entries.filter { entry in
      entry.fields.contains { $0.name == .ad } && !exceptions.contains(entry.kind)
    }
    return Pattern(kinds.map { .kind($0.kind) }) { moment, monitor in
      guard moment.event.ad.isPresent, let judgement = check(moment) else { return }
      monitor.report(judgement, of: moment)
    }
  }
}
