import AdSession
import PropertyTesting

extension World {
  /// Changes the wall clock while the user is in the settings.
  func jumpWall() {
    visitSettings()
    clock.shift += choices.pick([
      3_600_000, -3_600_000, 86_400_000, -86_400_000, 14_400_000, -5_000,
    ])
    enterForeground { record(.appTimeChanged) { $0.reason = .clock } }
    activate()
  }

  private func visitSettings() {
    resign()
    enterBackground()
    advance(by: drawTime(11_000...60_000))
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
