internal import AdSession

/// What an ad manager must learn before it does as the app of an incident did.
///
/// The rule may not need these records. But without them, a reenactment never asks the manager
/// under test to load or to show an ad, and proves nothing.
struct Leads {
  /// An action of the app and one record that leads to it, by their `seq`.
  private var leads: [(action: Int64, lead: Int64)] = []

  init(_ events: [Event]) {
    for (index, event) in events.enumerated() {
      for lead in Self.leads(to: event, in: events, before: index) {
        leads.append((event.seq, events[lead].seq))
      }
    }
  }

  private static func leads(to event: Event, in events: [Event], before index: Int) -> [Int] {
    func last(_ kind: EventKind, where isMeant: (Event) -> Bool = { _ in true }) -> Int? {
      events[..<index].lastIndex { $0.kind == kind && isMeant($0) }
    }
    func isOfSameAd(_ other: Event) -> Bool { other.ad == event.ad }
    switch event.kind {
    case .adRequested:
      return permissions(events, scene: event.scene)
    case .adPresentRequested:
      // An earlier return or activation led to nothing: the ad was not at hand.
      let loaded = last(.adLoaded, where: isOfSameAd) ?? -1
      return [last(.appEnteringForeground), last(.appBecameActive)].compactMap { $0 }
        .filter { $0 > loaded }
    case .adFitChecked:
      return [last(.sceneResized) { $0.scene == event.scene }].compactMap { $0 }
    case .adRewardGranted:
      return [.adPresentRequested, .adWillPresent, .adRewardEarned].compactMap {
        last($0, where: isOfSameAd)
      }
    default: return []
    }
  }

  /// The first consent, start of the SDK and window; they can come after a request that is too
  /// early.
  private static func permissions(_ events: [Event], scene: Symbol) -> [Int] {
    [
      events.firstIndex { $0.kind == .consentUpdated && $0.canRequestAds == true },
      events.firstIndex { $0.kind == .sdkStarted },
      events.firstIndex { $0.kind == .sceneConnected && (!scene.isPresent || $0.scene == scene) },
    ].compactMap { $0 }
  }

  /// Whether some of the events contain what leads to each action among them.
  func areKept(in events: [Event]) -> Bool {
    needed(for: events).allSatisfy { Self.has($0, events) }
  }

  /// The `seq` of what leads to the actions among some of the events.
  func needed(for events: [Event]) -> [Int64] {
    leads.filter { Self.has($0.action, events) }.map(\.lead)
  }

  /// Whether events, in the order of their `seq`, have one with this `seq`.
  private static func has(_ seq: Int64, _ events: [Event]) -> Bool {
    var (low, high) = (0, events.count)
    while low < high {
      let middle = (low + high) / 2
      if events[middle].seq < seq { low = middle + 1 } else { high = middle }
    }
    return low < events.count && events[low].seq == seq
  }
}
