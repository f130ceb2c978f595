import AdDecider
import AdSession
@testable import AdSimulator

/// Asks the simulator at each moment why no ad can be shown, and passes everything on to a manager.
final class MomentWitness: AdManager {
  /// The number of moments without a show of each slot, by reason in words.
  private(set) var reasons: [String: [String: Int]] = [:]
  /// The manager of the process.
  var manager: (any AdManager)?
  /// Changes the process before each of its events.
  var change: (World) -> Void = { _ in }
  private var shown: Set<String> = []
  private var decided: Set<String> = []
  private var attempts: [Symbol: String] = [:]
  private var requests: [Symbol: String] = [:]
  private var isSDKStarted = false
  /// The ads that the app discarded for their age.
  private var aged: Set<Symbol> = []

  /// The reasons of the slots that showed nothing.
  var unshown: [String: [String: Int]] { reasons.filter { !shown.contains($0.key) } }

  /// Misconfigured units fail again and again with one code, whose cause is documented only for the
  /// first failure.
  static func normal(_ reason: String) -> String {
    reason == "load failed: unknown cause" ? "load failed: configuration" : reason
  }

  func receive(_ event: Event, at index: Int, in world: World) {
    change(world)
    let captured = world.trace.captured
    if let kind = event.kind.eventClass, captured.contains(ClassSet(kind)) { take(event, world) }
    manager?.receive(event, at: index, in: world)
  }

  func wantsToShow(_ placement: Placement, trigger: Word, in world: World) {
    manager?.wantsToShow(placement, trigger: trigger, in: world)
  }

  func viewAppeared(_ placement: Placement, in world: World) {
    manager?.viewAppeared(placement, in: world)
  }

  func contentIsReady(in world: World) { manager?.contentIsReady(in: world) }

  /// Counts the moments that got no answer.
  func end() {
    for slot in decided { count("never presented", slot) }
    for slot in attempts.values { count("no answer to the presentation", slot) }
    for slot in requests.values { count("load unfinished", slot) }
  }

  private func count(_ reason: String, _ slot: String) {
    reasons[slot, default: [:]][reason, default: 0] += 1
  }

  private func take(_ event: Event, _ world: World) {
    let scene = world.profile.isMultiScene ? event.scene : .absent
    let slot = "\(world.text(event.unit)) \(world.text(scene))"
    switch event.kind {
    case .sdkStarted: isSDKStarted = true
    case .adShowDecided where event.format.isFullScreen: decide(event, slot, world)
    case .adPresentRequested:
      let isDecided = decided.remove(slot) != nil
      if let earlier = attempts[event.ad] {
        if !isDecided { return }
        count("no answer to the presentation", earlier)
      }
      attempts[event.ad] = slot
    case .adFailedToPresent:
      if let slot = attempts.removeValue(forKey: event.ad) {
        count("failed to present: " + cause(event.errorCode ?? 0, .adFailedToPresent, world), slot)
      }
    case .adWillPresent:
      attempts[event.ad] = nil
      shown.insert(slot)
    case .adRequested where !event.format.isFullScreen:
      if event.reason == .refresh || event.reason == .retry { return }
      if let ban = ban(world) { count(ban, slot) } else { requests[event.request] = slot }
    case .adFailedToLoad:
      guard let slot = requests.removeValue(forKey: event.request) else { return }
      count(failure(event.errorCode ?? 0, world), slot)
    case .adLoaded where !event.format.isFullScreen:
      requests[event.request] = nil
      shown.insert(slot)
    case .adDiscarded: if event.reason == .expired { aged.insert(event.ad) }
    default: break
    }
  }

  private func decide(_ event: Event, _ slot: String, _ world: World) {
    if decided.remove(slot) != nil { count("never presented", slot) }
    if event.outcome == .show {
      decided.insert(slot)
      return
    }
    let placement = Placement(unit: event.unit, format: event.format, scene: event.scene)
    switch event.reason {
    case .notReady, .expired, .absent: count(ban(world) ?? supply(placement, world), slot)
    case .noConsent: count("no consent", slot)
    case .showing: count("another ad on screen", slot)
    default:
      let words = event.reason.text?.split(separator: "_").joined(separator: " ")
      count(words ?? "", slot)
    }
  }

  /// What keeps the app from requests.
  private func ban(_ world: World) -> String? {
    if world.app.canRequestAds == false { return "no consent" }
    return isSDKStarted ? nil : "SDK not started"
  }

  /// What the simulated SDK has for a placement.
  private func supply(_ placement: Placement, _ world: World) -> String {
    let all = world.sdk.ads.filter { $0.placement == placement }
    let held = all.filter { !$0.isPresented && !$0.isDiscarded && !$0.hasExpired }
    if held.contains(where: { world.now - $0.loadedAt < world.maximumAge(of: placement) }) {
      return "an ad was ready"
    }
    guard let load = world.sdk.lastLoads[placement] else { return "nothing requested" }
    switch load.outcome {
    case .open: return "load unfinished"
    case .failed(let code): return failure(code, world)
    case .delivered:
      let isExpired = all.last.map { $0.hasExpired || aged.contains($0.name) } ?? false
      return isExpired || !held.isEmpty ? "ad expired" : "not requested again"
    }
  }

  private func failure(_ code: Int64, _ world: World) -> String {
    let cause = cause(code, .adFailedToLoad, world)
    return cause == "no fill" ? cause : "load failed: \(cause)"
  }

  private func cause(_ code: Int64, _ kind: EventKind, _ world: World) -> String {
    let cause = world.trace.header?.cause(ofCode: code, at: kind) ?? .absent
    if cause == .other { return "other cause" }
    return cause.text?.split(separator: "_").joined(separator: " ") ?? "unknown cause"
  }
}
