internal import AdSession

/// How much in a session cannot have happened so: a callback without its call, a return of an app that
/// never left.
///
/// A journal that is to be acted again must be believable: a manager that sees an ad shown which it
/// never loaded does nothing that says anything. What the whole session leaves unexplained, its parts
/// may, too.
struct Plausibility {
  private var counts: [Demand: Int] = [:]

  private enum Demand: CaseIterable {
    case answered, requested, loaded, called, shown, phase, lock, pair, scene, adapter
    case launched, allowed, started, active, returned
  }

  /// Whether nothing is less plausible here than in another session.
  func isAtMost(_ other: Plausibility) -> Bool {
    Demand.allCases.allSatisfy { counts[$0] ?? 0 <= other.counts[$0] ?? 0 }
  }

  init(_ events: [Event]) {
    var seen = Seen()
    for event in events { judge(event, &seen) }
    counts[.answered] = seen.open.count
    demand(.returned, seen.phase != .appEnteringForeground)
  }

  /// What came before.
  private struct Seen {
    var requests: [Symbol] = []
    var open: [Symbol] = []
    var ads: [Symbol] = []
    var called: [Symbol] = []
    var shown: [Symbol] = []
    var loads: [Symbol] = []
    var scenes: [Symbol] = []
    var kinds: [EventKind] = []
    var phase = EventKind.appLaunched
    var isLocked = false
  }

  private mutating func judge(_ event: Event, _ seen: inout Seen) {
    judgeLoad(event, &seen)
    judgePresent(event, &seen)
    judgePhone(event, &seen)
    judgePairs(event, seen)
    if !seen.kinds.contains(event.kind) { seen.kinds.append(event.kind) }
  }

  private mutating func demand(_ demand: Demand, _ isMet: Bool) {
    if !isMet { counts[demand, default: 0] += 1 }
  }

  private mutating func judgeLoad(_ event: Event, _ seen: inout Seen) {
    switch event.kind {
    case .adRequested:
      seen.requests.append(event.request)
      seen.open.append(event.request)
      demand(.launched, seen.kinds.contains(.appLaunched))
      demand(.allowed, seen.kinds.contains(.consentUpdated))
      demand(.started, seen.kinds.contains(.sdkStarted))
      demand(.active, seen.kinds.contains(.appBecameActive))
    case .adLoaded, .adFailedToLoad:
      demand(.requested, seen.requests.contains(event.request))
      seen.open.removeAll { $0 == event.request }
      if event.ad.isPresent { seen.ads.append(event.ad) }
    case .adapterLoadCalled:
      demand(.adapter, seen.requests.contains(event.request))
      seen.loads.append(event.load)
    case .adapterCompleted, .adapterReported, .adapterTold:
      demand(.adapter, seen.loads.contains(event.load))
    case .nativeMapped: break
    default:
      if event.ad.isPresent { demand(.loaded, seen.ads.contains(event.ad)) }
    }
  }

  private mutating func judgePresent(_ event: Event, _ seen: inout Seen) {
    switch event.kind {
    case .adPresentRequested: seen.called.append(event.ad)
    case .adWillPresent:
      demand(.called, seen.called.contains(event.ad))
      seen.shown.append(event.ad)
    case .adFailedToPresent: demand(.called, seen.called.contains(event.ad))
    case .adWillDismiss, .adDismissed: demand(.shown, seen.shown.contains(event.ad))
    case .adImpression, .adClicked, .adPaid, .adRewardEarned:
      if Word.fullScreen.contains(event.format) {
        demand(.shown, seen.shown.contains(event.ad))
      }
    default: break
    }
  }

  private mutating func judgePhone(_ event: Event, _ seen: inout Seen) {
    switch event.kind {
    case .appBecameActive:
      demand(.phase, seen.phase != .appBecameActive && seen.phase != .appEnteredBackground)
      seen.phase = event.kind
    case .appResignedActive:
      demand(.phase, seen.phase == .appBecameActive)
      seen.phase = event.kind
    case .appEnteredBackground:
      demand(.phase, seen.phase != .appBecameActive && seen.phase != .appEnteredBackground)
      seen.phase = event.kind
    case .appEnteringForeground:
      demand(.phase, seen.phase == .appEnteredBackground)
      seen.phase = event.kind
    case .deviceLocked, .deviceUnlocked:
      demand(.lock, seen.isLocked == (event.kind == .deviceUnlocked))
      seen.isLocked = event.kind == .deviceLocked
    case .sceneConnected: seen.scenes.append(event.scene)
    case .sceneResized, .sceneDisconnected:
      demand(.scene, seen.scenes.contains(event.scene))
    default: break
    }
  }

  private mutating func judgePairs(_ event: Event, _ seen: Seen) {
    let first: EventKind
    switch event.kind {
    case .splashFinished: first = .splashBegan
    case .suppressionEnded: first = .suppressionBegan
    case .windowClosed: first = .windowShown
    case .consentFormClosed: first = .consentFormShown
    default: return
    }
    demand(.pair, seen.kinds.contains(first))
  }
}

extension Word {
  /// The formats that cover the screen.
  static let fullScreen: [Word] = [.appOpen, .interstitial, .rewarded, .rewardedInterstitial]
}
