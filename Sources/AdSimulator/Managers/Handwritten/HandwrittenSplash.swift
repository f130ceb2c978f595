internal import AdDecider
import AdSession

extension HandwrittenManager {
  /// The maximum time that the loading screen waits for an ad, in milliseconds.
  ///
  /// Short enough for the answer to a call of present to arrive in time.
  var longestWaitOnSplash: Int64 { has(.splashWaitsTooLong) ? 7_800 : 2_900 }

  /// The time in milliseconds that the loading screen has been up, without consent forms.
  var splashTime: Int64 {
    guard let began = splashBeganAt else { return 0 }
    return activeNow - began - formTime - (formSince.map { activeNow - $0 } ?? 0)
  }

  func beginSplash() {
    splashBeganAt = activeNow
    formTime = 0
    if has(.splashWaitsForEver) { return }
    watchSplash(after: longestWaitOnSplash + 1)
  }

  private func watchSplash(after delay: Int64) {
    world.schedule(after: delay) { [self] in
      guard splashBeganAt != nil else { return }
      if splashTime <= longestWaitOnSplash {
        return watchSplash(after: longestWaitOnSplash - splashTime + 1)
      }
      if presentations.isEmpty { return leaveSplash() }
      watchSplash(after: 300)
    }
  }

  /// Closes the loading screen if no ad can appear on it any more.
  func leaveSplashIfDone() {
    guard isContentReady, splashBeganAt != nil, presentations.isEmpty else { return }
    if splashTime > longestWaitOnSplash && !has(.splashWaitsForEver) { return leaveSplash() }
    let slot = slots.first { $0.placement.format == .appOpen }
    if has(.splashWaitsForEver) && slot?.loading != nil { return }
    if slot?.loading == nil || slot?.ready.isEmpty == false { leaveSplash() }
  }

  func leaveSplash() {
    guard splashBeganAt != nil else { return }
    splashBeganAt = nil
    world.finishSplash()
  }
}
