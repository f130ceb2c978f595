import AdSession

/// The clock of loading screens: foreground time without the time in which an ad or a consent form
/// waits for the user.
struct SplashClock: Sendable {
  /// The counted time in milliseconds.
  var counted: Int64 = 0
  /// The index of the last record that was counted; `nil` before the first one.
  var last: Int?
  /// Whether the clock has been stopped by an ad or a form since then.
  var isInterrupted = false
}

extension Decider {
  /// Counts the time up to a record that the session state already includes.
  mutating func countSplashTime(until index: Int) {
    if let last = splashClock.last {
      let passed = session.state.time.least(from: last, to: index)
      if !splashClock.isInterrupted { splashClock.counted += passed }
    }
    splashClock.last = index
  }

  /// Whether an ad or a consent form is shown after the last record.
  var hasInterruption: Bool {
    if session.state.consent.formShown.isPresent { return true }
    let last = session.state.count - 1
    return session.state.scenes.contains { scene in
      scene.shownAd.isPresent
        && session.state.time.least(from: scene.lastShow, to: last)
          <= duration(.dismissTimeoutSeconds)
    }
  }

  /// The value of the clock now, in milliseconds.
  var splashTime: Int64 {
    let counted = splashClock.counted
    guard let last = splashClock.last, !splashClock.isInterrupted else { return counted }
    return counted + session.active(from: last, until: now.t)
  }
}
