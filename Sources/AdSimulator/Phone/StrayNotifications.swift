import AdSession
import PropertyTesting

extension World {
  /// What the phone and the app tell, and can tell twice, late or in another order.
  private static let notifications: [EventKind] = [
    .appBecameActive, .appResignedActive, .appEnteredBackground, .appEnteringForeground,
    .appMemoryWarning, .appTimeChanged, .appLaunched, .deviceLocked, .deviceUnlocked, .splashBegan,
    .splashFinished, .contentShown, .userActed, .suppressionBegan, .suppressionEnded,
    .sceneConnected, .sceneResized, .sceneDisconnected, .windowClosed, .consentUpdated,
    .consentFormShown, .consentFormClosed, .sdkStarted, .trackingAnswered, .configChanged, .note,
  ]

  /// A notification whose time has gone, or has not come.
  func strayNotification() {
    guard faults.contains(.strayNotifications) else { return }
    let kinds = Self.notifications.filter { kind in
      kind.eventClass.map { profile.captures.contains($0) } ?? false
    }
    let kind = kinds[choices.pick(kinds.count)]
    switch kind {
    case .sceneConnected, .sceneResized:
      if let window = phone.scenes.last { recordSize(kind, window) }
    case .consentUpdated:
      if let consent = app.canRequestAds { record(kind) { $0.canRequestAds = consent } }
    case .configChanged: repeatPolicy()
    default: record(kind) { fill(&$0) }
    }
  }

  /// What still comes in the last seconds of the process.
  func planLastStrays() {
    guard faults.contains(.strayNotifications) || faults.contains(.strayCallbacks) else { return }
    if strikes(.strayNotifications, 0.3) { later(50) { $0.record(.appTerminating) } }
    for _ in 0..<4 {
      if strikes(.strayNotifications, 0.7) { later(drawTime(0...5_000)) { $0.strayNotification() } }
      if strikes(.strayCallbacks, 0.5), let ad = sdk.ads.last?.name {
        later(drawTime(0...5_000)) { $0.strayCallback(of: ad) }
      }
    }
  }

  private func fill(_ event: inout Event) {
    switch event.kind {
    case .appLaunched: event.cold = true
    case .appTimeChanged: event.reason = .clock
    case .deviceLocked, .deviceUnlocked: event.confidence = .hint
    case .suppressionBegan, .suppressionEnded: event.why = .other
    case .sceneDisconnected: event.scene = phone.scenes.last?.scene ?? symbol("main")
    case .splashBegan, .splashFinished: event.scene = splashScene
    case .contentShown: event.scene = phone.scenes.isEmpty ? .absent : phone.scenes[0].scene
    case .windowClosed: event.text = symbol("w-\(max(1, app.windowsSoFar))")
    case .note: event.text = symbol("again")
    default: break
    }
  }

  /// The thresholds come once more, as they are.
  private func repeatPolicy() {
    let cap = PolicySetting(.dailyCap, app.policy.value(.dailyCap) ?? 20)
    trace.policyChanges[trace.events.count] = [cap]
    record(.configChanged) { $0.source = .remote }
  }
}
