import AdSession
import PropertyTesting

extension World {
  /// The app stops being in use, and is again some time later: a dialog, a sheet, a call.
  func showDialog(for duration: Int64) {
    resign()
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

  /// The phone is locked and unlocked again.
  func lockPhone(for duration: Int64) {
    let isTold = !strikes(.lockNotTold)
    let isLate = isTold && strikes(.lockToldLate)
    let after = isTold && !isLate ? drawTime(-1...1_500, towards: -1) : 0
    resign()
    if isTold && after < 0 { record(.deviceLocked) { $0.confidence = .hint } }
    advance(by: drawTime(0...900, towards: 0))
    enterBackground()
    if isTold && !isLate && after >= 0 {
      advance(by: after)
      record(.deviceLocked) { $0.confidence = .hint }
    }
    advance(by: max(0, duration - after))
    let unlocksFirst = isTold && !isLate && choices.bool()
    if unlocksFirst { record(.deviceUnlocked) { $0.confidence = .hint } }
    enterForeground()
    if isLate { record(.deviceLocked) { $0.confidence = .hint } }
    if isTold && !unlocksFirst { record(.deviceUnlocked) { $0.confidence = .hint } }
    advance(by: drawTime(0...300, towards: 0))
    activate()
  }

  /// The app returns to the screen.
  func comeBack() {
    if isOver { return }
    enterForeground()
    advance(by: choices.bool(probability: 0.3) ? 0 : pause(0...300))
    activate()
  }

  func resign() {
    guard phone.stage == .active else { return }
    phone.stage = .inactive
    record(.appResignedActive)
  }

  func activate() {
    guard !isOver, phone.stage == .inactive else { return }
    phone.stage = .active
    record(.appBecameActive)
  }

  func enterBackground() {
    guard !isOver, phone.stage == .inactive else { return }
    phone.stage = .background
    phone.suspendedAt = clock.t + drawTime(2_000...30_000, towards: 5_000)
    mark(limit(.minBackgroundSeconds))
    record(.appEnteredBackground)
  }

  func enterForeground() {
    guard !isOver, phone.stage == .background else { return }
    phone.stage = .inactive
    record(.appEnteringForeground)
    resume()
  }

  /// The app is told that it ends, and ends; sometimes it lives on for a while before.
  func terminate() {
    guard !isOver else { return }
    phone.isEnding = true
    record(.appTerminating)
    if strikes(.lateEnd, 0.5) {
      if choices.bool(probability: 0.3) { resign() }
      if choices.bool(probability: 0.3) { enterBackground() }
      planLastStrays()
      advance(by: drawTime(100...5_000, towards: 1_000))
    }
    end(reason: .terminated)
  }

  /// The app's recorder ends the session, and the process goes on without one, or ends.
  func end(reason: Word) {
    guard !isOver else { return }
    record(.sessionEnded) { $0.reason = reason }
    isOver = true
    trace.end = .clean
  }

  /// The process ends without being told before.
  func die() {
    guard !isOver else { return }
    isOver = true
    trace.end = .cut
    if strikes(.lostRecords, 0.3) { loseTail() }
  }

  /// The process ends, in one of the ways in which processes end.
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
