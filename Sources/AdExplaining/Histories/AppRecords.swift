internal import AdSession

extension EventKind {
  /// Whether a history may add, remove, move or change records of the kind: the app alone decides
  /// that they happen.
  ///
  /// What the SDK, a network, the user or the system did stays as it was recorded, unless it
  /// followed from a decision of the app.
  var isDecisionOfApp: Bool { origin == .app }
}

/// The app's records of a session and what follows from each.
struct AppRecords {
  let events: [Event]

  /// The record of the app that led to a record directly; nil if the SDK, the network or the user
  /// did.
  ///
  /// An answer to a request and an answer to a call are direct. A dismissal, a click or a payment
  /// is not.
  func cause(of index: Int) -> Int? {
    let event = events[index]
    if event.kind.isDecisionOfApp { return index }
    switch event.kind {
    case .adLoaded, .adFailedToLoad: return request(of: event.request, before: index)
    case .adWillPresent, .adFailedToPresent: return call(of: event.ad, before: index)
    default: return nil
    }
  }

  /// The decision to show an ad that a call carries out: the last one of the unit since the call
  /// before.
  func decision(of index: Int) -> Int? {
    let call = events[index]
    guard call.kind == .adPresentRequested else { return nil }
    for earlier in events[..<index].indices.reversed() {
      let event = events[earlier]
      if event.kind == .adPresentRequested && event.unit == call.unit { return nil }
      guard event.kind == .adShowDecided, event.unit == call.unit else { continue }
      let isOfAd = !event.ad.isPresent || event.ad == call.ad
      return event.outcome == .show && isOfAd ? earlier : nil
    }
    return nil
  }

  private func request(of name: Symbol, before index: Int) -> Int? {
    guard name.isPresent else { return nil }
    return events[..<index].lastIndex { $0.kind == .adRequested && $0.request == name }
  }

  private func call(of ad: Symbol, before index: Int) -> Int? {
    events[..<index].lastIndex { $0.kind == .adPresentRequested && $0.ad == ad }
  }

  /// The indexes of the records that exist only because of a record of the app, itself excluded.
  func consequences(of index: Int) -> [Int] {
    let event = events[index]
    let later = (index + 1)..<events.count
    switch event.kind {
    case .adRequested: return ofRequest(event.request, in: later)
    case .adPresentRequested, .nativeRendered: return ofPresentation(event.ad, in: later)
    case .splashBegan: return next(.splashFinished, in: later) { $0.scene == event.scene }
    case .suppressionBegan:
      return next(.suppressionEnded, in: later) { $0.why == event.why && $0.text == event.text }
    case .windowShown: return next(.windowClosed, in: later) { $0.window == event.window }
    default: return []
    }
  }

  private func next(
    _ kind: EventKind, in range: Range<Int>, where fits: (Event) -> Bool
  ) -> [Int] {
    events[range].firstIndex { $0.kind == kind && fits($0) }.map { [$0] } ?? []
  }

  /// The answers to a request, its adapter calls, and everything about the ads that it delivered.
  private func ofRequest(_ request: Symbol, in range: Range<Int>) -> [Int] {
    var ads = Set<Symbol>()
    var loads = Set<Symbol>()
    return range.filter { index in
      let event = events[index]
      if request.isPresent && event.request == request {
        if event.kind == .adLoaded { ads.insert(event.ad) }
        if event.load.isPresent { loads.insert(event.load) }
        return true
      }
      return event.ad.isPresent && ads.contains(event.ad)
        || event.load.isPresent && loads.contains(event.load)
    }
  }

  /// What the SDK reports about an ad from a call on, up to the next call, and the discard of the
  /// shown ad.
  private func ofPresentation(_ ad: Symbol, in range: Range<Int>) -> [Int] {
    let end =
      events[range].firstIndex { $0.kind == .adPresentRequested && $0.ad == ad } ?? range.upperBound
    return (range.lowerBound..<end).filter { index in
      guard events[index].ad == ad else { return false }
      switch events[index].kind {
      case .adWillPresent, .adFailedToPresent, .adWillDismiss, .adDismissed, .adImpression,
        .adClicked, .adPaid, .adRewardEarned, .adRewardGranted, .videoPlayed, .videoPaused,
        .videoEnded, .videoMuted, .videoUnmuted, .nativeUntracked:
        return true
      case .adDiscarded: return events[index].reason == .shown
      default: return false
      }
    }
  }
}
