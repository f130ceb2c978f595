import AdDecider
import AdSession

extension Driver {
  /// The SDK answers a request with an ad.
  func load(_ request: Int, _ ad: String) {
    guard let asked = trace.events.first(where: { $0.request == symbol("r-\(request)") }) else {
      return
    }
    record(.adLoaded) {
      $0.request = asked.request
      $0.unit = asked.unit
      $0.format = asked.format
      $0.scene = asked.scene
      $0.ad = symbol(ad)
    }
  }

  /// The SDK answers a request with an error.
  func fail(_ request: Int, code: Int64 = 1) {
    guard let asked = trace.events.first(where: { $0.request == symbol("r-\(request)") }) else {
      return
    }
    record(.adFailedToLoad) {
      $0.request = asked.request
      $0.unit = asked.unit
      $0.format = asked.format
      $0.scene = asked.scene
      $0.errorCode = code
    }
  }

  /// Something happens to an ad that was loaded.
  func ad(_ kind: EventKind, _ name: String, code: Int64? = nil) {
    let number = decider.session.state.adNumber(symbol(name)) ?? 0
    let known = decider.session.state.ads[number]
    record(kind) {
      $0.ad = known.ad
      $0.unit = known.unit
      $0.format = known.format
      $0.scene = known.scene
      $0.errorCode = code
    }
  }

  /// An ad comes up and is gone some time later.
  func showAndDismiss(_ name: String, after dwell: Int64 = 5_000) {
    ad(.adWillPresent, name)
    wait(dwell)
    ad(.adDismissed, name)
  }

  func leave() {
    record(.appResignedActive)
    record(.appEnteredBackground)
  }

  /// The user comes back after so many milliseconds in the background.
  func comeBack(after absence: Int64) {
    leave()
    now.t += absence
    now.wall += absence
    record(.appEnteringForeground)
    record(.appBecameActive)
  }

  func size(_ kind: EventKind, _ scene: String, width: Int64, isFull: Bool = true) {
    record(kind) {
      $0.scene = symbol(scene)
      $0.width = width
      $0.height = 800
      $0.fullScreen = isFull
      $0.orientation = .portrait
    }
  }

  /// What the last decision about showing was: `ready`, or the reason to skip.
  var lastReason: Word? {
    trace.events.last { $0.kind == .adShowDecided }?.reason
  }

  /// The last decision about showing.
  var lastDecision: Event? { trace.events.last { $0.kind == .adShowDecided } }

  /// The requests so far, oldest first.
  var requestEvents: [Event] { trace.events.filter { $0.kind == .adRequested } }
}
