import AdSession
import PropertyTesting

extension World {
  /// The user returns again and again, about as often as the daily cap allows app-open ads.
  ///
  /// Sometimes the day begins just before or in between, and sometimes the user returns half a day
  /// later.
  func passBusyDay() {
    let shortest = max(1_500, limit(.minBackgroundSeconds) + 1_000)
    let most = min(40, Int(app.policy.count(.dailyCap) ?? 0) + 6)
    let midnights = faults.contains(.midnight) ? [-1, 0, most / 2] : [-1]
    let midnight = midnights[choices.pick(midnights.count)]
    var returns = 0
    choices.repeating(0...most, average: 3 * most, label: "return") {
      if isOver { return }
      if returns == midnight { passMidnight() }
      returns += 1
      leave(for: shortest...shortest + 30_000)
      advance(by: 40_000)
    }
    if !isOver && choices.bool(probability: 0.3) {
      leave(for: 36_000_000...50_400_000)
      advance(by: 10_000)
    }
  }

  /// Shows a consent form over the app, as the privacy settings do.
  ///
  /// Sometimes the user leaves the app under it.
  func askAgain() {
    guard sdk.up.isEmpty, !app.hasSplash else { return }
    record(.consentFormShown)
    let duration = drawTime(200...20_000, towards: 2_000)
    planMoment(underCoverFor: duration)
    advance(by: duration)
    if !isOver && showsOnReturn && choices.bool(probability: 0.3) { leave(for: 10_500...200_000) }
    record(.consentFormClosed)
    if !isOver && faults.contains(.consentChanges) && choices.bool() {
      strike(.consentChanges)
      updateConsent(!canRequestAds)
    }
  }
}
