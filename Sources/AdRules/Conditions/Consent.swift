import AdSession

extension EvaluationContext {
  /// How long after an action a consent form can be its result, in milliseconds of `t`.
  static var formOpening: Int64 { 10_000 }

  /// Whether the last `consent.updated` allows requests.
  var mayRequestAds: Truth {
    let consent = session.consent
    switch consent.canRequestAds {
    case nil: return Truth.unknown(.unknown).unless(hasGap(since: .none))
    case true?: return Truth.yes(consent.updated).unless(canHideKeptRecord(since: consent.updated))
    case false?: return Truth.no.unless(hasGap(since: consent.updated))
    }
  }

  /// Whether consent forbids requests of a slot.
  var lacksConsent: Truth {
    guard captures(.consent) else { return .no }
    let consent = session.consent
    switch consent.canRequestAds {
    case nil: return .unknown(.unknown)
    case true?: return Truth.no.unless(canHideKeptRecord(since: consent.updated))
    case false?: return Truth.yes(consent.updated).unless(canHideKeptRecord(since: consent.updated))
    }
  }

  /// Whether the SDK was not started, in a session that captures its start.
  var isSDKMissing: Truth {
    guard captures(.consent), session.consent.sdkStarted.isAbsent else { return .no }
    return Truth.yes(.none).unless(canHideKeptRecord(since: .none))
  }

  /// Whether a gap since a record can hide consent, the start of the SDK or of a preloader; O(gaps
  /// since then).
  ///
  /// A recorder keeps room for them, so that a loss that it reports does not hide them.
  func canHideKeptRecord(since start: EventIndex) -> Bool {
    guard hasGap(since: start) else { return false }
    let trace = evaluation.trace
    return trace.hidingGaps.reversed().contains { gap in
      start < EventIndex(gap.position) && gap.position <= index && !trace.isReported(gap)
    }
  }
}

extension Trace {
  /// Whether a `recorder.gap` reports all records that a gap lost.
  fileprivate func isReported(_ gap: Gap) -> Bool {
    guard gap.position > 0, gap.position < events.count else { return false }
    let next = events[gap.position]
    let missing = next.seq - events[gap.position - 1].seq - 1
    return next.kind == .recorderGap && missing <= next.dropped ?? 0
  }
}
