import AdSession
import PropertyTesting

extension World {
  /// Makes the app inactive for some milliseconds: a dialog, a sheet, a phone call.
  func showDialog(for duration: Int64) {
    resign()
    if faults.contains(.dialogs) { planMoment(underCoverFor: duration) }
    advance(by: duration)
    if !isOver { activate() }
  }

  /// The user leaves the app and comes back.
  func leave(for range: ClosedRange<Int64>) {
    if phone.isEnding { return }
    resign()
    advance(by: drawTime(0...900, near: [0]))
    enterBackground()
    advance(by: pause(range))
    comeBack()
  }

  /// Locks the phone for some milliseconds.
  func lockPhone(for duration: Int64) {
    let isReported = !strikes(.lockNotReported)
    let isLate = isReported && strikes(.lockReportedLate)
    let after = isReported && !isLate ? drawTime(-1...1_500, towards: -1) : 0
    resign()
    if isReported && after < 0 { record(.deviceLocked) { $0.confidence = .hint } }
    advance(by: drawTime(0...900, towards: 0))
    enterBackground()
    if isReported && !isLate && after >= 0 {
      advance(by: after)
      record(.deviceLocked) { $0.confidence = .hint }
    }
    advance(by: max(0, duration - after))
    let unlocksFirst = isReported && !isLate && choices.bool()
    if unlocksFirst { record(.deviceUnlocked) { $0.confidence = .hint } }
    enterForeground()
    if isLate { record(.deviceLocked) { $0.confidence = .hint } }
    if isReported && !unlocksFirst { record(.deviceUnlocked) { $0.confidence = .hint } }
    advance(by: drawTime(0...300, towards: 0))
    activate()
  }

  /// Brings the app back to the foreground.
  func comeBack() {
    if isOver { return }
    enterForeground()
    advance(by: choices.bool(probability: 0.3) ? 0 : pause(0...300))
    activate()
  }

  func resign() {
    guard phone.activation == .active else { return }
    phone.activation = .inactive
    record(.appResignedActive)
  }

  func activate() {
    guard !isOver, phone.activation == .inactive else { return }
    phone.activation = .active
    record(.appBecameActive)
  }

  func enterBackground() {
    guard !isOver, phone.activation == .inactive else { return }
    phone.activation = .background
    phone.suspendedAt = clock.t + drawTime(2_000...30_000, towards: 5_000)
    mark(limit(.minBackgroundSeconds))
    record(.appEnteredBackground)
  }

  /// - Parameter announce: Records what changed while the app was away.
  ///
  ///   An app under test is notified before the callbacks that waited: the phone knows the new time
  ///   zone at once, and the day of a show must be the same for both.
  func enterForeground(_ announce: () -> Void = {}) {
    guard !isOver, phone.activation == .background else { return }
    phone.activation = .inactive
    record(.appEnteringForeground)
    if isUnderTest { announce() }
    resume()
    if !isUnderTest { announce() }
  }

  /// Notifies the app that it terminates, and ends the process, sometimes seconds later.
  func terminate() {
    guard !isOver else { return }
    phone.isEnding = true
    record(.appTerminating)
    if around.preloader != nil && choices.bool() { stopPreloader() }
    if strikes(.lateEnd, 0.5) {
      if choices.bool(probability: 0.3) { resign() }
      if choices.bool(probability: 0.3) { enterBackground() }
      planLastStrays()
      advance(by: drawTime(100...5_000, towards: 1_000))
    }
    end(reason: .terminated)
  }

  /// Records the end of the session; nothing is recorded afterwards.
  func end(reason: Word) {
    guard !isOver else { return }
    record(.sessionEnded) { $0.reason = reason }
    storage.previousEnd = bug == .crashesAtExit ? .crash : .orderly
    isOver = true
    trace.end = .clean
  }

  /// Ends the process without a notification.
  func die(of how: Word = .unknown) {
    guard !isOver else { return }
    storage.previousEnd = how
    isOver = true
    trace.end = .cut
    if strikes(.lostRecords, 0.3) { loseTail() }
  }

  /// Ends the process in a random way.
  func finish() {
    if !choices.bool(probability: 0.6) { return die() }
    if choices.bool(probability: 0.8) { return terminate() }
    switch choices.pick(3) {
    case 1: resign()
    case 2:
      resign()
      enterBackground()
    default: break
    }
    end(reason: .other)
  }
}
