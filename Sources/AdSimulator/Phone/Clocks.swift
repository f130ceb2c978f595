import AdSession
import PropertyTesting

extension World {
  /// Changes the wall clock while the user is in the settings.
  func jumpWall() {
    visitSettings()
    clock.shift += choices.pick(jumps)
    enterForeground { record(.appTimeChanged) { $0.reason = .clock } }
    activate()
    if isUnderTest && choices.bool() { takeAim() }
  }

  /// The steps of the wall clock, in milliseconds: an hour, a day, and for an app under test its
  /// thresholds, so that a manager that measures them on the wall clock is wrong.
  private var jumps: [Int64] {
    let usual: [Int64] = [3_600_000, -3_600_000, 86_400_000, -86_400_000, 14_400_000, -5_000]
    if !isUnderTest { return usual }
    let keys: [PolicyKey] = [
      .minBackgroundSeconds, .interstitialMinGapSeconds, .appOpenMaxAgeSeconds,
      .fullScreenMaxAgeSeconds,
    ]
    return usual + keys.map { limit($0) }.filter { $0 > 0 }.flatMap { [-$0, $0] }
  }

  private func visitSettings() {
    resign()
    enterBackground()
    let range: ClosedRange<Int64> = 3_000...60_000
    advance(by: isUnderTest ? pause(range) : drawTime(range))
  }

  /// Changes the time zone while the app is in the background.
  func changeZone() {
    visitSettings()
    clock.utcOffsetMinutes = choices.pick([0, 60, -480, 330, 540, 765])
    enterForeground {
      record(.appTimeChanged) {
        $0.reason = .zone
        $0.utcOffsetMin = clock.utcOffsetMinutes
      }
    }
    activate()
    if hasBusyDays && choices.bool() { passBusyDay() }
  }

  /// Lets the user come back just before, at or after the next local midnight.
  func passMidnight() {
    let zone = choices.bool() ? clock.utcOffsetMinutes : trace.header?.utcOffsetMinutes ?? 0
    let midnight = clock.untilMidnight(in: zone)
    leave(for: max(0, midnight - 2_000)...midnight + 2_000)
    if clock.untilMidnight(in: clock.utcOffsetMinutes) > 86_000_000 {
      record(.appTimeChanged) { $0.reason = .midnight }
    }
  }
}
