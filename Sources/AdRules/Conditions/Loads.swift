internal import AdSession

extension EvaluationContext {
  /// At an `ad.loaded`, whether it came twice, the same ad of the same request, or delivers an ad
  /// object again.
  var isRepeatedLoad: Bool {
    if event.again == true { return true }
    guard let ad = adState, ad.loadedIndex.isPresent, let request = ad.request.index else {
      return false
    }
    return session.requests[request].request == event.request
  }

  /// At an `ad.loaded`, whether the view asked for it by itself: its request has reason `refresh`.
  var isRefresh: Bool {
    guard let requested = requestState?.requestedIndex.index else { return false }
    return event(at: requested).reason == .refresh
  }

  /// At an `ad.loaded`, whether its request is not seen, and can be lost.
  var hasLostRequest: Bool {
    hasGap(since: .none) && requestState?.requestedIndex.isPresent != true
  }

  /// Whether the ad of an earlier `ad.loaded` was discarded after it.
  func wasDiscarded(adAt loaded: Int) -> Bool {
    let ad = session.adNumber(event(at: loaded).ad)
    return ad.map { session.facts.last(.discarded, of: $0) ?? -1 > loaded } ?? false
  }
}
