import AdSession
import PropertyTesting

extension World {
  /// Turns off all faults and simulates some more use, in which the manager must recover.
  func recover() {
    faults = []
    sdk.storm = nil
    if !sdk.brokenUnits.isEmpty { fixConfiguration() }
    if phone.activation != .active { activate() }
    advance(by: 66_000)
    for _ in 0..<2 where !isOver {
      leave(for: 12_000...60_000)
      advance(by: 20_000)
      if !isOver { offerMoment() }
      advance(by: 30_000)
    }
    if !isOver { advance(by: 620_000) }
    if !isOver && isCapReached && choices.bool() { sleepPastMidnight() }
    if !isOver && appUnderTest != nil { offerFaultlessMoments() }
  }

  /// Whether an app under test has shown as many ads as its daily cap allows, on any days.
  private var isCapReached: Bool {
    guard isUnderTest, showsOnReturn, let cap = app.policy.value(.dailyCap) else { return false }
    return Double(storage.appOpenWalls.count) >= cap
  }

  /// The user comes back on the next local day, on which the daily cap begins again.
  private func sleepPastMidnight() {
    let midnight = clock.untilMidnight(in: clock.utcOffsetMinutes)
    leave(for: midnight + 1_000...midnight + 21_600_000)
  }

  /// Fixes misconfigured units by a change of the configuration that keeps the thresholds.
  ///
  /// Units of an app under test stay misconfigured if its server sends no policy: a manager could
  /// not know of the change.
  private func fixConfiguration() {
    if appUnderTest != nil { return changePolicy() }
    sdk.brokenUnits = []
    let cap = PolicySetting(.dailyCap, app.policy.value(.dailyCap) ?? 20)
    trace.policyChanges[trace.events.count] = [cap]
    record(.configChanged) { $0.source = .remote }
  }
}
