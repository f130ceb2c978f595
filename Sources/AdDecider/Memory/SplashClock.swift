import AdSession

/// Active time without that in which an ad is up or a consent form: what a loading screen waits for
/// the user is not counted.
struct SplashClock: Sendable {
  /// What was counted, in milliseconds.
  var counted: Int64 = 0
  /// The last record that was counted; -1 for none.
  var last = -1
  /// Whether an ad or a form interrupts since then.
  var isInterrupted = false
}

extension Decider {
  /// Counts up to a record that is folded.
  mutating func countSplashTime(until index: Int) {
    if splashClock.last >= 0 {
      let passed = session.state.time.least(from: splashClock.last, to: index)
      if !splashClock.isInterrupted { splashClock.counted += passed }
    }
    splashClock.last = index
  }

  /// Whether an ad is up or a consent form, after the last record.
  var hasInterruption: Bool {
    if session.state.consent.formShown.isPresent { return true }
    let last = session.state.count - 1
    return session.state.scenes.contains { scene in
      scene.shownAd.isPresent
        && session.state.time.least(from: scene.lastShow, to: last)
          <= limit(.dismissTimeoutSeconds)
    }
  }

  /// What the clock of the loading screens says now.
  var splashTime: Int64 {
    if splashClock.isInterrupted || splashClock.last < 0 { return splashClock.counted }
    return splashClock.counted + session.active(from: splashClock.last, until: now.t)
  }
}
