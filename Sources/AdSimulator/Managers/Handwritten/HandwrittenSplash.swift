import AdSession

extension HandwrittenManager {
  /// How long the loading screen waits for an ad, in milliseconds: an answer to present still fits.
  var longestWaitOnSplash: Int64 { has(.splashWaitsTooLong) ? 7_800 : 2_900 }

  /// How long the loading screen has been up, consent forms left out.
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

  /// Leaves the loading screen if no ad can come over it any more.
  func leaveSplashIfDone() {
    guard isContentReady, splashBeganAt != nil, presentations.isEmpty else { return }
    if splashTime > longestWaitOnSplash && !has(.splashWaitsForEver) { return leaveSplash() }
    let slot = slots.first { $0.place.format == .appOpen }
    if has(.splashWaitsForEver) && slot?.loading != nil { return }
    if slot?.loading == nil || slot?.ready.isEmpty == false { leaveSplash() }
  }

  func leaveSplash() {
    guard splashBeganAt != nil else { return }
    splashBeganAt = nil
    world.finishSplash()
  }
}
