import AdSession

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
    if !isOver && appUnderTest != nil { offerFaultlessMoments() }
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
