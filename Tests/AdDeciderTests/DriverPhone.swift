import AdDecider
import AdSession

extension Driver {
  /// Records that a request, by number from 1, loaded an ad.
  func load(_ request: Int, _ ad: String) {
    guard let requested = trace.events.first(where: { $0.request == symbol("r-\(request)") }) else {
      return
    }
    record(.adLoaded) {
      $0.request = requested.request
      $0.unit = requested.unit
      $0.format = requested.format
      $0.scene = requested.scene
      $0.ad = symbol(ad)
    }
  }

  /// Records that a request, by number from 1, failed with an error code.
  func fail(_ request: Int, code: Int64 = 1) {
    guard let requested = trace.events.first(where: { $0.request == symbol("r-\(request)") }) else {
      return
    }
    record(.adFailedToLoad) {
      $0.request = requested.request
      $0.unit = requested.unit
      $0.format = requested.format
      $0.scene = requested.scene
      $0.errorCode = code
    }
  }

  /// Records an event of a loaded ad.
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

  /// Records that an ad appears and is dismissed after a time in milliseconds.
  func showAndDismiss(_ name: String, after dwell: Int64 = 5_000) {
    ad(.adWillPresent, name)
    wait(dwell)
    ad(.adDismissed, name)
  }

  func leave() {
    record(.appResignedActive)
    record(.appEnteredBackground)
  }

  /// Records that the user leaves the app and returns after a time in milliseconds.
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

  /// The reason of the last decision to show or skip: `ready` for a show.
  var lastReason: Word? {
    trace.events.last { $0.kind == .adShowDecided }?.reason
  }

  /// The last record of a decision to show or skip.
  var lastDecision: Event? { trace.events.last { $0.kind == .adShowDecided } }

  /// The records of all requests, oldest first.
  var requestEvents: [Event] { trace.events.filter { $0.kind == .adRequested } }
}
