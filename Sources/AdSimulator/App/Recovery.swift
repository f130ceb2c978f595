import AdSession
import PropertyTesting

extension World {
  /// Turns off all faults and simulates some more use, in which the manager must recover.
  ///
  /// Shrinking leaves out the parts that a case does not need. The moments without faults come only
  /// after ten minutes of use, so that a manager that waits for a lost callback can give up.
  func recover() {
    faults = []
    sdk.storm = nil
    if !sdk.broken.isEmpty { fixConfiguration() }
    if phone.activation != .active { activate() }
    use { $0.advance(by: 66_000) }
    for _ in 0..<2 {
      use { world in
        world.leave(for: 12_000...60_000)
        world.advance(by: 20_000)
      }
      use { world in
        world.offerMoment()
        world.advance(by: 30_000)
      }
    }
    let hasWaited = use { $0.advance(by: 620_000) }
    if isCapReached { use { if $0.choices.bool() { $0.sleepPastMidnight() } } }
    if hasWaited && !isOver && appUnderTest != nil { offerFaultlessMoments() }
  }

  /// Simulates a part of the use; returns false if shrinking left it out.
  @discardableResult func use(_ part: (World) -> Void) -> Bool {
    choices.part("use") { if !isOver { part(self) } }
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
    sdk.broken = []
    let cap = PolicySetting(.dailyCap, app.policy.value(.dailyCap) ?? 20)
    trace.policyChanges[trace.events.count] = [cap]
    record(.configChanged) { $0.source = .remote }
  }
}
