import AdSession

extension EvaluationContext {
  /// Whether the last `consent.updated` allows requests.
  var mayRequestAds: Truth {
    let consent = session.consent
    switch consent.canRequestAds {
    case nil: return Truth.unknown(.unknown).unless(hasGap(since: .none))
    case true?: return .yes(consent.updated)
    case false?: return Truth.no.unless(hasGap(since: consent.updated))
    }
  }

  /// Whether consent forbids requests of a slot; consent records are never lost, so the last one
  /// holds through gaps.
  var lacksConsent: Truth {
    guard captures(.consent) else { return .no }
    switch session.consent.canRequestAds {
    case nil: return .unknown(.unknown)
    case true?: return .no
    case false?: return .yes(session.consent.updated)
    }
  }
}
