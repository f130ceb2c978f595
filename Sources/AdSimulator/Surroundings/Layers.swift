import AdSession
import PropertyTesting

extension World {
  /// Passes a callback of the SDK through the bridge of a plugin to the code of the app.
  func passOn(_ event: Event) {
    guard let what = Self.callback(of: event.kind) else { return }
    if Self.isOptional(what) && choices.bool() { return }
    let wait = drawTime(1...150, towards: 2)
    later(wait) { $0.recordCallback(what, of: event, in: .bridge) }
    if bug == .callbackLostInBridge && what == .dismissed { return }
    later(wait + drawTime(0...150, towards: 1)) { $0.recordCallback(what, of: event, in: .app) }
    if bug == .callbackInvented && what == .willPresent {
      later(wait) { $0.recordCallback(.dismissed, of: event, in: .app) }
    }
  }

  /// The name of the callback that reports a kind; nil for all other kinds.
  private static func callback(of kind: EventKind) -> Word? {
    switch kind {
    case .adLoaded: .loaded
    case .adFailedToLoad: .failedToLoad
    case .adWillPresent: .willPresent
    case .adFailedToPresent: .failedToPresent
    case .adDismissed: .dismissed
    case .adImpression: .impression
    case .adClicked: .click
    case .adPaid: .paid
    case .adRewardEarned: .reward
    default: nil
    }
  }

  /// Whether only some apps pass on the callback.
  private static func isOptional(_ what: Word) -> Bool {
    [.impression, .click, .paid].contains(what)
  }

  private func recordCallback(_ what: Word, of event: Event, in layer: Word) {
    record(.callbackReceived) {
      $0.layer = layer
      $0.what = what
      $0.ad = event.ad
      $0.request = event.request
      $0.unit = event.unit
    }
  }
}
